import { expect, it } from "vitest";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { nextSort, ORDERS, type Sort, sortProspects } from "./order.ts";

const prospect = (id: number, fields: Partial<Prospect>) =>
  ({
    ...{ id, displayName: `Person ${id}`, notes: null, status: "intro", assignedTo: null, deadline: null },
    stageChangedAt: "2026-01-01T00:00:00.000Z",
    ...fields,
  }) as Prospect;

const NAMES: Record<number, string> = { 1: "Åse", 2: "Zoe", 3: "Ida" };
const idsBy = (sort: Sort, items: Prospect[]) =>
  sortProspects(items, sort, ({ assignedTo }) => NAMES[assignedTo ?? 0] ?? null, "da").map(({ id }) => id);

it("sorts names as a reader of the language expects, numbers by their value", () => {
  const items = ["Østen", "Zoe", "person 10", "Person 9", "Åse"].map((displayName, id) =>
    prospect(id, { displayName }),
  );
  expect(idsBy("prospect", items)).toEqual([3, 2, 1, 0, 4]);
  expect(idsBy("-prospect", items)).toEqual([4, 0, 1, 2, 3]);
});

it("sorts statuses in the order of the pipeline and times by the days in the stage", () => {
  const items = [
    prospect(1, { status: "active", stageChangedAt: "2026-03-01T00:00:00.000Z" }),
    prospect(2, { status: "assigned_onboarding", stageChangedAt: "2026-01-01T00:00:00.000Z" }),
    prospect(3, { status: "intro_completed", stageChangedAt: "2026-02-01T00:00:00.000Z" }),
  ];
  expect(idsBy("status", items)).toEqual([3, 2, 1]);
  expect(idsBy("here", items)).toEqual([1, 3, 2]);
});

it.each(["line", "assignee", "deadline"] as const)("keeps prospects without %s last both ways", (sort) => {
  const items = [
    prospect(1, {}),
    prospect(2, { notes: "\n b", assignedTo: 2, deadline: "2026-02-01T00:00:00.000Z" }),
    prospect(3, { notes: " \na", assignedTo: 3, deadline: "2026-01-01T00:00:00.000Z" }),
  ];
  expect(idsBy(sort, items)).toEqual([3, 2, 1]);
  expect(idsBy(`-${sort}`, items)).toEqual([2, 3, 1]);
});

it.each(ORDERS)("keeps equal prospects in their order by %s", (sort) => {
  const items = [5, 3, 4].map((id) => prospect(id, { displayName: "Same" }));
  expect(idsBy(sort, items)).toEqual([5, 3, 4]);
  expect(idsBy(`-${sort}`, items)).toEqual([5, 3, 4]);
});

it("begins ascending and turns with each press on the same column", () => {
  expect(nextSort(null, "prospect")).toBe("prospect");
  expect(nextSort("prospect", "prospect")).toBe("-prospect");
  expect(nextSort("-prospect", "prospect")).toBe("prospect");
  expect(nextSort("-prospect", "here")).toBe("here");
});
