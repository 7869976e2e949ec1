import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { sessionsTable } from "../sessions/index.ts";
import { users } from "../users/index.ts";

/** Browsers for push messages, one a session: deleted with it, and moved when the browser signs in again. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    sessionId: integer("session_id")
      .primaryKey()
      .references(() => sessionsTable.id, { onDelete: "cascade", onUpdate: "cascade" }),
    /** The user who turned it on; another user's session in the same browser gets nothing. */
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The address at the browser's push service. */
    endpoint: text("endpoint").notNull().unique(),
    /** The browser's public key, base64url. */
    p256dh: text("p256dh").notNull(),
    /** The secret shared with the server, encrypted (see `encryptSecret`). */
    auth: text("auth").notNull(),
    /** The newest messages that it got while another device of the user did not, by topic, separated by spaces. */
    got: text("got").notNull().default(""),
    createdAt: instant("created_at").notNull(),
    /** When its push service last accepted a message, stored once a day. */
    lastOkAt: instant("last_ok_at"),
  },
  (table) => [index("push_subscriptions_user").on(table.userId)],
);
