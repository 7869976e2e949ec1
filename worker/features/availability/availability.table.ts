import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";

/** Available hours of active members in a usual week. A trigger deletes the row of a member who leaves. */
export const eventTimes = sqliteTable("event_times", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  organizationId: organizationId(),
  timeZone: text("time_zone").notNull(),
  /** A 0 or 1 for each hour of the week on the clocks of the zone, Monday 00 first. */
  hours: text("hours").notNull(),
  updatedAt: instant("updated_at").notNull(),
  version: integer("version").notNull().default(1),
});

/** Available members by time zone, counted by triggers: reads grow with time zones, not with members. */
export const eventTimeTotals = sqliteTable(
  "event_time_totals",
  {
    organizationId: integer("organization_id").notNull(),
    timeZone: text("time_zone").notNull(),
    /** Members who have marked their hours. */
    people: integer("people").notNull(),
    /** Members available in one hour, for each hour of the week; then those for two hours from there, up to six. */
    counts: json<number[]>("counts").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.timeZone] })],
);
