import { RRuleTemporal } from "rrule-temporal";
import { YEARS } from "../../../lib/years.schema.ts";
import { instantAt } from "../../../lib/zones.schema.ts";
import { type Rule, type Unit, weekdayOf } from "./recurrence.schema.ts";

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
  /** By the rule, in the event's time zone; it identifies the date in its series even where clocks skip it. */
  wall: string;
  /** In UTC with milliseconds. */
  startsAt: string;
  /** Whether clocks skip the time, so that it starts at the end of the gap. */
  isMoved: boolean;
};

/** The first dates, or the first ones after a time, which is excluded. */
type Range = { after?: string | undefined; limit: number };

/** Dates are computed in UTC, whose clocks skip nothing: in other zones the package omits times in gaps. */
const utcOf = (wall: string) => Date.parse(`${wall}Z`);
const wallOf = (utc: number) => new Date(utc).toISOString().slice(0, 16);

function recurrenceOf({ every, unit, weekdays, monthDay, ends }: Rule, start: string) {
  const [month, day] = [Number(start.slice(5, 7)), Number(start.slice(8, 10))];
  // A text is parsed by the Temporal that the package uses: the runtime's, or its own where there is none.
  const dtstart = { timeZoneId: "UTC", toString: () => `${start}:00+00:00[UTC]` };
  return new RRuleTemporal({
    dtstart,
    freq: FREQUENCIES[unit],
    interval: every,
    wkst: "MO",
    ...(unit === "week" && { byDay: (weekdays ?? [weekdayOf(start)]).map((day) => day.toUpperCase()) }),
    ...(unit === "month" && { byMonthDay: monthDay === "last_day" ? [-1] : [day] }),
    ...(unit === "year" && { byMonth: [month], byMonthDay: [day] }),
    ...(ends.kind === "count" && { count: ends.count }),
  });
}

/** The times of a series' dates in the event's time zone, at most until the last of `YEARS`. */
export function wallsOf(rule: Rule, start: string, { after, limit }: Range): string[] {
  const recurrence = recurrenceOf(rule, start);
  const last = rule.ends.kind === "until" ? utcOf(`${rule.ends.day}T23:59`) : END;
  let from = Math.max(utcOf(start), after ? utcOf(after) + 1 : 0);
  // A count bounds the package's work by itself; other rules are computed for a window at a time.
  const length = rule.ends.kind === "count" ? END : limit * rule.every * LENGTHS[rule.unit];
  const walls: string[] = [];
  while (walls.length < limit && from <= last) {
    const to = Math.min(from + length, last);
    const found = recurrence.between(new Date(from), new Date(to), true);
    walls.push(...found.map(({ epochMilliseconds }) => wallOf(epochMilliseconds)));
    from = to + 1;
  }
  return walls.slice(0, limit);
}

/** The dates of a series in order; a start that fits the rule (`misfitOf`) is the first. */
export function occurrencesOf(
  rule: Rule,
  { start, timeZone }: { start: string; timeZone: string },
  range: Range,
): Occurrence[] {
  return wallsOf(rule, start, range).map((wall) => {
    const { instant, isMoved } = instantAt(wall, timeZone);
    return { wall, startsAt: instant, isMoved };
  });
}
