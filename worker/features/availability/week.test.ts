import { expect, it } from "vitest";
import { WEEK_HOURS, WINDOW } from "./availability.schema.ts";
import { hourOf, hoursOf } from "./testing/hours.ts";
import { beginningsOf, bestWindows, countAt, shownAt } from "./week.ts";

const HOUR = 3_600_000;
const COPENHAGEN = "Europe/Copenhagen";
/** Monday. */
const WEEK = "2026-11-30";

/** The total of one member of a zone. */
const totalOf = (timeZone: string, hours: string) => ({
  timeZone,
  counts: Array.from({ length: WINDOW.most * WEEK_HOURS }, (_, at) => {
    const [hour, length] = [at % WEEK_HOURS, Math.floor(at / WEEK_HOURS) + 1];
    return Number(!(hours + hours).slice(hour, hour + length).includes("0"));
  }),
});
const marksOf = (counts: number[]) => counts.flatMap((count, hour) => (count > 0 ? [hour] : []));
const seen = (readersZone: string, timeZone: string, hours: string, week = WEEK) =>
  marksOf(countAt(beginningsOf(week, readersZone), [totalOf(timeZone, hours)], 1).single);

it("shows a zone's hours to readers of the same zone as marked, in every week", () => {
  const all = Array.from({ length: WEEK_HOURS }, (_, hour) => hour);
  for (const week of [WEEK, "2026-07-06"])
    for (const zone of [COPENHAGEN, "America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati"])
      expect(shownAt(beginningsOf(week, zone), zone)).toEqual(all);
});

it("shows Thursday 20:00 of Copenhagen at 14:00 in New York and at 19:00 UTC", () => {
  const thursday = hoursOf(hourOf(3, 20));
  expect(seen("America/New_York", COPENHAGEN, thursday)).toEqual([hourOf(3, 14)]);
  expect(seen("UTC", COPENHAGEN, thursday)).toEqual([hourOf(3, 19)]);
});

it("shows Sunday evening of New York on the reader's Monday, at the beginning of the same week", () => {
  expect(seen(COPENHAGEN, "America/New_York", hoursOf(hourOf(6, 20)))).toEqual([hourOf(0, 2)]);
});

it("counts a member of a zone with a half-hour offset in the hour of their clocks when the reader's begins", () => {
  // 20:00 UTC is 01:30 in India.
  expect(seen("UTC", "Asia/Kolkata", hoursOf(hourOf(4, 1)))).toEqual([hourOf(3, 20)]);
});

it("follows clock changes in the middle of the week in one zone only", () => {
  // New York goes back on Sunday 1 November 2026, Copenhagen a week before; UTC never.
  const daily = hoursOf(...[0, 1, 2, 3, 4, 5, 6].map((day) => hourOf(day, 15)));
  const [before, after] = [19, 20];
  expect(seen("UTC", "America/New_York", daily, "2026-10-26").map((hour) => hour % 24)).toEqual([
    ...[before, before, before, before, before, before],
    after,
  ]);
});

it("counts an hour that the reader's clocks skip like the next one", () => {
  // 29 March 2026, 02:00 to 03:00.
  const beginnings = beginningsOf("2026-03-23", COPENHAGEN);
  expect(beginnings[hourOf(6, 2)]).toBe(beginnings[hourOf(6, 3)]);
  expect(beginnings[hourOf(6, 4)]).toBe((beginnings[hourOf(6, 3)] as number) + HOUR);
});

it("counts for a window only members available in all of its hours, also from Sunday into Monday", () => {
  const beginnings = beginningsOf(WEEK, "UTC");
  const totals = [
    totalOf("UTC", hoursOf(hourOf(6, 22), hourOf(6, 23), hourOf(0, 0))),
    totalOf("UTC", hoursOf(hourOf(6, 22), hourOf(6, 23))),
  ];
  expect(countAt(beginnings, totals, 2).all[hourOf(6, 22)]).toBe(2);
  expect(countAt(beginnings, totals, 3).all[hourOf(6, 22)]).toBe(1);
  expect(countAt(beginnings, totals, 4).all.every((people) => people === 0)).toBe(true);
});

it("finds three windows with most people that do not overlap, the earlier first, and none in the past", () => {
  const beginnings = beginningsOf(WEEK, "UTC");
  const people = beginnings.map(() => 0);
  for (const [day, hour, count] of [
    [0, 20, 9],
    [2, 19, 4],
    [2, 20, 5],
    [3, 20, 5],
    [5, 20, 1],
    [6, 20, 1],
  ] as const)
    people[hourOf(day, hour)] = count;
  const tuesday = Date.parse("2026-12-01T00:00Z");
  expect(bestWindows(beginnings, people, 3, tuesday)).toEqual([
    { hour: hourOf(2, 20), startsAt: "2026-12-02T20:00:00.000Z", people: 5 },
    { hour: hourOf(3, 20), startsAt: "2026-12-03T20:00:00.000Z", people: 5 },
    { hour: hourOf(5, 20), startsAt: "2026-12-05T20:00:00.000Z", people: 1 },
  ]);
});
