import { expect, it } from "vitest";
import { timeZone } from "../../../lib/time-zone.schema.ts";
import { misfitOf, type Rule, rule } from "./recurrence.schema.ts";

const NEVER = { kind: "never" } as const;
const isRule = (fields: object) => rule.safeParse({ every: 1, unit: "day", ends: NEVER, ...fields }).success;

it("a time zone is the name of one that the runtime knows", () => {
  const taken = (text: string) => timeZone.safeParse(text).success;
  const known = ["Europe/Copenhagen", "UTC", "Asia/Kathmandu", "America/Argentina/ComodRivadavia"];
  expect(known.filter((text) => !taken(text))).toEqual([]);
  const wrong = [
    "+02:00",
    "-0500",
    "+02",
    "UTC+2",
    "Europe/Atlantis",
    "",
    " UTC",
    "Europe/Copenhagen ",
    "local",
  ];
  expect([...wrong, `Europe/${"C".repeat(60)}`].filter(taken)).toEqual([]);
});

it("a rule bounds its numbers and rejects unknown fields", () => {
  expect([0, 1, 12, 13, 1.5].filter((every) => isRule({ every }))).toEqual([1, 12]);
  expect([1, 2, 400, 401].filter((count) => isRule({ ends: { kind: "count", count } }))).toEqual([2, 400]);
  const lasts = ["2027-02-28", "2027-02-29", "1999-12-31", "2199-12-31", "2200-01-01", "2027-02-28T10:00"];
  expect(lasts.filter((day) => isRule({ ends: { kind: "until", day } }))).toEqual([
    "2027-02-28",
    "2199-12-31",
  ]);
  expect(isRule({ unit: "hour" })).toBe(false);
  expect(isRule({ other: 1 })).toBe(false);
  expect(isRule({ ends: { kind: "never", count: 3 } })).toBe(false);
});

it("weekdays are distinct and only for weeks, days of the month only for months", () => {
  const all = ["mo", "tu", "we", "th", "fr", "sa", "su"];
  expect(isRule({ unit: "week", weekdays: all })).toBe(true);
  expect(isRule({ unit: "week", weekdays: [] })).toBe(false);
  expect(isRule({ unit: "week", weekdays: ["mo", "tu", "mo"] })).toBe(false);
  expect(isRule({ unit: "week", weekdays: ["monday"] })).toBe(false);
  expect(["day", "month", "year"].filter((unit) => isRule({ unit, weekdays: ["mo"] }))).toEqual([]);
  expect(["day", "week", "month", "year"].filter((unit) => isRule({ unit, monthDay: "last_day" }))).toEqual([
    "month",
  ]);
});

it("a start must be the first date of its rule, and the mismatched field is named otherwise", () => {
  const misfit = (fields: Partial<Rule>, start: string) =>
    misfitOf({ every: 1, unit: "week", ends: NEVER, ...fields }, start);
  // A Thursday.
  expect(misfit({ weekdays: ["mo", "th"] }, "2027-01-28T10:00")).toBeNull();
  expect(misfit({ weekdays: ["mo", "fr"] }, "2027-01-28T10:00")).toBe("weekdays");
  expect(misfit({ weekdays: ["su"] }, "2027-01-31T10:00")).toBeNull();
  expect(misfit({ unit: "month", monthDay: "last_day" }, "2027-02-28T23:59")).toBeNull();
  expect(misfit({ unit: "month", monthDay: "last_day" }, "2028-02-28T10:00")).toBe("monthDay");
  expect(misfit({ ends: { kind: "until", day: "2027-01-28" } }, "2027-01-28T23:59")).toBeNull();
  expect(misfit({ ends: { kind: "until", day: "2027-01-27" } }, "2027-01-28T00:00")).toBe("ends");
});
