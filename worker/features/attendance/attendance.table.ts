import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../lib/db/columns.ts";
import { events } from "../events/index.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { Attended, CLAIM_STATES } from "./attendance.schema.ts";

/** Who was at an event, as its organizer confirmed it, and what the user asks for themselves. */
export const eventAttendance = sqliteTable(
  "event_attendance",
  {
    eventId: integer("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    organizationId: organizationId(),
    /** Null while nobody has confirmed it. */
    answer: text("answer").$type<Attended>(),
    minutes: integer("minutes"),
    confirmedBy: text("confirmed_by"),
    confirmedAt: instant("confirmed_at"),
    claimMinutes: integer("claim_minutes"),
    claimNote: text("claim_note"),
    claimState: text("claim_state").$type<(typeof CLAIM_STATES)[number]>(),
    claimedAt: instant("claimed_at"),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.userId] }),
    index("event_attendance_user").on(table.userId, table.eventId),
  ],
);

/** What happened at an event. */
export const eventReports = sqliteTable("event_reports", {
  id: integer("event_id")
    .primaryKey()
    .references(() => events.id, { onDelete: "cascade" }),
  organizationId: organizationId(),
  text: text("text").notNull(),
  wentWell: text("went_well").notNull(),
  writtenBy: text("written_by").notNull(),
  updatedAt: instant("updated_at").notNull(),
  version: integer("version").notNull().default(1),
});

/** Whether a user shows others how many events they were at; without a row they do not. */
export const eventStatistics = sqliteTable("event_statistics", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  organizationId: organizationId(),
  isShared: flag("is_shared").notNull().default(false),
  updatedAt: instant("updated_at").notNull(),
});
