import assert from "node:assert/strict";
import { test } from "node:test";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { clashes, differences } from "./conflict.ts";

const base = { status: "onboarding", assignedTo: 3, deadline: null, notes: "Calm", version: 4 } as Prospect;
const fields = (patch: Parameters<typeof differences>[1], current: Prospect) =>
  differences(base, patch, current).map(({ field, yours, theirs, clash }) => ({
    field,
    yours,
    theirs,
    clash,
  }));

test("both changed one field: a clash with both values", () => {
  assert.deepEqual(fields({ notes: "Mine" }, { ...base, notes: "Theirs" }), [
    { field: "notes", yours: "Mine", theirs: "Theirs", clash: true },
  ]);
});

test("different fields are shown but do not clash", () => {
  const current = { ...base, assignedTo: 7 };
  assert.deepEqual(fields({ notes: "Mine" }, current), [
    { field: "assignedTo", yours: 3, theirs: 7, clash: false },
    { field: "notes", yours: "Mine", theirs: "Calm", clash: false },
  ]);
  assert.equal(clashes(base, { notes: "Mine" }, current), false);
});

test("the same change by both is no difference", () => {
  assert.deepEqual(fields({ status: "active" }, { ...base, status: "active" }), []);
});

test("no text and an empty text are the same", () => {
  const empty = { ...base, notes: null };
  assert.deepEqual(differences(empty, { notes: "" }, empty), []);
});
