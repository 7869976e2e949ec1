import type { Event } from "../../../worker/features/events/events.schema.ts";
import { capital, LOCALES } from "../../lib/format.ts";
import { currentLanguage, type Translate } from "../../lib/i18n/i18n.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const made = new Map<string, Intl.DateTimeFormat>();

/** A format in the reader's language; creating one takes long. */
export function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = LOCALES[currentLanguage()];
  const key = locale + JSON.stringify(options);
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  made.set(key, format);
  return format;
}

export type At = string | Date;
export const write = (at: At, options: Intl.DateTimeFormatOptions) => formatOf(options).format(new Date(at));

export const timeOf = (at: At, timeZone?: string) =>
  write(at, { hour: "2-digit", minute: "2-digit", ...(timeZone && { timeZone }) });
export const startOf = ({ startsAt }: Pick<Event, "startsAt">) => timeOf(startsAt);
/** Saturday 21 November, with the year unless it is the present one. */
export function longDay(at: At): string {
  const year = new Date(at).getFullYear();
  const day = capital(write(at, { weekday: "long", day: "numeric", month: "long" }));
  return year === new Date().getFullYear() ? day : `${day} ${year}`;
}

/** Hours and minutes, or days and hours: "2 h", "1 h 30 min", "45 min", "2 d 4 h". */
export function lengthText(t: Translate, milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const parts = [
    days > 0 && t("events.days_short", { days }),
    hours > 0 && t("events.hours_short", { hours }),
    days === 0 && minutes % 60 > 0 && t("events.minutes_short", { minutes: minutes % 60 }),
  ];
  return parts.filter(Boolean).join(" ");
}

/** How far an event is away: "in 3 days", "in 2 h 14 min"; null for one that has begun. */
export function untilText(t: Translate, { startsAt }: Pick<Event, "startsAt">, now: number): string | null {
  const left = Date.parse(startsAt) - now;
  if (left <= 0) return null;
  return left >= 2 * DAY ? t("events.days", { days: Math.round(left / DAY) }) : lengthText(t, left);
}
