import type { Language } from "../../worker/lib/wire.schema.ts";

/** The locale whose customs dates and numbers follow in each language. */
export const LOCALES = { en: "en-GB", da: "da-DK" } as const satisfies Record<Language, string>;

/** A time as the server or the browser gives it; nothing for a missing one. */
export type When = string | number | Date | null | undefined;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds since 1970; null for nothing and for what is no time. */
function instantOf(value: When): number | null {
  const time = new Date(value ?? "").getTime();
  return Number.isNaN(time) ? null : time;
}

/** Keeps what `Intl` makes for each language: making it takes long. */
function keeping<Format>(make: (locale: string) => Format) {
  const made: { [L in Language]?: Format } = {};
  return (language: Language): Format => {
    made[language] ??= make(LOCALES[language]);
    return made[language];
  };
}

const numberFormat = keeping((locale) => new Intl.NumberFormat(locale));
const longRelative = keeping((locale) => new Intl.RelativeTimeFormat(locale));
const shortRelative = keeping((locale) => new Intl.RelativeTimeFormat(locale, { style: "short" }));

/** With the separators of the language: 1,234. */
export const formatNumber = (value: number, language: Language): string =>
  numberFormat(language).format(value);

const formatWith = (options: Intl.DateTimeFormatOptions) => {
  const dateFormat = keeping((locale) => new Intl.DateTimeFormat(locale, options));
  return (value: When, language: Language) => {
    const time = instantOf(value);
    return time === null ? null : dateFormat(language).format(time);
  };
};

const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit" } as const;

/** Day, short month and year; null for no date or an unreadable one. */
export const formatDate = formatWith(DATE);

/** The same with hours and minutes. */
export const formatDateTime = formatWith({ ...DATE, ...TIME });

/** Day of the week, day and short month. */
export const formatDay = formatWith({ weekday: "short", day: "numeric", month: "short" });

/** Day and short month. */
export const formatShortDate = formatWith({ day: "numeric", month: "short" });

/** The same with hours and minutes. */
export const formatShortDateTime = formatWith({ day: "numeric", month: "short", ...TIME });

/** Month and year. */
export const formatMonth = formatWith({ month: "long", year: "numeric" });

/** Hours and minutes. */
export const formatTime = formatWith(TIME);

/** Whole days by the reader's calendar from now to the time: 0 today, 1 tomorrow, -1 yesterday. */
export function calendarDays(value: When, now: number): number | null {
  const time = instantOf(value);
  if (time === null) return null;
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  return Math.round((midnight(time) - midnight(now)) / DAY);
}

/** Units of relative times with their lengths, from the longest. */
const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
  ["second", SECOND],
] as const;

/** Whole seconds under a minute, minutes under an hour, hours under a day, then days; null when unknown. */
export function relativeUnit(value: When, now: number) {
  const time = instantOf(value);
  if (time === null) return null;
  const distance = time - now;
  const [unit, length] = UNITS.find(([, each]) => Math.abs(distance) >= each) ?? UNITS[3];
  return { unit, amount: Math.trunc(distance / length) };
}

/** "12 seconds ago", "in 3 hours"; null when unknown. `narrow` gives "12 sec. ago". */
export function formatRelative(value: When, language: Language, now: number, narrow = false): string | null {
  const distance = relativeUnit(value, now);
  if (!distance) return null;
  // Minus zero is "0 seconds ago" where zero would be "in 0 seconds".
  const format = narrow ? shortRelative : longRelative;
  return format(language).format(distance.amount || -0, distance.unit);
}

/**
 * The time that something past is told against: the page's clock moves on every 15 seconds, so that what has just happened
 * would be told as to come. Both in milliseconds.
 */
export const timeAfter = (past: string, now: number): number => Math.max(now, Date.parse(past));

/** Colour group of a status; see the badge. */
export type Tone = "go" | "wait" | "stop" | "new" | "idle";

/** How near a deadline is: red when past, yellow under 24 hours, green after that. */
export function deadlineState(value: When, now: number) {
  const time = instantOf(value);
  if (time === null) return { tone: "idle", left: "none", amount: 0 } as const;
  const distance = time - now;
  if (distance <= 0) return { tone: "stop", left: "overdue", amount: 0 } as const;
  const hours = Math.max(1, Math.floor(distance / HOUR));
  if (distance < DAY) return { tone: "wait", left: "hours", amount: hours } as const;
  return { tone: "go", left: "days", amount: Math.floor(distance / DAY) } as const;
}

/** Thousands as "1k+", "12k+" above 999; smaller numbers as they are. */
export function compactNumber(value: number): string {
  return value > 999 ? `${Math.floor(value / 1000)}k+` : String(value);
}

/** First letter of the first two words, upper case; "?" for no name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).slice(0, 2);
  return (
    words
      .map((word) => [...word][0] ?? "")
      .join("")
      .toUpperCase() || "?"
  );
}

/** A hue in degrees that stays the same for a name. */
export function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
  return (hash * 47) % 360;
}
