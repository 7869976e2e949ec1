import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../lib/db/columns.ts";
import { events } from "../events/index.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";
import type { Attended, CLAIM_STATES } from "./attendance.schema.ts";

/** Attendance of events as confirmed by organizers, and users' own claims. */
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
    /** Null until it is confirmed. */
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
    index("event_attendance_claims").on(table.organizationId, table.eventId).where(sql`claim_state = 'open'`),
  ],
);

/** Reports of events. */
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

/** Whether a user shares how many events they attended; without a row they do not. */
export const eventStatistics = sqliteTable("event_statistics", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  organizationId: organizationId(),
  isShared: flag("is_shared").notNull().default(false),
  updatedAt: instant("updated_at").notNull(),
});
