import type { Event, StripEvent } from "../../../worker/features/events/events.schema.ts";
import { calendarDays } from "../../lib/format.ts";

const twoDigits = (number: number) => String(number).padStart(2, "0");

/** The day of an instant in the reader's zone, such as 2026-11-28. */
export function dayOf(at: string | number | Date): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Events in the order of a list, by the day on which they begin. */
export function byDay<Item extends { startsAt: string }>(items: readonly Item[]) {
  const days: { day: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = dayOf(item.startsAt);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

/** What makes a date of a series one like the others: nobody has answered it, and nothing of it is its own. */
type OfSeries = Pick<
  Event,
  "id" | "seriesId" | "status" | "startsAt" | "title" | "location" | "own" | "attendees" | "waiting" | "maybe"
>;

/** Dates of a series that are folded at least. */
const LEAST_FOLDED = 2;

/** The dates of a series that are all alike, by the id of the first of them, which stands for them. */
export function alikeDates<Item extends OfSeries>(items: readonly Item[]): Map<number, Item[]> {
  const isAlike = (each: Item) =>
    each.seriesId !== null &&
    each.status === "upcoming" &&
    !each.own &&
    each.attendees + each.waiting + each.maybe === 0;
  const keyOf = ({ seriesId, title, location, startsAt }: Item) => {
    const at = new Date(startsAt);
    return JSON.stringify([seriesId, title, location, at.getHours(), at.getMinutes()]);
  };
  const groups = [...Map.groupBy(items.filter(isAlike), keyOf).values()];
  return new Map(
    groups.flatMap(([first, ...rest]) =>
      first && rest.length >= LEAST_FOLDED ? [[first.id, rest] as const] : [],
    ),
  );
}

/** Whole days between dates where they are the same between all; else null. */
export function daysBetween(dates: readonly { startsAt: string }[]): number | null {
  const gaps = dates
    .slice(1)
    .map(({ startsAt }, at) => calendarDays(startsAt, Date.parse(dates[at]?.startsAt ?? startsAt)));
  return gaps.every((gap) => gap === gaps[0]) ? (gaps[0] ?? null) : null;
}

const daysAfter = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** The number of the week that begins on a Monday (ISO 8601): weeks belong to the year of their Thursday. */
function weekNumber(monday: Date): number {
  const thursday = daysAfter(monday, 3);
  const passed = Date.UTC(thursday.getFullYear(), thursday.getMonth(), thursday.getDate());
  return Math.floor((passed - Date.UTC(thursday.getFullYear(), 0, 1)) / (7 * 24 * 3_600_000)) + 1;
}

const STRIP_WEEKS = 5;

/** Five weeks from the present one, or `shift` times five weeks later; `month` where a week begins the strip or has a first of the month. */
export function weeksOf(now: number, shift: number) {
  const today = new Date(now);
  const monday = daysAfter(today, -((today.getDay() + 6) % 7) + shift * STRIP_WEEKS * 7);
  return Array.from({ length: STRIP_WEEKS }, (_, week) => {
    const start = daysAfter(monday, week * 7);
    const days = Array.from({ length: 7 }, (_, day) => daysAfter(start, day));
    const isNamed = week === 0 || days.some((day) => day.getDate() === 1);
    return { number: weekNumber(start), month: isNamed ? (days[6] as Date) : null, days };
  });
}

/** The instant at which that strip begins. */
export const stripStart = (now: number, shift: number): string =>
  (weeksOf(now, shift)[0]?.days[0] ?? new Date(now)).toISOString();

/** Marks that a day of the strip has room for. */
const MARKS = 3;

/** The marks of a day, and how many more events it has. */
export function marksOf(events: readonly StripEvent[]) {
  const shown = events.length > MARKS ? MARKS - 1 : MARKS;
  return { marks: events.slice(0, shown), more: Math.max(0, events.length - shown) };
}
