import { YEARS } from "../../worker/lib/years.schema.ts";
import { LOCALES } from "./i18n/i18n.ts";

/** The hour of a moment whose time is not typed: events and deadlines of players are in the evening. */
export const EVENING = 20;

/** A day of the reader's calendar, `2026-11-27`. */
export type Day = string;

const two = (value: number) => String(value).padStart(2, "0");

/** The day of an instant in the reader's zone. */
export const dayOf = (date: Date): Day =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The beginning of a day in the reader's zone; null for a text that is no day within `YEARS`. */
export function startOf(day: Day): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return dateOf(Number(year), Number(month), Number(date));
}

function dateOf(year: number, month: number, day: number): Date | null {
  const date = new Date(year, month - 1, day);
  // A day that the month does not have is one of another month.
  return date.getMonth() === month - 1 && year >= YEARS.first && year <= YEARS.last ? date : null;
}

export const addDays = (date: Date, days: number): Date => {
  const later = new Date(date);
  later.setDate(date.getDate() + days);
  return later;
};

const bare = (text: string) => text.toLowerCase().replace(/\./g, "");

/** Names of months or weekdays in both languages, with their numbers. */
function namesOf(field: "month" | "weekday", dates: Date[]) {
  const names: [string, number][] = [];
  for (const locale of Object.values(LOCALES)) {
    const format = new Intl.DateTimeFormat(locale, { [field]: "long" });
    for (const [at, date] of dates.entries()) names.push([bare(format.format(date)), at]);
  }
  return names;
}
const MONTHS = namesOf(
  "month",
  Array.from({ length: 12 }, (_, at) => new Date(2026, at, 1)),
);
/** From Sunday, 0, as `Date` counts. */
const WEEKDAYS = namesOf(
  "weekday",
  Array.from({ length: 7 }, (_, at) => new Date(2026, 1, at + 1)),
);

/** The number of a name that is written out or cut after three letters or more. */
const numberOf = (names: [string, number][], text: string): number | undefined =>
  text.length < 3 ? undefined : names.find(([name]) => name.startsWith(bare(text)))?.[1];

/** "yesterday", "i dag" and the like, with their days from today. */
const NEAR = Object.values(LOCALES).flatMap((locale) => {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return [-1, 0, 1].map((days) => [format.format(days, "day"), days] as const);
});

type Towards = "past" | "future";

/** The day and month in this year, or in the next or last one where that is in the wrong direction. */
function nearest(day: number, month: number, now: Date, towards: Towards): Date | null {
  const [today, year] = [dayOf(now), now.getFullYear()];
  // The 29th of February can be eight years away.
  const wanted = Array.from({ length: 17 }, (_, at) => dateOf(year + at - 8, month, day)).filter(
    (date) => date && (towards === "past" ? dayOf(date) <= today : dayOf(date) >= today),
  );
  return (towards === "past" ? wanted.at(-1) : wanted[0]) ?? null;
}

const yearOf = (text: string) => Number(text.length === 2 ? `20${text}` : text);

function onDay(day: string, month: number, year: string | undefined, now: Date, towards: Towards) {
  return year ? dateOf(yearOf(year), month, Number(day)) : nearest(Number(day), month, now, towards);
}

const YEAR = String.raw`(\d{4}|\d{2})`;
const ORDINAL = String.raw`(\d{1,2})(?:\.|st|nd|rd|th)?`;
const NUMERIC = new RegExp(String.raw`^(\d{1,2})[./ -]\s*(\d{1,2})\.?(?:[./ -]?\s*${YEAR})?$`);
const DAY_MONTH = new RegExp(String.raw`^${ORDINAL}\s*(\p{L}+)\.?(?:,?\s*${YEAR})?$`, "u");
const MONTH_DAY = new RegExp(String.raw`^(\p{L}+)\.?\s*${ORDINAL}(?:,?\s+${YEAR})?$`, "u");

