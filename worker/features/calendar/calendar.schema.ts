import * as z from "zod/mini";

/** Most events of a calendar address, and how many days back they begin. */
export const MOST_IN_FEED = 500;
export const FEED_DAYS_BACK = 30;

/** Since when the caller has a calendar address; null without one. The address itself is never shown again. */
export const calendarAddress = z.object({ since: z.nullable(z.string()) });
export type CalendarAddress = z.infer<typeof calendarAddress>;

/** A new calendar address, shown once. */
export const newCalendarAddress = z.object({ url: z.string(), since: z.string() });
export type NewCalendarAddress = z.infer<typeof newCalendarAddress>;

/**
 * The query of a calendar app, which cannot send our headers. The token is in the query, which the platform's logs omit
 * (`wrangler.toml`) and ours never name. A malformed token counts as unknown.
 */
export const feedQuery = z.strictObject({ token: z.string() });
