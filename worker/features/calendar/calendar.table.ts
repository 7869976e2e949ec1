import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";

/** The secret address at which a user's calendar app reads their events. A new one replaces it; it is deleted with the user. */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    userId: integer("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    organizationId: organizationId(),
    /** SHA-256 of the token, hexadecimal; the token itself is only in the address. */
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("calendar_feeds_token").on(table.tokenHash)],
);
