// When it is first imported, rrule-temporal prefers the runtime's own Temporal, which differs between runtimes, to the one
// that it brings along. The first import hides it until showTemporal() is called, so their order matters.
import "./hidden-temporal.ts";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill/implementation";
import { YEARS } from "../../../lib/years.schema.ts";
import { instantOf } from "../../../lib/zones.ts";
import { showTemporal } from "./hidden-temporal.ts";
import { type Rule, type Series, type Unit, weekdayOf } from "./recurrence.schema.ts";

showTemporal();

const DAY_MS = 86_400_000;
const LENGTHS: Record<Unit, number> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
  year: 366 * DAY_MS,
};
const FREQUENCIES = { day: "DAILY", week: "WEEKLY", month: "MONTHLY", year: "YEARLY" } as const;
const END = Date.UTC(YEARS.last + 1, 0, 1) - 1;

/** One date of a series. */
export type Occurrence = {
  /** As the rule says it, in the event's time zone; it names the date in its series even where clocks skip it. */
  wall: string;
  /** In UTC with milliseconds. */
  startsAt: string;
  /** Whether clocks skip the time, so that it starts at the end of the gap. */
  shifted: boolean;
};

/** The first dates, or the first ones after a time, which is left out itself. */
type Range = { after?: string | undefined; limit: number };

/** Dates are computed in UTC, whose clocks skip nothing: of any other zone the package leaves out times in gaps. */
const utcOf = (wall: string) => Date.parse(`${wall}Z`);

function recurrenceOf({ every, unit, weekdays, monthDay, ends }: Rule, start: string) {
  const dtstart = Temporal.PlainDateTime.from(start).toZonedDateTime("UTC");
  const ownDay = [dtstart.day];
  return new RRuleTemporal({
    ...{ dtstart, freq: FREQUENCIES[unit], interval: every, wkst: "MO" },
    ...(unit === "week" && { byDay: (weekdays ?? [weekdayOf(start)]).map((day) => day.toUpperCase()) }),
    ...(unit === "month" && { byMonthDay: monthDay === "last_day" ? [-1] : ownDay }),
    ...(unit === "year" && { byMonth: [dtstart.month], byMonthDay: ownDay }),
    ...(ends.kind === "count" && { count: ends.count }),
  });
}

/** The times of a series' dates in the event's time zone, at most until the last of `YEARS`. */
export function wallsOf(rule: Rule, start: string, { after, limit }: Range): string[] {
  const recurrence = recurrenceOf(rule, start);
  const last = rule.ends.kind === "until" ? utcOf(`${rule.ends.day}T23:59`) : END;
  let from = Math.max(utcOf(start), after ? utcOf(after) + 1 : 0);
  // A count bounds the work of the package by itself; of other rules it is asked for a window at a time.
  const length = rule.ends.kind === "count" ? END : limit * rule.every * LENGTHS[rule.unit];
  const walls: string[] = [];
  while (walls.length < limit && from <= last) {
    const to = Math.min(from + length, last);
    const found = recurrence.between(new Date(from), new Date(to), true);
    walls.push(...found.map((date) => date.toPlainDateTime().toString({ smallestUnit: "minute" })));
    from = to + 1;
  }
  return walls.slice(0, limit);
}

/** The dates of a series in order; a start that fits the rule (`misfitOf`) is the first. */
export function occurrencesOf(
  rule: Rule,
  { start, timeZone }: Omit<Series, "rule">,
  range: Range,
): Occurrence[] {
  return wallsOf(rule, start, range).map((wall) => ({ wall, ...instantOf(wall, timeZone) }));
}
