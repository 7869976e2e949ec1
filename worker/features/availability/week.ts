import { instantAt, offsetAt } from "../../lib/zones.schema.ts";
import { BEST_WINDOWS, type EventTimes, WEEK_HOURS } from "./availability.schema.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 1970-01-05, a Monday. */
const FIRST_MONDAY = 4 * 24 * HOUR;

/**
 * The instants at which the hours of a week begin in a zone. An hour that its clocks skip begins with the next one; of a
 * repeated one, the first counts.
 */
export function beginningsOf(week: string, timeZone: string): number[] {
  const first = Date.parse(`${week}T00:00Z`);
  return Array.from({ length: WEEK_HOURS }, (_, hour) => {
    const wall = new Date(first + hour * HOUR).toISOString().slice(0, 16);
    return Date.parse(instantAt(wall, timeZone).instant);
  });
}

/**
 * The hours of the usual week on a zone's clocks at ascending instants of a week. Clocks change at most once in a week, so that
 * the two ends show whether they change between them.
 */
export function shownAt(instants: readonly number[], timeZone: string): number[] {
  const [first, last] = [instants[0], instants.at(-1)];
  if (first === undefined || last === undefined) return [];
  const offset = offsetAt(first, timeZone);
  if (offsetAt(last, timeZone) === offset)
    return instants.map((each) => Math.floor((each + offset * MINUTE - FIRST_MONDAY) / HOUR) % WEEK_HOURS);
  const half = instants.length >> 1;
  return [...shownAt(instants.slice(0, half), timeZone), ...shownAt(instants.slice(half), timeZone)];
}

type Totals = { timeZone: string; counts: readonly number[] };

/**
 * Members available from each of the instants on, for one hour and for as many `hours` in a row. A member is available in the
 * hour of their own clocks when the reader's begins: 20:00 for the reader is 00:30 in India, and so counts members there who
 * marked 00. Hours in a row are those of the usual week, also in the night in which the member's clocks change.
 */
export function countAt(instants: readonly number[], totals: readonly Totals[], hours: number) {
  const single = instants.map(() => 0);
  const all = instants.map(() => 0);
  for (const { timeZone, counts } of totals)
    shownAt(instants, timeZone).forEach((hour, at) => {
      single[at] = (single[at] ?? 0) + (counts[hour] ?? 0);
      all[at] = (all[at] ?? 0) + (counts[(hours - 1) * WEEK_HOURS + hour] ?? 0);
    });
  return { single, all };
}

/** The best windows that begin after `now`: most people first, of equal ones the earlier. */
export function bestWindows(
  instants: readonly number[],
  people: readonly number[],
  hours: number,
  now: number,
): EventTimes["windows"] {
  const chosen: { hour: number; begins: number; people: number }[] = [];
  const possible = instants
    .map((begins, hour) => ({ hour, begins, people: people[hour] ?? 0 }))
    .filter((each) => each.people > 0 && each.begins > now)
    .sort((one, other) => other.people - one.people || one.hour - other.hour);
  for (const each of possible) {
    if (chosen.length === BEST_WINDOWS) break;
    if (chosen.every(({ begins }) => Math.abs(begins - each.begins) >= hours * HOUR)) chosen.push(each);
  }
  return chosen.map(({ begins, ...rest }) => ({ ...rest, startsAt: new Date(begins).toISOString() }));
}
