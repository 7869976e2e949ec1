import assert from "node:assert/strict";
import { test } from "node:test";
import { differences } from "./conflict.ts";

type Item = { status: string; assignedTo: number | null; notes: string | null };
const FIELDS = ["status", "assignedTo", "notes"] as const;
const base: Item = { status: "onboarding", assignedTo: 3, notes: "Calm" };
const compare = (patch: Partial<Item>, current: Item) => differences(FIELDS, base, patch, current);

test("reports both values of a field that both edits changed", () => {
  assert.deepEqual(compare({ notes: "Mine" }, { ...base, notes: "Theirs" }), [
    { field: "notes", by: "both", before: "Calm", yours: "Mine", theirs: "Theirs" },
  ]);
});

test("reports of each changed field who changed it", () => {
  const changed = compare({ notes: "Mine", status: "onboarding" }, { ...base, assignedTo: 7 });
  assert.deepEqual(
    changed.map(({ field, by }) => [field, by]),
    [
      ["assignedTo", "them"],
      ["notes", "you"],
    ],
  );
});

test("reports a field that an edit sends unchanged as changed by the other user alone", () => {
  const changed = compare({ ...base, notes: "Mine" }, { ...base, status: "active", notes: "Calm" });
  assert.deepEqual(changed, [
    { field: "status", by: "them", before: "onboarding", yours: "onboarding", theirs: "active" },
    { field: "notes", by: "you", before: "Calm", yours: "Mine", theirs: "Calm" },
  ]);
});

test("reports the same change in both edits as alike", () => {
  const [change, ...more] = compare({ status: "active" }, { ...base, status: "active" });
  assert.deepEqual([change?.by, change?.theirs, more], ["alike", "active", []]);
});

test("compares lists and objects by what they hold", () => {
  const list = (...crew: string[]) => ({ crew });
  const by = (...[patch, current]: [string[], string[]]) =>
    differences(["crew"], list("Ida"), list(...patch), list(...current)).map((each) => each.by);
  assert.deepEqual(by(["Ida"], ["Ida"]), []);
  assert.deepEqual(by(["Ida"], ["Nora"]), ["them"]);
  assert.deepEqual(by(["Nora"], ["Nora"]), ["alike"]);
});

test("treats null and an empty text as equal", () => {
  const empty: Item = { ...base, notes: null };
  assert.deepEqual(differences(FIELDS, empty, { notes: "" }, empty), []);
});
