import { at, raw } from "../../../testing/database.ts";
import { MOST_LEAVES, WEEK_HOURS } from "../times/times.schema.ts";

/** What reading the best time costs: besides the totals, each leave and the hours of who is away. */
export const READS = { trips: 2, written: 0, read: () => 2 * MOST_LEAVES + 50, grows: true } as const;

/** The hours of a usual week: those given are marked, Monday 00 is 0. */
export const hoursOf = (...marked: number[]): string =>
  Array.from({ length: WEEK_HOURS }, (_, hour) => (marked.includes(hour) ? "1" : "0")).join("");

/** An hour of the week by its day, 0 for Monday. */
export const hourOf = (day: number, hour: number): number => day * 24 + hour;

/** Stores when a member of organization 1 can, in place of what they have marked before. */
export const mark = (userId: number, hours: string, timeZone = "UTC") =>
  raw.DB.prepare(
    `insert into event_times (user_id, organization_id, time_zone, hours, updated_at) values (?, 1, ?, ?, ?)
     on conflict do update set time_zone = excluded.time_zone, hours = excluded.hours, version = version + 1`,
  )
    .bind(userId, timeZone, hours, at())
    .run();
