import type { Language } from "../../worker/lib/wire.schema.ts";
import { atTime, hourOf, tidy } from "./date-input.ts";
import { formatTime } from "./format.ts";

/** A time of day, `20:30`. */
export type TimeText = string;

const TYPED = /^(?:kl\.? ?|at )?(\d{1,2})(?:[.: ]?(\d{2}))? ?(?:([ap])\.?m\.?)?$/;

/** The time of day that is typed, as 20:30, 20.30, 2030, kl. 20, 8 pm or 8.30pm; null for another text. */
export function readTime(typed: string): TimeText | null {
  const [, hours, minutes = "00", half] = TYPED.exec(tidy(typed)) ?? [];
  if (hours === undefined) return null;
  const hour = hourOf(Number(hours), half && `${half}m`);
  if (!(hour <= 23) || Number(minutes) > 59) return null;
  return `${String(hour).padStart(2, "0")}:${minutes}`;
}

export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Returns a time of day in the reader's convention, and any other text unchanged. */
export function timeText(time: TimeText, language: Language): string {
  if (!isTime(time)) return time;
  const [hour, minute] = time.split(":").map(Number) as [number, number];
  // A day without a change of clocks.
  return formatTime(atTime(new Date(2026, 0, 1), hour, minute), language) ?? time;
}
