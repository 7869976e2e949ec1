import assert from "node:assert/strict";
import { test } from "node:test";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { nextSort, ORDERS, type Sort, sortProspects } from "./order.ts";

const prospect = (id: number, fields: Partial<Prospect>) =>
  ({
    id,
    displayName: `Person ${id}`,
    notes: null,
    status: "intro",
    assignedTo: null,
    deadline: null,
    stageChangedAt: "2026-01-01T00:00:00.000Z",
    ...fields,
  }) as Prospect;

const NAMES: Record<number, string> = { 1: "Åse", 2: "Zoe", 3: "Ida" };
const idsBy = (sort: Sort, items: Prospect[]) =>
  sortProspects(items, sort, ({ assignedTo }) => NAMES[assignedTo ?? 0] ?? null, "da").map(({ id }) => id);

test("sorts names as a reader of the language expects, numbers by their value", () => {
  const items = ["Østen", "Zoe", "person 10", "Person 9", "Åse"].map((displayName, id) =>
    prospect(id, { displayName }),
  );
  assert.deepEqual(idsBy("prospect", items), [3, 2, 1, 0, 4]);
  assert.deepEqual(idsBy("-prospect", items), [4, 0, 1, 2, 3]);
});

test("sorts statuses in the order of the pipeline and times by the days in the stage", () => {
  const items = [
    prospect(1, { status: "active", stageChangedAt: "2026-03-01T00:00:00.000Z" }),
    prospect(2, { status: "assigned_onboarding", stageChangedAt: "2026-01-01T00:00:00.000Z" }),
    prospect(3, { status: "intro_completed", stageChangedAt: "2026-02-01T00:00:00.000Z" }),
  ];
  assert.deepEqual(idsBy("status", items), [3, 2, 1]);
  assert.deepEqual(idsBy("here", items), [1, 3, 2]);
});

for (const sort of ["line", "assignee", "deadline"] as const)
  test(`keeps prospects without ${sort} last both ways`, () => {
    const items = [
      prospect(1, {}),
      prospect(2, { notes: "\n b", assignedTo: 2, deadline: "2026-02-01T00:00:00.000Z" }),
      prospect(3, { notes: " \na", assignedTo: 3, deadline: "2026-01-01T00:00:00.000Z" }),
    ];
    assert.deepEqual(idsBy(sort, items), [3, 2, 1]);
    assert.deepEqual(idsBy(`-${sort}`, items), [2, 3, 1]);
  });

for (const sort of ORDERS)
  test(`keeps equal prospects in their order by ${sort}`, () => {
    const items = [5, 3, 4].map((id) => prospect(id, { displayName: "Same" }));
    assert.deepEqual(idsBy(sort, items), [5, 3, 4]);
    assert.deepEqual(idsBy(`-${sort}`, items), [5, 3, 4]);
  });

test("begins ascending and turns with each press on the same column", () => {
  assert.equal(nextSort(null, "prospect"), "prospect");
  assert.equal(nextSort("prospect", "prospect"), "-prospect");
  assert.equal(nextSort("-prospect", "prospect"), "prospect");
  assert.equal(nextSort("-prospect", "here"), "here");
});
