import assert from "node:assert/strict";
import { test } from "node:test";
import { differences } from "./conflict.ts";

type Item = { status: string; assignedTo: number | null; notes: string | null };
const FIELDS = ["status", "assignedTo", "notes"] as const;
const base: Item = { status: "onboarding", assignedTo: 3, notes: "Calm" };
const compare = (patch: Partial<Item>, current: Item) => differences(FIELDS, base, patch, current);

test("both changed one field: a clash with both values", () => {
  assert.deepEqual(compare({ notes: "Mine" }, { ...base, notes: "Theirs" }), [
    { field: "notes", yours: "Mine", theirs: "Theirs", clash: true },
  ]);
});

test("different fields are shown but do not clash", () => {
  assert.deepEqual(compare({ notes: "Mine" }, { ...base, assignedTo: 7 }), [
    { field: "assignedTo", yours: 3, theirs: 7, clash: false },
    { field: "notes", yours: "Mine", theirs: "Calm", clash: false },
  ]);
});

test("the same change by both is no difference", () => {
  assert.deepEqual(compare({ status: "active" }, { ...base, status: "active" }), []);
});

test("no text and an empty text are the same", () => {
  const empty: Item = { ...base, notes: null };
  assert.deepEqual(differences(FIELDS, empty, { notes: "" }, empty), []);
});
