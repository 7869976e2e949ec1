import { Temporal } from "temporal-polyfill/implementation";
import { expect, it, vi } from "vitest";
import { occurrencesOf } from "./expand.ts";
import { type Rule, UNITS } from "./recurrence.schema.ts";

const NEVER = { kind: "never" } as const;
const wallsIn = (timeZone: string) => (rule: Partial<Rule>, start: string, limit: number, after?: string) =>
  occurrencesOf({ every: 1, unit: "day", ends: NEVER, ...rule }, { start, timeZone }, { limit, after });
const days = (...given: Parameters<ReturnType<typeof wallsIn>>) =>
  wallsIn("Europe/Copenhagen")(...given).map(({ wall }) => wall.slice(0, 10));

it("the 31st skips months without one, and the last day of the month skips none", () => {
  const thirtyFirsts = ["2027-01-31", "2027-03-31", "2027-05-31", "2027-07-31", "2027-08-31", "2027-10-31"];
  expect(days({ unit: "month" }, "2027-01-31T20:00", 6)).toEqual(thirtyFirsts);
  expect(days({ unit: "month", monthDay: "day" }, "2027-01-31T20:00", 6)).toEqual(thirtyFirsts);
  const lastDays = ["2027-11-30", "2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31"];
  expect(days({ unit: "month", monthDay: "last_day" }, "2027-11-30T20:00", 5)).toEqual(lastDays);
});

it("29 February comes in leap years alone, even where the next is beyond the limit of years", () => {
  expect(days({ unit: "year" }, "2028-02-29T20:00", 3)).toEqual(["2028-02-29", "2032-02-29", "2036-02-29"]);
  expect(days({ unit: "year", every: 3 }, "2028-02-29T20:00", 2)).toEqual(["2028-02-29", "2040-02-29"]);
  expect(days({ unit: "year" }, "2028-02-29T20:00", 1, "2096-03-01T00:00")).toEqual(["2104-02-29"]);
  expect(days({ unit: "year", every: 11 }, "2056-02-29T20:00", 2)).toEqual(["2056-02-29", "2144-02-29"]);
});

it("every second week counts from the start's week, which begins on Monday", () => {
  const rule = { unit: "week", every: 2, weekdays: ["su", "mo"] } as const;
  // A Sunday: the Monday after it belongs to the next week, which is left out.
  expect(days({ ...rule, weekdays: [...rule.weekdays] }, "2027-01-10T20:00", 4)).toEqual([
    "2027-01-10",
    "2027-01-18",
    "2027-01-24",
    "2027-02-01",
  ]);
  expect(days({ unit: "week", every: 2 }, "2027-01-10T20:00", 2)).toEqual(["2027-01-10", "2027-01-24"]);
});

it("a series ends after its count, which includes the start, or on its last day", () => {
  const until = (day: string) => ({ ends: { kind: "until", day } }) as const;
  const three = ["2027-01-10", "2027-01-11", "2027-01-12"];
  expect(days({ ends: { kind: "count", count: 3 } }, "2027-01-10T20:00", 9)).toEqual(three);
  expect(days({ ends: { kind: "count", count: 3 } }, "2027-01-10T20:00", 9, "2027-01-11T20:00")).toEqual([
    "2027-01-12",
  ]);
  expect(days(until("2027-01-12"), "2027-01-10T23:59", 9)).toEqual(three);
  expect(days(until("2027-01-10"), "2027-01-10T00:00", 9)).toEqual(["2027-01-10"]);
  expect(days({ ends: { kind: "count", count: 3 } }, "2027-01-10T20:00", 9, "2027-01-12T20:00")).toEqual([]);
});

it("dates come after the given time, which is excluded", () => {
  expect(days({}, "2027-01-10T20:00", 2, "2027-02-10T20:00")).toEqual(["2027-02-11", "2027-02-12"]);
  expect(days({}, "2027-01-10T20:00", 2, "2027-02-10T19:59")).toEqual(["2027-02-10", "2027-02-11"]);
  expect(days({}, "2027-01-10T20:00", 1, "2027-01-10T20:00")).toEqual(["2027-01-11"]);
  expect(days({}, "2027-01-10T20:00", 1, "2020-01-01T00:00")).toEqual(["2027-01-10"]);
});

