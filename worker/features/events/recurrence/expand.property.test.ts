import fc from "fast-check";
import { expect, it } from "vitest";
import { occurrencesOf } from "./expand.ts";
import { type Rule, UNITS, WEEKDAYS } from "./recurrence.schema.ts";

// Finds dates a second way: day by day in a calendar of this file, with Intl for the clocks.

/** Zones with their offsets to UTC from 2000 on, in minutes, the greatest first. */
const ZONES: Record<string, number[]> = {
  "Europe/Copenhagen": [120, 60],
  "America/New_York": [-240, -300],
  "Asia/Kathmandu": [345],
  "Australia/Lord_Howe": [660, 630],
};
const LAST_YEAR = 2070;

const two = (value: number) => String(value).padStart(2, "0");
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

type Day = { text: string; year: number; month: number; day: number; weekday: number; isLast: boolean };
const CALENDAR: Day[] = [];
// 1 January 2000 was a Saturday, five days after a Monday.
let weekday = 5;
for (let year = 2000; year <= LAST_YEAR; year += 1)
  for (let month = 1; month <= 12; month += 1)
    for (let day = 1; day <= lengthOf(year, month); day += 1) {
      const text = `${year}-${two(month)}-${two(day)}`;
      CALENDAR.push({ text, year, month, day, weekday, isLast: day === lengthOf(year, month) });
      weekday = (weekday + 1) % 7;
    }

const formats = new Map(
  Object.keys(ZONES).map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" }),
  ]),
);
const shown = (time: number, timeZone: string) => formats.get(timeZone)?.format(time).replace(" ", "T") ?? "";

const MINUTE = 60_000;
function startOf(wall: string, timeZone: string) {
  const times = (ZONES[timeZone] ?? []).map((offset) => Date.parse(`${wall}Z`) - offset * MINUTE);
  const found = times.find((time) => shown(time, timeZone) === wall);
  let time = found ?? times[0] ?? 0;
  while (shown(time, timeZone) < wall) time += MINUTE;
  return { startsAt: new Date(time).toISOString(), isMoved: found === undefined };
}

type Case = {
  rule: Rule;
  at: number;
  time: string;
  timeZone: string;
  after: string | undefined;
  limit: number;
};

function bySearch({ rule, at, time, timeZone, after, limit }: Case) {
  const start = CALENDAR[at] as Day;
  const named = rule.weekdays?.map((name) => WEEKDAYS.indexOf(name)) ?? [start.weekday];
  const isDate = (each: Day, index: number) => {
    const months = (each.year - start.year) * 12 + each.month - start.month;
    if (rule.unit === "day") return (index - at) % rule.every === 0;
    if (rule.unit === "week") {
      const weeks = Math.floor((index - at + start.weekday) / 7);
      return weeks % rule.every === 0 && named.includes(each.weekday);
    }
    if (rule.unit === "month" && rule.monthDay === "last_day")
      return months % rule.every === 0 && each.isLast;
    return months % (rule.unit === "month" ? rule.every : rule.every * 12) === 0 && each.day === start.day;
  };
  let all = CALENDAR.filter((each, index) => index >= at && isDate(each, index));
  const { ends } = rule;
  if (ends.kind === "count") all = all.slice(0, ends.count);
  if (ends.kind === "until") all = all.filter(({ text }) => text <= ends.day);
  return all
    .map(({ text }) => `${text}T${time}`)
    .filter((wall) => after === undefined || wall > after)
    .slice(0, limit)
    .map((wall) => ({ wall, ...startOf(wall, timeZone) }));
}

const isNearChange = ({ month, day }: Day) =>
  (month === 3 && day > 6) || (month === 10 && day > 22) || ([4, 10, 11].includes(month) && day < 9);
const indexOf = (is: (day: Day) => boolean) =>
  fc.constantFrom(...CALENDAR.flatMap((each, index) => (each.year < 2036 && is(each) ? index : [])));
const minuteOfDay = fc
  .nat(24 * 60 - 1)
  .map((minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`);

const given: fc.Arbitrary<Case> = fc
  .record({
    at: fc.oneof(
      indexOf(() => true),
      indexOf(isNearChange),
      indexOf(({ day }) => day === 31),
      indexOf(({ isLast }) => isLast),
      indexOf(({ month, day }) => month === 2 && day === 29),
    ),
    time: fc.oneof(
      minuteOfDay,
      fc.constantFrom(
        "00:00",
        "01:00",
        "01:30",
        "01:45",
        "02:00",
        "02:15",
        "02:30",
        "02:59",
        "03:00",
        "23:59",
      ),
    ),
    timeZone: fc.constantFrom(...Object.keys(ZONES)),
    unit: fc.constantFrom(...UNITS),
    every: fc.integer({ min: 1, max: 12 }),
    weekdays: fc.option(fc.subarray([...WEEKDAYS])),
    isLastDay: fc.boolean(),
    ends: fc.constantFrom("never", "count", "until"),
    count: fc.oneof(fc.integer({ min: 2, max: 20 }), fc.constant(400)),
    lasts: fc.nat(1500),
    passes: fc.option(fc.oneof(fc.nat(400), fc.nat(9000))),
    isAfterDate: fc.boolean(),
    limit: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ at, time, timeZone, unit, every, limit, ...more }) => {
    const start = CALENDAR[at] as Day;
    const own = WEEKDAYS[start.weekday] as (typeof WEEKDAYS)[number];
    const later = (days: number) => CALENDAR[at + days]?.text ?? "";
    const rule: Rule = { unit, every, ends: { kind: "never" } };
    if (unit === "week" && more.weekdays) rule.weekdays = [...new Set([...more.weekdays, own])];
    if (unit === "month" && more.isLastDay && start.isLast) rule.monthDay = "last_day";
    if (more.ends === "count") rule.ends = { kind: "count", count: more.count };
    if (more.ends === "until") rule.ends = { kind: "until", day: later(more.lasts) };
    const after =
      more.passes === null ? undefined : `${later(more.passes)}T${more.isAfterDate ? time : "12:00"}`;
    return { rule, at, time, timeZone, after, limit };
  });

it("dates equal those of a search through the days of a calendar", () => {
  fc.assert(
    fc.property(given, (each) => {
      const start = `${CALENDAR[each.at]?.text}T${each.time}`;
      const found = occurrencesOf(each.rule, { start, timeZone: each.timeZone }, each);
      // The calendar of this file ends before the dates do.
      expect(found.filter(({ wall }) => wall < `${LAST_YEAR + 1}`)).toEqual(bySearch(each));
    }),
    { numRuns: 300 },
  );
});
