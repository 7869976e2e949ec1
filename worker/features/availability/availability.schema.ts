import * as z from "zod/mini";
import { timeZone } from "../../lib/time-zone.schema.ts";
import { instantOf, version } from "../../lib/wire.schema.ts";

/** Hours of a week, the first of them Monday 00. */
export const WEEK_HOURS = 7 * 24;
/** Hours of a window that can be asked for. */
export const WINDOW = { least: 1, most: 6, usual: 3 } as const;
/** Windows that are answered. */
export const BEST_WINDOWS = 3;

/** The hours of a usual week in which a member can: a 0 or 1 for each, at least one of them 1. */
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
  /** Hours that a window lasts. */
  hours: z._default(
    z.pipe(
      z.string().check(z.regex(new RegExp(`^[${WINDOW.least}-${WINDOW.most}]$`))),
      z.transform((text: string) => Number(text)),
    ),
    WINDOW.usual,
  ),
});
export type TimesQuery = z.infer<typeof timesQuery>;

/** When the reader can in a usual week, on the clocks of their time zone. */
export const ownTimes = z.object({ timeZone: z.string(), hours: z.string(), version: z.number() });
export type OwnTimes = z.infer<typeof ownTimes>;

/** When members can in a week on the reader's clocks, GET /api/event-times/{orgId}. It never says who can. */
export const eventTimes = z.object({
  /** Members who can, for each hour of the week. */
  counts: z.array(z.number()),
  /** Whether the reader can, a 0 or 1 for each hour of the week. */
  own: z.string(),
  usual: z.nullable(ownTimes),
  /** Members who have marked when they can, of all active members. */
  marked: z.number(),
  members: z.number(),
  /** Windows to come in which most members can, the best first; none of them overlap. */
  windows: z.array(
    z.object({
      /** The hour of the week in which it begins. */
      hour: z.number(),
      startsAt: z.string(),
      /** Members who can in all of its hours. */
      people: z.number(),
    }),
  ),
});
export type EventTimes = z.infer<typeof eventTimes>;

/** How many members have marked their usual week in a time zone, GET /api/event-times/{orgId}/zones. */
export const zoneCount = z.object({ timeZone: z.string(), people: z.number() });
export type ZoneCount = z.infer<typeof zoneCount>;

export const ownTimesInput = z.strictObject({ timeZone, hours: weekHours, version });
export type OwnTimesInput = z.infer<typeof ownTimesInput>;
