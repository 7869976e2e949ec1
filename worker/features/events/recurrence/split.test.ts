import fc from "fast-check";
import { expect, it } from "vitest";
import { wallsOf } from "./expand.ts";
import { misfitOf, type Rule, rule as ruleSchema } from "./recurrence.schema.ts";
import { endedBefore, ruleFrom } from "./split.ts";

const weekly = (ends: Rule["ends"]): Rule => ({ every: 2, unit: "week", weekdays: ["mo", "th"], ends });
const count = (count: number) => ({ kind: "count", count }) as const;
const until = (day: string) => ({ kind: "until", day }) as const;
const START = "2027-01-04T20:00";
// The dates are 4, 7, 18 and 21 January and 1 February.

it("the new series has the remaining dates of a count, otherwise the same rule", () => {
  expect(ruleFrom(weekly(count(5)), START, "2027-01-18T20:00")).toEqual(weekly(count(3)));
  expect(ruleFrom(weekly(count(5)), START, START)).toEqual(weekly(count(5)));
  expect(ruleFrom(weekly(until("2027-02-01")), START, "2027-01-18T20:00")).toEqual(
    weekly(until("2027-02-01")),
  );
  expect(ruleFrom(weekly({ kind: "never" }), START, "2027-01-18T20:00")).toEqual(weekly({ kind: "never" }));
});

it("a last single date of a count ends on its day", () => {
  expect(ruleFrom(weekly(count(5)), START, "2027-02-01T20:00")).toEqual(weekly(until("2027-02-01")));
});

it("the old series ends on the day before, unless it ends earlier", () => {
  const ended = weekly(until("2027-01-17"));
  for (const ends of [{ kind: "never" } as const, count(5), until("2027-02-01"), until("2027-01-18")])
    expect(endedBefore(weekly(ends), START, "2027-01-18T20:00")).toEqual(ended);
  expect(endedBefore(weekly({ kind: "never" }), START, "2027-03-01T00:00")).toEqual(
    weekly(until("2027-02-28")),
  );
  for (const ends of [count(2), until("2027-01-08"), until("2027-01-17")])
    expect(endedBefore(weekly(ends), START, "2027-01-18T20:00")).toEqual(weekly(ends));
});

it("both series together have the dates of the original, split at any date", () => {
  const rules = fc
    .record({
      every: fc.integer({ min: 1, max: 12 }),
      unit: fc.constantFrom("day", "week", "month", "year"),
      ends: fc.oneof(
        fc.constant<Rule["ends"]>({ kind: "never" }),
        fc.integer({ min: 2, max: 12 }).map(count),
        fc.integer({ min: 2028, max: 2040 }).map((year) => until(`${year}-06-15`)),
      ),
    })
    .map(
      ({ unit, ...rest }): Rule => ({
        ...{ unit, ...rest },
        ...(unit === "week" && { weekdays: ["tu", "su"] }),
        ...(unit === "month" && { monthDay: "last_day" }),
      }),
    );
  fc.assert(
    // A Tuesday, the last of its month, and 29 February.
    fc.property(rules, fc.nat(11), (rule, at) => {
      const start = "2028-02-29T01:30";
      const all = wallsOf(rule, start, { limit: 15 });
      const split = all[at % all.length] ?? start;
      fc.pre(split !== start);
      const [old, next] = [endedBefore(rule, start, split), ruleFrom(rule, start, split)];
      const parts = [...wallsOf(old, start, { limit: 15 }), ...wallsOf(next, split, { limit: 15 })];
      expect(parts.slice(0, 15)).toEqual(all);
      for (const [each, from] of [
        [old, start],
        [next, split],
      ] as const)
        expect([ruleSchema.safeParse(each).success, misfitOf(each, from)]).toEqual([true, null]);
    }),
  );
});
