import type { Language } from "./wire.schema.ts";

const DAY = 86_400_000;

/** The day of an instant by UTC, `2026-12-03`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The day some days after another, or with a negative number before it. */
export const addDays = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * DAY));

/** Seconds until the next day by UTC begins; at least 1. */
export const secondsToTomorrow = (now: Date): number =>
  Math.max(1, Math.ceil((Date.parse(addDays(dayOf(now), 1)) - now.getTime()) / 1000));

/** Days from one to another, both included; below 1 where the other comes first. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY + 1;

/**
 * The day that a person typed: `2026-12-03`, `3.12.2026`, or `3.12` for the next such day from today on; null for any other
 * text, and for a day that the calendar does not have.
 */
export function typedDay(text: string, today: string): string | null {
  const found =
    /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)$/.exec(text.trim()) ??
    /^(?<day>\d\d?)\.\s?(?<month>\d\d?)(\.\s?(?<year>\d{4})?)?$/.exec(text.trim());
  if (!found?.groups) return null;
  const { year, month = "", day = "" } = found.groups;
  const within = (year: string | number) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const thisYear = within(year ?? today.slice(0, 4));
  const typed = year || thisYear >= today ? thisYear : within(Number(today.slice(0, 4)) + 1);
  const at = new Date(typed);
  return !Number.isNaN(at.getTime()) && dayOf(at) === typed ? typed : null;
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const LOCALES = { en: "en-GB", da: "da-DK" } satisfies Record<Language, string>;

/** A day in words: 3 December 2026. */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));

/** Ends of the names of details that hold a day, such as `lastDay` and `endsOn`. */
const OF_DAY = /(^d|D)ay$|On$/;

/** The day in words that a detail of this name holds; null for every other value, which somebody may have typed. */
export const dayDetail = (name: string, value: unknown, language: Language): string | null =>
  typeof value === "string" && OF_DAY.test(name) && isDay(value) ? dayText(value, language) : null;
