import type { Language } from "../../worker/lib/wire.schema.ts";

/** The locale whose customs dates and numbers follow in each language. */
export const LOCALES = { en: "en-GB", da: "da-DK" } as const satisfies Record<Language, string>;

type When = string | number | Date | null | undefined;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds since 1970, null for nothing, NaN for what is no time. */
function instantOf(value: When): number | null {
  if (value === null || value === undefined || value === "") return null;
  return new Date(value).getTime();
}

const numbers = new Map<Language, Intl.NumberFormat>();

/** With the separators of the language: 1,234. */
export function formatNumber(value: number, language: Language): string {
  const known = numbers.get(language) ?? new Intl.NumberFormat(LOCALES[language]);
  numbers.set(language, known);
  return known.format(value);
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LOCALES[language], options);
  formatters.set(key, made);
  return made;
}

function formatWhen(value: When, language: Language, options: Intl.DateTimeFormatOptions): string | null {
  const time = instantOf(value);
  if (time === null || Number.isNaN(time)) return null;
  return dateFormat(language, options).format(time);
}

/** Day, short month and year; null for no date or an unreadable one. */
export function formatDate(value: When, language: Language): string | null {
  return formatWhen(value, language, { day: "numeric", month: "short", year: "numeric" });
}

/** The same with hours and minutes. */
export function formatDateTime(value: When, language: Language): string | null {
  return formatWhen(value, language, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** Day of the week, day and short month. */
export function formatDay(value: When, language: Language): string | null {
  return formatWhen(value, language, { weekday: "short", day: "numeric", month: "short" });
}

/** Month and year. */
export function formatMonth(value: When, language: Language): string | null {
  return formatWhen(value, language, { month: "long", year: "numeric" });
}

/** Hours and minutes. */
export function formatTime(value: When, language: Language): string | null {
  return formatWhen(value, language, { hour: "2-digit", minute: "2-digit" });
}

/** Whole days by the reader's calendar from now to the time: 0 today, 1 tomorrow, -1 yesterday. */
export function calendarDays(value: When, now: number): number | null {
  const time = instantOf(value);
  if (time === null || Number.isNaN(time)) return null;
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  return Math.round((midnight(time) - midnight(now)) / DAY);
}

/** Whole seconds under a minute, minutes under an hour, hours under a day, then days; null when unknown. */
export function relativeUnit(value: When, now: number) {
  const time = instantOf(value);
  if (time === null || Number.isNaN(time)) return null;
  const distance = time - now;
  const size = Math.abs(distance);
  const [unit, length] =
    size < MINUTE
      ? (["second", SECOND] as const)
      : size < HOUR
        ? (["minute", MINUTE] as const)
        : size < DAY
          ? (["hour", HOUR] as const)
          : (["day", DAY] as const);
  return { unit, amount: Math.trunc(distance / length) };
}

const relatives = new Map<string, Intl.RelativeTimeFormat>();

/** "12 seconds ago", "in 3 hours"; null when unknown. `narrow` gives "12 sec. ago". */
export function formatRelative(value: When, language: Language, now: number, narrow = false): string | null {
  const distance = relativeUnit(value, now);
  if (!distance) return null;
  const key = `${language}${narrow}`;
  const format =
    relatives.get(key) ??
    new Intl.RelativeTimeFormat(LOCALES[language], { numeric: "always", style: narrow ? "short" : "long" });
  relatives.set(key, format);
  // Minus zero is "0 seconds ago" where zero would be "in 0 seconds".
  return format.format(distance.amount === 0 ? -0 : distance.amount, distance.unit);
}

/** Colour group of a status; see the badge. */
export type Tone = "go" | "wait" | "stop" | "new" | "idle";

/** How near a deadline is: red when past, yellow under 24 hours, green after that. */
export function deadlineState(
  value: When,
  now: number,
): { tone: Tone; left: "none" | "overdue" | "hours" | "days"; amount: number } {
  const time = instantOf(value);
  if (time === null || Number.isNaN(time)) return { tone: "idle", left: "none", amount: 0 };
  const distance = time - now;
  if (distance <= 0) return { tone: "stop", left: "overdue", amount: 0 };
  if (distance < DAY)
    return { tone: "wait", left: "hours", amount: Math.max(1, Math.floor(distance / HOUR)) };
  return { tone: "go", left: "days", amount: Math.floor(distance / DAY) };
}

/** Thousands as "1k+", "12k+" above 999; smaller numbers as they are. */
export function compactNumber(value: number): string {
  return value > 999 ? `${Math.floor(value / 1000)}k+` : String(value);
}

/** First letter of the first two words, upper case; "?" for no name. */
export function initials(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "");
  return letters.join("").toUpperCase() || "?";
}

/** A hue in degrees that stays the same for a name. */
export function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
  return (hash * 47) % 360;
}
