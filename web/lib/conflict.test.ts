import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./api.ts";
import { differences, staleRecord } from "./conflict.ts";

type Item = { status: string; assignedTo: number | null; notes: string | null };
const FIELDS = ["status", "assignedTo", "notes"] as const;
const base: Item = { status: "onboarding", assignedTo: 3, notes: "Calm" };
const compare = (patch: Partial<Item>, current: Item) => differences(FIELDS, base, patch, current);

test("reports a clash with both values when both edits changed one field", () => {
  assert.deepEqual(compare({ notes: "Mine" }, { ...base, notes: "Theirs" }), [
    { field: "notes", yours: "Mine", theirs: "Theirs", clash: true },
  ]);
});

test("reports changes of different fields without a clash", () => {
  assert.deepEqual(compare({ notes: "Mine" }, { ...base, assignedTo: 7 }), [
    { field: "assignedTo", yours: 3, theirs: 7, clash: false },
    { field: "notes", yours: "Mine", theirs: "Calm", clash: false },
  ]);
});

test("reports no difference for the same change in both edits", () => {
  assert.deepEqual(compare({ status: "active" }, { ...base, status: "active" }), []);
});

test("treats null and an empty text as equal", () => {
  const empty: Item = { ...base, notes: null };
  assert.deepEqual(differences(FIELDS, empty, { notes: "" }, empty), []);
});

test("returns the current record of a stale edit, and null for any other failure", () => {
  const refusal = (code: string) =>
    new ApiError({ status: 409, code, detail: "It changed.", errors: {}, current: base, debug: null });
  assert.deepEqual(staleRecord(refusal("stale_version")), base);
  assert.equal(staleRecord(refusal("name_taken")), null);
  assert.equal(staleRecord(new Error("offline")), null);
});
