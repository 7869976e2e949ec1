import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { StripEvent } from "../../../worker/features/events/events.schema.ts";
import { alikeDates, byDay, dayOf, daysBetween, marksOf, weeksOf } from "./days.ts";

const before = process.env.TZ;
process.env.TZ = "Europe/Copenhagen";
after(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

const event = (id: number, startsAt: string, mark: StripEvent["mark"] = "open"): StripEvent => ({
  id,
  title: `Event ${id}`,
  startsAt,
  mark,
});

test("an event is of the day on which it begins in the reader's zone", () => {
  const late = event(1, "2026-11-21T22:59:00.000Z");
  const after = event(2, "2026-11-21T23:00:00.000Z");
  const next = event(3, "2026-11-22T19:00:00.000Z");
  assert.deepEqual(
    byDay([late, after, next]).map(({ day, items }) => [day, ...items.map(({ id }) => id)]),
    [
      ["2026-11-21", 1],
      ["2026-11-22", 2, 3],
    ],
  );
});

test("the strip has five whole weeks from this Monday, also over a change of the clock", () => {
  const weeks = weeksOf(Date.parse("2026-10-18T21:30:00Z"), 0);
  assert.deepEqual(
    weeks.map(({ days }) => [dayOf(days[0] as Date), dayOf(days[6] as Date)]),
    [
      ["2026-10-12", "2026-10-18"],
      ["2026-10-19", "2026-10-25"],
      ["2026-10-26", "2026-11-01"],
      ["2026-11-02", "2026-11-08"],
      ["2026-11-09", "2026-11-15"],
    ],
  );
  assert.equal(weeks[3]?.days[0]?.toISOString(), "2026-11-01T23:00:00.000Z");
});

test("weeks are counted as in ISO 8601, and named by the month that begins in them", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  assert.deepEqual(
    weeksOf(now, 0).map(({ number, month }) => [number, month?.getMonth() ?? null]),
    [
      [47, 10],
      [48, null],
      [49, 11],
      [50, null],
      [51, null],
    ],
  );
  assert.deepEqual(
    weeksOf(now, 1).map(({ number }) => number),
    [52, 53, 1, 2, 3],
  );
  assert.equal(weeksOf(now, -1)[4]?.number, 46);
});

test("a day shows up to three marks, or two and the number of further ones", () => {
  const events = [1, 2, 3, 4].map((id) => event(id, "2026-11-21T19:00:00.000Z"));
  const shown = (count: number) => {
    const { marks, more } = marksOf(events.slice(0, count));
    return [marks.length, more];
  };
  assert.deepEqual(
    [shown(0), shown(3), shown(4)],
    [
      [0, 0],
      [3, 0],
      [2, 2],
    ],
  );
});

test("dates of a series that nobody has answered stand behind the first of them; changed and answered ones do not", () => {
  const date = (id: number, day: string, values: object = {}) => ({
    ...{ id, seriesId: 1, status: "upcoming" as const, startsAt: `${day}T19:00:00.000Z`, title: "Ore night" },
    ...{ location: "ARC-L1", own: null, attendees: 0, waiting: 0, maybe: 0, ...values },
  });
  const taken = date(1, "2026-12-04", { attendees: 4 });
  const [first, second, third] = [date(2, "2026-12-18"), date(3, "2027-01-01"), date(4, "2027-01-15")];
  const moved = date(5, "2027-01-29", { location: "Elsewhere" });
  const cancelled = date(6, "2027-02-12", { status: "cancelled" });
  const other = date(7, "2027-02-13", { seriesId: null });
  assert.deepEqual(
    [...alikeDates([taken, first, second, third, moved, cancelled, other])],
    [[2, [second, third]]],
  );
  assert.deepEqual([...alikeDates([first, second])], []);
  assert.deepEqual([daysBetween([first, second, third]), daysBetween([taken, second, third])], [14, null]);
});
