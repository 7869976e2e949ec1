import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { users } from "../users/index.ts";

export const sessions = sqliteTable(
  "sessions",
  {
    /** Made of the random token (see `sessionIdOf`), so that no id is used twice: open pages are connected by it. */
    id: integer("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, hexadecimal; the token itself is only in the browser. */
    tokenHash: text("token_hash").notNull(),
    method: text("method").$type<"password" | "discord">().notNull(),
    userAgent: text("user_agent"),
    network: text("network"),
    place: text("place"),
    secondFactor: text("second_factor").$type<"passkey" | "authenticator" | "recovery_code">(),
    /** When its user last proved who they are after signing in; null for never. */
    verifiedAt: instant("verified_at"),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);
