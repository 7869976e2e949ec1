import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { users } from "../users/index.ts";

/** Tokens with which programs act for a member. Deleted when the member becomes inactive, and with the user. */
export const tokens = sqliteTable(
  "tokens",
  {
    /** Never reused: the audit log and entity tags name tokens by it. */
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the token, hexadecimal; only its owner has the token itself. */
    tokenHash: text("token_hash").notNull(),
    /** The last letters of the token, by which its owner recognizes it. */
    ending: text("ending").notNull(),
    /** Ids of its permissions; it has those that its owner holds, too. */
    permissions: json<string[]>("permissions").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** To USED_MINUTES; null for never. */
    lastUsedAt: instant("last_used_at"),
    /** Whether its owner was notified that it ends soon, or need not be. */
    isTold: flag("is_told").notNull(),
  },
  (table) => [uniqueIndex("tokens_hash").on(table.tokenHash), index("tokens_user").on(table.userId)],
);
