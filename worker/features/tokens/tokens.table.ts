import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { users } from "../users/index.ts";

/** Tokens by which programs act for a member. They are deleted when the member becomes inactive, and go with the user. */
export const tokens = sqliteTable(
  "tokens",
  {
    /** Never used twice: the audit log and entity tags name tokens by it. */
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the token, hexadecimal; the token itself is only with its owner. */
    tokenHash: text("token_hash").notNull(),
    /** The last letters of the token, by which its owner recognizes it. */
    ending: text("ending").notNull(),
    /** Ids of the permissions that it was given; it has those of them that its owner has. */
    permissions: json<string[]>("permissions").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** To USED_MINUTES; null for never. */
    lastUsedAt: instant("last_used_at"),
    /** Its owner has been told that it ends soon, or need not be. */
    isTold: flag("is_told").notNull(),
  },
  (table) => [uniqueIndex("tokens_hash").on(table.tokenHash), index("tokens_user").on(table.userId)],
);
