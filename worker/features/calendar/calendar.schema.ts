import * as z from "zod/mini";

/** The events that a calendar address answers at most, and how many days back they begin. */
export const MOST_IN_FEED = 500;
export const FEED_DAYS_BACK = 30;

/** Whether the caller has a calendar address, and since when; null without one. The address itself is never told again. */
export const calendarAddress = z.object({ since: z.nullable(z.string()) });
export type CalendarAddress = z.infer<typeof calendarAddress>;

/** A new calendar address, told once. */
export const newCalendarAddress = z.object({ url: z.string(), since: z.string() });
export type NewCalendarAddress = z.infer<typeof newCalendarAddress>;

/**
 * What a calendar app sends. The token stands in the query, which the platform's logs leave out (`wrangler.toml`) and ours
 * never name: a calendar app sends no header of ours. A text of another form is an unknown token.
 */
export const feedQuery = z.strictObject({ token: z.string() });
