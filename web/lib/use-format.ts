import { useMemo } from "react";
import {
  calendarDays,
  deadlineState,
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  formatNumber,
  formatRelative,
  formatShortDate,
  formatShortDateTime,
  formatTime,
  type Tone,
  type When,
} from "./format.ts";
import { currentLanguage, useT } from "./i18n/i18n.ts";

/** Dates, times and numbers in the reader's language; a missing date is "N/A", an unreadable one says so. */
export function useFormat() {
  const t = useT();
  return useMemo(() => {
    const language = currentLanguage();
    const orSay = (value: When, text: string | null) =>
      text ?? t(value === null || value === undefined || value === "" ? "date.none" : "date.invalid");
    const near = (value: When): string | null => {
      const days = calendarDays(value, Date.now());
      const time = formatTime(value, language) ?? "";
      if (days === 0) return t("date.today", { time });
      if (days === 1) return t("date.tomorrow", { time });
      return days === -1 ? t("date.yesterday", { time }) : null;
    };
    const isThisYear = (value: When) => new Date(value ?? "").getFullYear() === new Date().getFullYear();
    return {
      /** 21 Nov 2026 */
      date: (value: When) => orSay(value, formatDate(value, language)),
      /** 21 Nov, and with the year in any other year. */
      shortDate: (value: When) =>
        orSay(value, (isThisYear(value) ? formatShortDate : formatDate)(value, language)),
      /** 21 Nov 2026, 23:00 */
      dateTime: (value: When) => orSay(value, formatDateTime(value, language)),
      /** "Today 23:00", "Tomorrow 05:00", "Yesterday 12:10", further away the date and time. */
      day: (value: When) => near(value) ?? orSay(value, formatDateTime(value, language)),
      /** "Today 23:00", "21 Nov, 23:00", and in any other year the date alone. */
      moment: (value: When) =>
        near(value) ?? orSay(value, (isThisYear(value) ? formatShortDateTime : formatDate)(value, language)),
      /** "Today 23:00", "Yesterday 12:10", "Tue 17 Nov": under a heading that says the month and year. */
      dayOfMonth: (value: When) => near(value) ?? orSay(value, formatDay(value, language)),
      /** 23:00 */
      time: (value: When) => orSay(value, formatTime(value, language)),
      /** November 2026 */
      month: (value: When) => orSay(value, formatMonth(value, language)),
      /** "12 seconds ago"; "Unknown" without a time. */
      relative: (value: When, now = Date.now()) => formatRelative(value, language, now) ?? t("date.unknown"),
      /** "12 sec. ago" */
      relativeShort: (value: When, now = Date.now()) =>
        formatRelative(value, language, now, true) ?? t("date.unknown"),
      /** "Overdue", "5h left", "2d left" or "No deadline", with the colour it is shown in. */
      deadline: (value: When, now = Date.now()): { text: string; tone: Tone } => {
        const { tone, left, amount } = deadlineState(value, now);
        return { text: t(`deadline.${left}`, { amount }), tone };
      },
      /** 1,234 */
      number: (value: number) => formatNumber(value, language),
    };
  }, [t]);
}
