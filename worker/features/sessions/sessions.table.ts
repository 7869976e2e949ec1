import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { users } from "../users/index.ts";

export const sessions = sqliteTable(
  "sessions",
  {
    /** Derived from the random token (see `sessionIdOf`), so never reused: open pages are connected by it. */
    id: integer("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, hexadecimal; only the browser has the token itself. */
    tokenHash: text("token_hash").notNull(),
    method: text("method").$type<"password" | "discord">().notNull(),
    userAgent: text("user_agent"),
    network: text("network"),
    place: text("place"),
    secondFactor: text("second_factor").$type<"passkey" | "authenticator" | "recovery_code">(),
    /** When its user last proved their identity after signing in; null for never. */
    verifiedAt: instant("verified_at"),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);
