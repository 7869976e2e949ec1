import { WEEK_HOURS } from "../../../worker/features/availability/availability.schema.ts";
import { ownZone } from "../../../worker/lib/zones.schema.ts";
import { LOCALES } from "../../lib/format.ts";
import { currentLanguage } from "../../lib/i18n/i18n.ts";

const DAYS = [0, 1, 2, 3, 4, 5, 6];
/** Hours that are shown first: those in which most events take place. */
const EVENING = 16;

const two = (number: number) => String(number).padStart(2, "0");
export const hourText = (hour: number): string => `${two(hour % 24)}:00`;

/** The Mondays of weeks are dates on the reader's clocks. */
export function mondayOf(now: number, shift: number): Date {
  const today = new Date(now);
  const back = (today.getDay() + 6) % 7;
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - back + shift * 7);
}

export const dayAfter = (monday: Date, days: number): Date =>
  new Date(monday.getFullYear(), monday.getMonth(), monday.getDate() + days);

/** A date as a query names it, such as 2026-11-30. */
export const dateText = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALES[currentLanguage()], options);

/** The name of a weekday, 0 for Monday. */
export const weekday = (day: number, style: "short" | "long"): string =>
  formatOf({ weekday: style, timeZone: "UTC" }).format(Date.UTC(2001, 0, 1 + day));

/** Formats a day as "Mon 30"; the language's own form may be wider than its column. */
export const dayHead = (date: Date): string =>
  `${formatOf({ weekday: "short" }).format(date)} ${date.getDate()}`;

/** The short name of the reader's zone in a week, such as CET. */
export const zoneName = (date: Date): string =>
  formatOf({ timeZoneName: "short" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value ?? ownZone();

/** A week as a table of hours of the week. */
export type Layout = { columns: number[]; rows: { head: number; hours: number[] }[]; isTall: boolean };

/** Days as rows and hours as columns; the other way round where it `isTall`, on a narrow screen with all hours. */
export function layoutOf(isWhole: boolean, isTall: boolean): Layout {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => isWhole || hour >= EVENING);
  const [rows, columns] = isTall ? [hours, DAYS] : [DAYS, hours];
  const weekHour = (row: number, column: number) => (isTall ? column * 24 + row : row * 24 + column);
  return {
    columns,
    rows: rows.map((head) => ({ head, hours: columns.map((column) => weekHour(head, column)) })),
    isTall,
  };
}

const MOVES: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The hour to which a key moves from another in a layout; null for other keys. It stays at the edges. */
export function movedBy(key: string, { rows }: Layout, from: number): number | null {
  const row = rows.findIndex(({ hours }) => hours.includes(from));
  const hours = rows[row]?.hours ?? [];
  if (key === "Home") return hours[0] ?? null;
  if (key === "End") return hours.at(-1) ?? null;
  const move = MOVES[key];
  if (!move) return null;
  return rows[row + move[0]]?.hours[hours.indexOf(from) + move[1]] ?? from;
}

/** Hours of a week, of which some are marked or not. */
export function painted(hours: string, these: readonly number[], isMarked: boolean): string {
  const change = new Set(these);
  return [...hours].map((one, hour) => (change.has(hour) ? (isMarked ? "1" : "0") : one)).join("");
}

export const NO_HOURS = "0".repeat(WEEK_HOURS);

/** The hours between two in a layout, as a drag covers them: a rectangle with both in its corners. */
export function between({ rows }: Layout, from: number, to: number): number[] {
  const placeOf = (hour: number) => {
    const row = rows.findIndex(({ hours }) => hours.includes(hour));
    return { row, column: rows[row]?.hours.indexOf(hour) ?? -1 };
  };
  const [one, other] = [placeOf(from), placeOf(to)];
  const isWithin = (at: number, a: number, b: number) => at >= Math.min(a, b) && at <= Math.max(a, b);
  return rows.flatMap(({ hours }, row) =>
    hours.filter(
      (_, column) => isWithin(row, one.row, other.row) && isWithin(column, one.column, other.column),
    ),
  );
}

/** Shades of a cell, besides the one for nobody. */
const STEPS = 5;
/** Returns the shade of a count: 0 for nobody, the last for the largest of the week. */
export const stepOf = (count: number, largest: number): number =>
  count === 0 ? 0 : Math.max(1, Math.ceil((count / largest) * STEPS));

/** Hours that a window covers; it may end in the next week. */
export const hoursOf = (first: number, length: number): number[] =>
  Array.from({ length }, (_, more) => first + more).filter((hour) => hour < WEEK_HOURS);
