import { at, raw } from "../../../testing/database.ts";

/** Stores the available hours of a member of organization 1, replacing earlier ones. */
export const mark = (userId: number, hours: string, timeZone = "UTC") =>
  raw.DB.prepare(
    `insert into event_times (user_id, organization_id, time_zone, hours, updated_at) values (?, 1, ?, ?, ?)
     on conflict do update set time_zone = excluded.time_zone, hours = excluded.hours, version = version + 1`,
  )
    .bind(userId, timeZone, hours, at())
    .run();