/** The beginning of the day that a text means; see {@link readDay}. */
function readDate(text: string, now: Date, towards: Towards): Date | null {
  const near = NEAR.find(([name]) => name === text);
  if (near) return addDays(startOf(dayOf(now)) ?? now, near[1]);
  const weekday = numberOf(WEEKDAYS, text);
  if (weekday !== undefined) {
    const [today, sign] = [now.getDay(), towards === "past" ? -1 : 1];
    const days = (sign * (weekday - today) + 7) % 7;
    return addDays(startOf(dayOf(now)) ?? now, sign * days);
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, first = ""] = /^(\p{L}+)\.?,?\s+(?=\d)/u.exec(text) ?? [];
  if (numberOf(WEEKDAYS, first) !== undefined)
    return readDate(text.slice(first.length).replace(/^[.,\s]+/, ""), now, towards);
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [, a = "", b = "", year] = numeric;
    // The day comes first in both languages; a month above 12 tells that somebody wrote it the other way.
    return Number(b) > 12 ? onDay(b, Number(a), year, now, towards) : onDay(a, Number(b), year, now, towards);
  }
  const [, day, name, year] = DAY_MONTH.exec(text) ?? [];
  const [, otherName, otherDay, otherYear] = MONTH_DAY.exec(text) ?? [];
  const month = numberOf(MONTHS, name ?? otherName ?? "");
  if (month === undefined) return null;
  return onDay(day ?? otherDay ?? "", month + 1, year ?? otherYear, now, towards);
}

export const tidy = (typed: string) => typed.trim().toLowerCase().replace(/\s+/g, " ");

/**
 * The day that is typed, as 27.11.2026, 27/11, 27 Nov, 2026-11-27, Friday or tomorrow, in either language; null for
 * another text. Without a year it is the nearest such day `towards` past or future.
 */
export function readDay(typed: string, now: Date, towards: Towards = "future"): Day | null {
  const date = readDate(tidy(typed), now, towards);
  return date && dayOf(date);
}

/** The time at the end of a text: 20:00, 8 pm, kl. 20 or, after a day, 20.00. */
const TIMES = [
  /(?:^|[\s,t])(?:kl\.? ?|at )?(\d{1,2}):(\d{2})(?::\d{2})? ?([ap]m)?$/,
  /[\s,](?:kl\.? ?|at )?(\d{1,2})\.(\d{2}) ?([ap]m)?$/,
  /(?:^|[\s,])(?:kl\.? ?|at )(\d{1,2})()()$/,
  /(?:^|[\s,])(\d{1,2})() ?([ap]m)$/,
];

/** The hour of the day, 0 to 23, of one that is typed with or without am and pm; NaN for an hour that does not exist. */
export function hourOf(hour: number, half: string | undefined): number {
  if (!half) return hour;
  return hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (half === "pm" ? 12 : 0);
}

/**
 * The instant that is typed as a day, see {@link readDay}, with a time, in the reader's zone; null for another text.
 * Without a time it is in the evening; a time alone is its next one.
 */
export function readMoment(typed: string, now: Date): Date | null {
  const text = tidy(typed);
  for (const shape of TIMES) {
    const found = shape.exec(text);
    if (!found) continue;
    const [hour, minute] = [hourOf(Number(found[1]), found[3]), Number(found[2])];
    const before = text.slice(0, found.index).replace(/[\s,]+$/, "");
    const day = before ? readDate(before, now, "future") : startOf(dayOf(now));
    if (!day || !(hour <= 23) || minute > 59) continue;
    const moment = atTime(day, hour, minute);
    const isNamed = before === "" || numberOf(WEEKDAYS, before) !== undefined;
    if (!isNamed || moment > now) return moment;
    return atTime(addDays(day, before ? 7 : 1), hour, minute);
  }
  const day = readDate(text, now, "future");
  return day && atTime(day, EVENING, 0);
}

export function atTime(day: Date, hour: number, minute: number): Date {
  const moment = new Date(day);
  moment.setHours(hour, minute, 0, 0);
  return moment;
}

const [FRIDAY, SUNDAY] = [5, 0];

/** The next evenings that take one click: today's while it is an hour away, tomorrow's, Friday's and Sunday's. */
export function nextEvenings(now: Date): Date[] {
  const evening = (days: number) => atTime(addDays(now, days), EVENING, 0);
  const until = (weekday: number) => (weekday - now.getDay() + 7) % 7;
  const days = [0, 1, until(FRIDAY), until(SUNDAY)].filter((each, at, all) => all.indexOf(each) === at);
  return days
    .map(evening)
    .filter((each) => each.getTime() - now.getTime() >= 3_600_000)
    .sort((a, b) => Number(a) - Number(b));
}
