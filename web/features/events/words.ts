import type { Event, EventDetails } from "../../../worker/features/events/events.schema.ts";
import { calendarDays, capital, LOCALES } from "../../lib/format.ts";
import { currentLanguage, type Translate } from "../../lib/i18n/i18n.ts";
import { dayOf } from "./days.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The hour from which a time today is tonight. */
const EVENING = 18;

const made = new Map<string, Intl.DateTimeFormat>();

/** A format in the reader's language; creating one takes long. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = LOCALES[currentLanguage()];
  const key = locale + JSON.stringify(options);
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  made.set(key, format);
  return format;
}

type At = string | Date;
const write = (at: At, options: Intl.DateTimeFormatOptions) => formatOf(options).format(new Date(at));

const timeOf = (at: At, timeZone?: string) =>
  write(at, { hour: "2-digit", minute: "2-digit", ...(timeZone && { timeZone }) });
export const startOf = ({ startsAt }: Pick<Event, "startsAt">) => timeOf(startsAt);
/** Sat 21 Nov */
export const shortDay = (at: At) => write(at, { weekday: "short", day: "numeric", month: "short" });
/** Saturday 21 November, with the year unless it is the present one. */
export function longDay(at: At): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  return capital(write(at, { weekday: "long", day: "numeric", month: "long", ...year }));
}
export const monthOf = (at: At) => capital(write(at, { month: "long" }));
/** The first letter of a weekday. */
export const weekdayOf = (at: At) => write(at, { weekday: "narrow" });

/** The reader's zone, as its city and its short name at a time: "Copenhagen", "CET". */
export function zoneOf(t: Translate, at: At) {
  const { timeZone } = formatOf({}).resolvedOptions();
  const parts = formatOf({ timeZoneName: "short" }).formatToParts(new Date(at));
  return {
    // The names of zones are English; in Danish one of these cities has another.
    city:
      timeZone === "Europe/Copenhagen"
        ? t("events.copenhagen")
        : (timeZone.split("/").at(-1) ?? timeZone).replaceAll("_", " "),
    name: parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone,
    utc: timeOf(at, "UTC"),
  };
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

type Times = Pick<Event, "startsAt" | "endsAt">;

/** The end: its time, with the day where the event is not over by the morning after. */
function endOf({ startsAt, endsAt }: Times): string {
  const isLong = Date.parse(endsAt) - Date.parse(startsAt) >= DAY / 2 && dayOf(startsAt) !== dayOf(endsAt);
  return isLong ? `${write(endsAt, { weekday: "short" })} ${timeOf(endsAt)}` : timeOf(endsAt);
}

/** How long an event lasts; past midnight, when it ends. */
export function lastsText(t: Translate, times: Times): string {
  const { startsAt, endsAt } = times;
  const isOneDay = dayOf(startsAt) === dayOf(endsAt);
  return isOneDay
    ? lengthText(t, Date.parse(endsAt) - Date.parse(startsAt))
    : t("events.to", { end: endOf(times) });
}

/** Today or tomorrow, for a day near the present; null for others. */
export function nearDay(t: Translate, at: At, now: number): string | null {
  const days = calendarDays(at, now);
  if (days === -1) return t("events.yesterday");
  return days === 0 ? t("events.today") : days === 1 ? t("events.tomorrow") : null;
}

/** "Tonight, 20:00 to 23:00", "Saturday 28 November, 20:00 to 23:00". */
export function whenText(t: Translate, times: Times, now: number): string {
  const { startsAt } = times;
  const isTonight = calendarDays(startsAt, now) === 0 && new Date(startsAt).getHours() >= EVENING;
  const day = isTonight ? t("events.tonight") : capital(nearDay(t, startsAt, now) ?? longDay(startsAt));
  return t("events.when", { day, start: timeOf(startsAt), end: endOf(times) });
}

/** How far an event is away: "in 3 days", "in 2 h 14 min"; null for one that has begun. */
export function untilText(t: Translate, { startsAt }: Times, now: number): string | null {
  const left = Date.parse(startsAt) - now;
  if (left <= 0) return null;
  return left >= 2 * DAY ? t("events.days", { days: Math.round(left / DAY) }) : lengthText(t, left);
}

/** Whether an event goes on, by the clock of the page. */
export const goesOn = ({ startsAt, endsAt }: Times, now: number): boolean =>
  Date.parse(startsAt) <= now && now < Date.parse(endsAt);

/** A rule in words: "Repeats every 2 weeks on Monday and Thursday, until 3 Jan". */
export function ruleText(t: Translate, { rule }: Pick<NonNullable<EventDetails["series"]>, "rule">): string {
  const { every, unit, weekdays, monthDay, ends } = rule;
  // 5 January 2026 is a Monday.
  const order = ["mo", "tu", "we", "th", "fr", "sa", "su"];
  const days = (weekdays ?? [])
    .map((day) => order.indexOf(day))
    .toSorted((a, b) => a - b)
    .map((day) => write(new Date(2026, 0, 5 + day), { weekday: "long" }));
  const list = new Intl.ListFormat(LOCALES[currentLanguage()]).format(days);
  return [
    t(`events.repeats.${unit}`, { every }),
    days.length > 0 && t("events.repeats.on", { days: list }),
    monthDay === "last_day" && t("events.repeats.last_day"),
    ends.kind === "count" && t("events.repeats.times", { count: ends.count }),
    ends.kind === "until" && t("events.repeats.until", { day: shortDay(new Date(`${ends.day}T12:00`)) }),
  ]
    .filter(Boolean)
    .join("");
}
