import type { Event, EventDetails } from "../../../worker/features/events/events.schema.ts";
import { calendarDays, capital, LOCALES } from "../../lib/format.ts";
import { currentLanguage, type Translate } from "../../lib/i18n/i18n.ts";
import { type At, DAY, formatOf, lengthText, longDay, timeOf, write } from "./clock.ts";
import { dayOf } from "./days.ts";

/** The hour from which a time today is tonight. */
const EVENING = 18;

/** Sat 21 Nov */
export const shortDay = (at: At) => write(at, { weekday: "short", day: "numeric", month: "short" });
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