it("dates are found long after the start, and none after the last year", () => {
  // The package throws after 10,000 steps.
  expect(days({}, "2000-01-01T20:00", 1, "2026-11-25T20:00")).toEqual(["2026-11-26"]);
  expect(days({}, "2000-01-01T20:00", 400, "2199-12-29T20:00")).toEqual(["2199-12-30", "2199-12-31"]);
  expect(
    days({ unit: "year", every: 12, ends: { kind: "count", count: 400 } }, "2010-05-05T20:00", 400),
  ).toHaveLength(16);
});

it.each([
  [
    "Europe/Copenhagen",
    "2027-03-27T02:30",
    ["2027-03-27T01:30", "2027-03-28T01:00 moved", "2027-03-29T00:30"],
  ],
  [
    "Europe/Copenhagen",
    "2027-03-27T02:00",
    ["2027-03-27T01:00", "2027-03-28T01:00 moved", "2027-03-29T00:00"],
  ],
  ["Europe/Copenhagen", "2027-03-27T03:00", ["2027-03-27T02:00", "2027-03-28T01:00", "2027-03-29T01:00"]],
  ["Europe/Copenhagen", "2027-10-30T02:30", ["2027-10-30T00:30", "2027-10-31T00:30", "2027-11-01T01:30"]],
  [
    "America/New_York",
    "2027-03-13T02:59",
    ["2027-03-13T07:59", "2027-03-14T07:00 moved", "2027-03-15T06:59"],
  ],
  ["America/New_York", "2027-11-06T01:00", ["2027-11-06T05:00", "2027-11-07T05:00", "2027-11-08T06:00"]],
  // Clocks change by 30 minutes.
  [
    "Australia/Lord_Howe",
    "2027-10-02T02:15",
    ["2027-10-01T15:45", "2027-10-02T15:30 moved", "2027-10-03T15:15"],
  ],
  ["Australia/Lord_Howe", "2027-10-02T02:30", ["2027-10-01T16:00", "2027-10-02T15:30", "2027-10-03T15:30"]],
  ["Australia/Lord_Howe", "2027-04-03T01:45", ["2027-04-02T14:45", "2027-04-03T14:45", "2027-04-04T15:15"]],
  ["Asia/Kathmandu", "2027-03-27T02:30", ["2027-03-26T20:45", "2027-03-27T20:45", "2027-03-28T20:45"]],
  ["UTC", "2027-03-27T02:30", ["2027-03-27T02:30", "2027-03-28T02:30", "2027-03-29T02:30"]],
])("in %s three days from %s start at the right instants", (timeZone, start, expected) => {
  const found = wallsIn(timeZone)({}, start, 3);
  expect(found.map(({ startsAt, isMoved }) => `${startsAt.slice(0, 16)}${isMoved ? " moved" : ""}`)).toEqual(
    expected,
  );
  // The rule's own time stays also on days on which clocks skip it.
  expect(found.map(({ wall }) => wall.slice(10))).toEqual(Array(3).fill(start.slice(10)));
});

it("dates are the same with another Temporal in the runtime, which the package reads at its import", async () => {
  vi.stubGlobal("Temporal", Temporal);
  vi.resetModules();
  const fresh = await import("./expand.ts").finally(() => vi.unstubAllGlobals());
  expect(fresh.occurrencesOf).not.toBe(occurrencesOf);
  const series = { start: "2028-02-29T02:30", timeZone: "Europe/Copenhagen" };
  for (const unit of UNITS)
    for (const ends of [NEVER, { kind: "count", count: 30 }] as const) {
      const all = [occurrencesOf, fresh.occurrencesOf].map((find) =>
        find({ unit, every: 2, ends }, series, { after: "2028-03-10T00:00", limit: 40 }),
      );
      expect(all[0]?.length).toBeGreaterThan(6);
      expect(all[1]).toEqual(all[0]);
    }
});
