import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { users } from "../users/index.ts";

export const sessions = sqliteTable(
  "sessions",
  {
    /** Made of the random token (see `sessionIdOf`): an open page's connection must never be taken for a later session's. */
    id: integer("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, hexadecimal; the token itself is only in the browser. */
    tokenHash: text("token_hash").notNull(),
    method: text("method").$type<"password" | "discord">().notNull(),
    userAgent: text("user_agent"),
    /** The network that it was begun from, such as `203.0.113.0/24`, and where that is, such as `Aarhus, DK`. */
    network: text("network"),
    place: text("place"),
    /** How its user proved themselves beside the password, if so. */
    secondFactor: text("second_factor").$type<"passkey" | "authenticator" | "recovery_code">(),
    /** When its user last proved who they are since it was begun; null for not since. */
    verifiedAt: instant("verified_at"),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);
