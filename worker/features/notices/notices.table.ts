import { and, eq } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Db } from "../../lib/db/client.ts";
import type { Pace, UserChannelName } from "../../lib/notices.schema.ts";
import { users } from "../users/index.ts";

/** A user's pace for a kind of notice and channel, where they chose another than the default. */
export const noticeSettings = sqliteTable(
  "notice_settings",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind").notNull(),
    channel: text("channel").$type<UserChannelName>().notNull(),
    pace: text("pace").$type<Pace>().notNull(),
  },
  // WITHOUT ROWID, so that a choice is one row.
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.channel] })],
);

/** The statement that deletes a user's choices for a channel. */
export const deleteSettings = (db: Db, userId: number, channel: UserChannelName) =>
  db
    .delete(noticeSettings)
    .where(and(eq(noticeSettings.userId, userId), eq(noticeSettings.channel, channel)));

/** A user's quiet hours, and the time zone in which their summaries are due. */
export const noticeHours = sqliteTable("notice_hours", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  timeZone: text("time_zone").notNull(),
  /** Minutes after midnight; both null for a user who is never quiet. */
  quietFrom: integer("quiet_from"),
  quietTo: integer("quiet_to"),
});
