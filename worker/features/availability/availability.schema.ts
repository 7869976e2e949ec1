import * as z from "zod/mini";
import { timeZone } from "../../lib/time-zone.schema.ts";
import { instantOf, version } from "../../lib/wire.schema.ts";

/** Hours of a week, the first of them Monday 00. */
export const WEEK_HOURS = 7 * 24;
/** Hours of a requested window. */
export const WINDOW = { least: 1, most: 6, usual: 3 } as const;
/** Windows in an answer. */
export const BEST_WINDOWS = 3;

/** A member's available hours of a usual week: a 0 or 1 for each, at least one of them 1. */
const weekHours = z.string().check(z.regex(/^(?=0*1)[01]{168}$/));

const MONDAY = 1;
/** The date of a Monday. */
export const monday = z.iso
  .date()
  .check(
    z.refine(
      (day) => instantOf(`${day}T00:00Z`) !== null && new Date(`${day}T00:00Z`).getUTCDay() === MONDAY,
    ),
  );

export const timesQuery = z.strictObject({
  week: monday,
  timeZone,
  /** Length of a window in hours. */
  hours: z._default(
    z.pipe(
      z.string().check(z.regex(new RegExp(`^[${WINDOW.least}-${WINDOW.most}]$`))),
      z.transform((text: string) => Number(text)),
    ),
    WINDOW.usual,
  ),
});
export type TimesQuery = z.infer<typeof timesQuery>;

/** The reader's available hours of a usual week, in their time zone. */
export const ownTimes = z.object({ timeZone: z.string(), hours: z.string(), version: z.number() });
export type OwnTimes = z.infer<typeof ownTimes>;

/** Available members in a week in the reader's time zone, GET /api/event-times/{orgId}. Never reveals who is available. */
export const eventTimes = z.object({
  /** Available members for each hour of the week. */
  counts: z.array(z.number()),
  /** The reader's availability, a 0 or 1 for each hour of the week. */
  own: z.string(),
  usual: z.nullable(ownTimes),
  /** Members who have marked their hours, of all active members. */
  marked: z.number(),
  members: z.number(),
  /** Coming windows with the most available members, the best first; they do not overlap. */
  windows: z.array(
    z.object({
      /** The hour of the week in which it begins. */
      hour: z.number(),
      startsAt: z.string(),
      /** Members who are available in all of its hours. */
      people: z.number(),
    }),
  ),
});
export type EventTimes = z.infer<typeof eventTimes>;

/** Members with marked hours by time zone, GET /api/event-times/{orgId}/zones. */
export const zoneCount = z.object({ timeZone: z.string(), people: z.number() });
export type ZoneCount = z.infer<typeof zoneCount>;

export const ownTimesInput = z.strictObject({ timeZone, hours: weekHours, version });
export type OwnTimesInput = z.infer<typeof ownTimesInput>;
