import assert from "node:assert/strict";
import { test } from "node:test";
import type { Prospect, ProspectStatus } from "../../../../worker/features/prospects/prospects.schema.ts";
import { belongs, patchList } from "./list-patch.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const context = { now: NOW, me: 3 };
const someone = (id: number, hours: number | null, rest: Partial<Prospect> = {}) =>
  ({
    id,
    status: "onboarding" as ProspectStatus,
    assignedTo: 3,
    deadline: hours === null ? null : inHours(hours),
    ...rest,
  }) as Prospect;
const fits = (prospect: Prospect, query: string) => belongs(prospect, new URLSearchParams(query), context);
const ids = (list: { items: Prospect[] }) => list.items.map((each) => each.id);

test("stage, assignee and deadline decide where somebody belongs", () => {
  assert.equal(fits(someone(1, 5), "stage=onboarding&assignedTo=me&deadline=soon"), true);
  assert.equal(fits(someone(1, 5), "stage=intro"), false);
  assert.equal(fits(someone(1, 5, { assignedTo: 4 }), "assignedTo=me"), false);
  assert.equal(fits(someone(1, 5, { assignedTo: null }), "assignedTo=none"), true);
  assert.equal(fits(someone(1, -1), "deadline=overdue"), true);
  assert.equal(fits(someone(1, 25), "deadline=soon"), false);
  assert.equal(fits(someone(1, null), "deadline=none"), true);
  assert.equal(fits(someone(1, -1, { status: "inactive" }), "urgent=1"), false);
});

test("a search is the server's to answer: somebody stays in place or stays out", () => {
  const query = new URLSearchParams("q=van");
  assert.equal(belongs(someone(1, 5), query, context), null);
  const changed = someone(2, -9);
  const list = { items: [someone(1, 5), someone(2, 6)], more: false };
  assert.deepEqual(ids(patchList(list, changed, query, context)), [1, 2]);
  assert.deepEqual(ids(patchList(list, someone(9, 1), query, context)), [1, 2]);
});

test("a new deadline moves somebody to their place, none moves them to the end", () => {
  const list = { items: [someone(1, 1), someone(2, 5), someone(3, null)], more: false };
  const query = new URLSearchParams("stage=onboarding");
  assert.deepEqual(ids(patchList(list, someone(1, 9), query, context)), [2, 1, 3]);
  assert.deepEqual(ids(patchList(list, someone(1, null), query, context)), [2, 1, 3]);
  assert.deepEqual(ids(patchList(list, someone(4, null), query, context)), [1, 2, 3, 4]);
});

test("somebody who left the stage is gone from its list and appears in the other", () => {
  const moved = someone(2, 5, { status: "active" });
  const from = { items: [someone(1, 1), someone(2, 5)], more: true };
  assert.deepEqual(ids(patchList(from, moved, new URLSearchParams("stage=onboarding"), context)), [1]);
  const to = { items: [someone(8, 9, { status: "active" })], more: false };
  assert.deepEqual(ids(patchList(to, moved, new URLSearchParams("stage=active"), context)), [2, 8]);
});

test("behind the end of a list that has more, nobody is added", () => {
  const list = { items: [someone(1, 1), someone(2, 5)], more: true };
  assert.deepEqual(
    ids(patchList(list, someone(9, 7), new URLSearchParams("stage=onboarding"), context)),
    [1, 2],
  );
});
