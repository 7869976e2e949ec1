import * as z from "zod/mini";
import { instantOf } from "../../../lib/wire.schema.ts";

export const UNITS = ["day", "week", "month", "year"] as const;
export type Unit = (typeof UNITS)[number];

/** From Monday, on which weeks begin. */
export const WEEKDAYS = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const MONTH_DAYS = ["day", "last_day"] as const;

export const EVERY_MOST = 12;
export const COUNT_LEAST = 2;
export const COUNT_MOST = 400;

const ends = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("never") }),
  z.strictObject({
    kind: z.literal("count"),
    count: z.int().check(z.minimum(COUNT_LEAST), z.maximum(COUNT_MOST)),
  }),
  z.strictObject({
    kind: z.literal("until"),
    day: z.iso.date().check(z.refine((day) => instantOf(day) !== null)),
  }),
]);

/** How an event repeats, from its start, which is the first date. */
export const rule = z
  .strictObject({
    every: z.int().check(z.minimum(1), z.maximum(EVERY_MOST)),
    unit: z.enum(UNITS),
    /** For weeks only; without it, the start's weekday. */
    weekdays: z.optional(
      z.array(z.enum(WEEKDAYS)).check(
        z.minLength(1),
        z.maxLength(WEEKDAYS.length),
        z.refine((days) => new Set(days).size === days.length),
      ),
    ),
    /** For months only; without it, the start's day of the month. Months without that day are skipped. */
    monthDay: z.optional(z.enum(MONTH_DAYS)),
    /** "count" counts the start; "until" names the last day, in the event's time zone. */
    ends,
  })
  .check(
    z.refine(({ unit, weekdays }) => unit === "week" || weekdays === undefined, { path: ["weekdays"] }),
    z.refine(({ unit, monthDay }) => unit === "month" || monthDay === undefined, { path: ["monthDay"] }),
  );
export type Rule = z.infer<typeof rule>;

export const weekdayOf = (wall: string): Weekday =>
  WEEKDAYS[(new Date(`${wall}Z`).getUTCDay() + 6) % 7] as Weekday;

/** Whether a time is on the last day of its month. */
export const isLastOfMonth = (wall: string): boolean =>
  new Date(Date.parse(`${wall}Z`) + 24 * 3_600_000).getUTCDate() === 1;

/** The part of a rule that a start does not match, so that it cannot be the first date; null where it does. */
export function misfitOf({ weekdays, monthDay, ends }: Rule, start: string) {
  if (weekdays && !weekdays.includes(weekdayOf(start))) return "weekdays";
  if (monthDay === "last_day" && !isLastOfMonth(start)) return "monthDay";
  return ends.kind === "until" && ends.day < start.slice(0, 10) ? "ends" : null;
}
