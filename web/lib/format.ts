import type { Language } from "../../worker/lib/wire.schema.ts";
import { LOCALES } from "./i18n/i18n.ts";

export { LOCALES };

export type When = string | number | Date | null | undefined;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds since 1970; null for a missing or invalid time. A day without a time is the reader's, not that of UTC. */
function instantOf(value: When): number | null {
  const isDay = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const time = new Date(isDay ? `${value}T00:00` : (value ?? "")).getTime();
  return Number.isNaN(time) ? null : time;
}

/** Caches an `Intl` object for each language, since creating it takes long. */
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

/** 1,234 */
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

/** Dates in the forms of the product; null for no date or an unreadable one. */
export const DATE_FORMATS = {
  date: formatWith(DATE), // 21 Nov 2026
  dateTime: formatWith({ ...DATE, ...TIME }), // 21 Nov 2026, 23:00
  day: formatWith({ weekday: "short", day: "numeric", month: "short" }), // Sat 21 Nov
  shortDate: formatWith({ day: "numeric", month: "short" }), // 21 Nov
  shortDateTime: formatWith({ day: "numeric", month: "short", ...TIME }), // 21 Nov, 23:00
  moment: formatWith({ weekday: "short", ...DATE, ...TIME }), // Sat, 21 Nov 2026, 23:00
  weekday: formatWith({ weekday: "long" }), // Saturday
  longDay: formatWith({ day: "numeric", month: "long" }), // 21 November
  longDate: formatWith({ day: "numeric", month: "long", year: "numeric" }), // 21 November 2026
  dayNumber: formatWith({ day: "numeric" }), // 21
  month: formatWith({ month: "long", year: "numeric" }), // November 2026
  time: formatWith(TIME), // 23:00
};

export const formatTime = DATE_FORMATS.time;

/** Whole days by the reader's calendar from now to the time: 0 today, 1 tomorrow, -1 yesterday. */
export function calendarDays(value: When, now: number): number | null {
  const time = instantOf(value);
  if (time === null) return null;
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  return Math.round((midnight(time) - midnight(now)) / DAY);
}

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

/** The time in milliseconds, not before `past`: the clock of the page is updated every 15 seconds only. */
export const timeAfter = (past: string, now: number): number => Math.max(now, Date.parse(past));

/** Colour group of a status; see the badge. */
export type Tone = "go" | "wait" | "stop" | "new" | "idle";

/** The distance of a deadline: red when past, yellow under 24 hours, else green. */
export function deadlineState(value: When, now: number) {
  const time = instantOf(value);
  if (time === null) return { tone: "idle", left: "none", amount: 0 } as const;
  const distance = time - now;
  if (distance <= 0) return { tone: "stop", left: "overdue", amount: 0 } as const;
  const hours = Math.max(1, Math.round(distance / HOUR));
  if (distance < DAY) return { tone: "wait", left: "hours", amount: hours } as const;
  return { tone: "go", left: "days", amount: calendarDays(time, now) ?? 0 } as const;
}

/** Thousands as "1k+", "12k+" above 999; smaller numbers as they are. */
export const compactNumber = (value: number): string =>
  value > 999 ? `${Math.floor(value / 1000)}k+` : String(value);

/** Tags of clans and ranks in brackets or bars of any kind. */
const TAGS = /\|[^|]*\||\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|<[^>]*>|[【«「『〔][^】»」』〕]*[】»」』〕]/gu;

/** A name without the tags in it; empty for one that is a tag. */
export const withoutTags = (name: string): string => name.replace(TAGS, " ").replace(/\s+/gu, " ").trim();

/** First letter or digit of the first two words beside tags, upper case; the first character without any, "?" for no name. */
export function initials(name: string): string {
  const lettersOf = (text: string) =>
    text.split(/[\s|/·•~_-]+/u).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  const bare = lettersOf(withoutTags(name));
  const letters = bare.length > 0 ? bare : lettersOf(name);
  return (letters.slice(0, 2).join("") || [...name.trim()][0] || "?").toUpperCase();
}

/** A text with a capital first, for words of a sentence that stand alone. */
export const capital = (text: string): string => {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
};

/**
 * What to call a user by: the first word of their name beside tags, or all of it where that is a rank, such as "Lt. Storm".
 */
export function firstName(name: string): string {
  const bare = withoutTags(name);
  const [first = ""] = bare.split(/\s+/u);
  return (first.endsWith(".") ? bare : first) || name.trim();
}

/** A hue in degrees that stays the same for a name. */
export function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
  return (hash * 47) % 360;
}
