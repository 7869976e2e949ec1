import { expect, it } from "vitest";
import { timeZone } from "../../../lib/time-zone.schema.ts";
import { type Rule, rule, series, wallTime } from "./recurrence.schema.ts";

const NEVER = { kind: "never" };
const isRule = (fields: object) => rule.safeParse({ every: 1, unit: "day", ends: NEVER, ...fields }).success;

it("a wall time is a date of the calendar with hours and minutes, without zone or seconds", () => {
  const taken = (text: string) => wallTime.safeParse(text).success;
  expect(["2027-03-28T02:30", "2028-02-29T00:00", "2199-12-31T23:59"].filter((text) => !taken(text))).toEqual(
    [],
  );
  const wrong = [
    ...["2027-02-29T10:00", "2027-04-31T10:00", "2027-13-01T10:00", "2027-00-10T10:00"],
    ...["2027-03-28T24:00", "2027-03-28T10:60", "2027-03-28", "2027-03-28 10:00", "2027-03-28T10:00:00"],
    ...["2027-03-28T10:00Z", "2027-03-28T10:00+01:00", "1999-12-31T10:00", "2200-01-01T00:00", ""],
  ];
  expect(wrong.filter(taken)).toEqual([]);
});

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

it("a rule bounds its numbers and knows its fields", () => {
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

it("weekdays are distinct and of weeks, days of the month of months", () => {
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

it("a start is the first date of its rule, and the field that it does not fit is named otherwise", () => {
  const refused = (fields: Partial<Rule>, start: string) => {
    const given = { every: 1, unit: "week", ends: NEVER, ...fields };
    const parsed = series.safeParse({ rule: given, start, timeZone: "UTC" });
    return parsed.error?.issues.map(({ path }) => path.join(".")) ?? [];
  };
  // A Thursday.
  expect(refused({ weekdays: ["mo", "th"] }, "2027-01-28T10:00")).toEqual([]);
  expect(refused({ weekdays: ["mo", "fr"] }, "2027-01-28T10:00")).toEqual(["rule.weekdays"]);
  expect(refused({ weekdays: ["su"] }, "2027-01-31T10:00")).toEqual([]);
  expect(refused({ unit: "month", monthDay: "last_day" }, "2027-02-28T23:59")).toEqual([]);
  expect(refused({ unit: "month", monthDay: "last_day" }, "2028-02-28T10:00")).toEqual(["rule.monthDay"]);
  expect(refused({ ends: { kind: "until", day: "2027-01-28" } }, "2027-01-28T23:59")).toEqual([]);
  expect(refused({ ends: { kind: "until", day: "2027-01-27" } }, "2027-01-28T00:00")).toEqual(["rule.ends"]);
  expect(refused({ weekdays: ["mo"] }, "2027-02-30T10:00")).toContain("start");
});
