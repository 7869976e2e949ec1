import type { Pace } from "./notices.schema.ts";

/** When a user is not disturbed: minutes after midnight in their time zone. */
type Hours = { timeZone: string; quietFrom: number | null; quietTo: number | null };

/** Minutes after midnight when summaries are due, weekly ones on Mondays. */
const SUMMARY_AT = 8 * 60;
const DAY = 24 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time zone's own minute of the day, and its day of the week from Monday, 0. */
function localTime(at: Date, timeZone: string): { minute: number; weekday: number } {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts["weekday"] ?? "");
  return { minute: Number(parts["hour"]) * 60 + Number(parts["minute"]), weekday };
}

/** The start of the minute some minutes later; clocks that change in between are made up for. */
function minutesLater(from: Date, minutes: number, wanted: number, timeZone: string): Date {
  const guess = new Date(Math.floor(from.getTime() / 60_000) * 60_000 + minutes * 60_000);
  const off = localTime(guess, timeZone).minute - wanted;
  const nearest = off > DAY / 2 ? off - DAY : off < -DAY / 2 ? off + DAY : off;
  return new Date(guess.getTime() - nearest * 60_000);
}

/** When the summary of what happened at a time is due. */
export function summaryDue(pace: "daily" | "weekly", at: Date, { timeZone }: Hours): Date {
  const { minute, weekday } = localTime(at, timeZone);
  const today = (SUMMARY_AT - minute + DAY) % DAY || DAY;
  const day = (weekday + (minute >= SUMMARY_AT ? 1 : 0)) % 7;
  const minutes = pace === "daily" ? today : today + ((7 - day) % 7) * DAY;
  return minutesLater(at, minutes, SUMMARY_AT, timeZone);
}

/** Returns the end of the present quiet hours; null outside of them. */
export function quietUntil(now: Date, { timeZone, quietFrom, quietTo }: Hours): Date | null {
  if (quietFrom === null || quietTo === null) return null;
  const { minute } = localTime(now, timeZone);
  const length = (quietTo - quietFrom + DAY) % DAY;
  if ((minute - quietFrom + DAY) % DAY >= length) return null;
  return minutesLater(now, (quietTo - minute + DAY) % DAY, quietTo, timeZone);
}

/** When a message may go out: now or later. @param at when what it tells happened */
export function dueAt(pace: Exclude<Pace, "off">, at: Date, now: Date, hours: Hours): Date {
  const summary = pace === "now" ? now : summaryDue(pace, at, hours);
  const due = summary > now ? summary : now;
  return quietUntil(due, hours) ?? due;
}
