import { useMemo } from "react";
import {
  calendarDays,
  capital,
  DATE_FORMATS,
  deadlineState,
  formatNumber,
  formatRelative,
  type Tone,
  timeAfter,
  type When,
} from "./format.ts";
import { currentLanguage, useT } from "./i18n/i18n.ts";

/** Dates, times and numbers in the reader's language; a missing date is "N/A". */
export function useFormat() {
  const t = useT();
  return useMemo(() => {
    const language = currentLanguage();
    const write = (value: When, format: keyof typeof DATE_FORMATS) =>
      DATE_FORMATS[format](value, language) ?? t((value ?? "") === "" ? "date.none" : "date.invalid");
    const near = (value: When, within: "" | "within_" = ""): string | null => {
      const days = calendarDays(value, Date.now());
      const name = days === 0 ? "today" : days === 1 ? "tomorrow" : days === -1 ? "yesterday" : null;
      return name && t(`date.${within}${name}`, { time: DATE_FORMATS.time(value, language) ?? "" });
    };
    const tell = (value: When, now: number, isShort = false) =>
      formatRelative(value, language, now, isShort) ?? t("date.unknown");
    const isThisYear = (value: When) => new Date(value ?? "").getFullYear() === new Date().getFullYear();
    const longDay = (day: string) =>
      write(day, Number(day.slice(0, 4)) === new Date().getFullYear() ? "longDay" : "longDate");
    return {
      date: (value: When) => write(value, "date"),
      /** 21 Nov, with the year unless it is the present one. */
      shortDate: (value: When) => write(value, isThisYear(value) ? "shortDate" : "date"),
      /** 21 November, of a day `2026-11-21`, with the year unless it is the present one. */
      longDay,
      /** The ends of a range of days: "21" and "24 November", or "30 November" and "2 December". */
      days: ({ from, to }: { from: string; to: string }) => ({
        from: from.slice(0, 7) === to.slice(0, 7) && from !== to ? write(from, "dayNumber") : longDay(from),
        to: longDay(to),
      }),
      dateTime: (value: When) => write(value, "dateTime"),
      /** "Today 23:00", "Tomorrow 05:00", "Yesterday 12:10", else date and time; standing alone. */
      day: (value: When) => near(value) ?? write(value, "dateTime"),
      /** The same within a sentence: "today at 23:00". */
      dayWithin: (value: When) => near(value, "within_") ?? write(value, "dateTime"),
      /** "Tomorrow 20:00", "Friday 20:00", of the next days. */
      evening: (value: When) =>
        near(value) ?? `${capital(write(value, "weekday"))} ${DATE_FORMATS.time(value, language)}`,
      /** "Today 23:00", "21 Nov, 23:00", the date alone in another year. */
      moment: (value: When) => near(value) ?? write(value, isThisYear(value) ? "shortDateTime" : "date"),
      /** "Today 23:00", "Yesterday 12:10", "Tue 17 Nov", under a heading with month and year. */
      dayOfMonth: (value: When) => near(value) ?? write(value, "day"),
      time: (value: When) => write(value, "time"),
      month: (value: When) => write(value, "month"),
      /** "12 seconds ago"; "Unknown" without a time. */
      relative: (value: When, now = Date.now()) => tell(value, now),
      /** "12 seconds ago", "12 sec. ago" when `short`; never a future time. */
      ago: (past: string, now: number, short = false) => tell(past, timeAfter(past, now), short),
      relativeShort: (value: When, now = Date.now()) => tell(value, now, true),
      /** "Overdue", "5h left", "2d left" or "No deadline", with its colour. */
      deadline: (value: When, now = Date.now()): { text: string; tone: Tone } => {
        const { tone, left, amount } = deadlineState(value, now);
        return { text: t(`deadline.${left}`, { amount }), tone };
      },
      number: (value: number) => formatNumber(value, language),
    };
  }, [t]);
}
