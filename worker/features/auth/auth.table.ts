import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";

/** Attempts in the running hour (see attempts.ts). The table has no row ids: one row is one write. */
export const attempts = sqliteTable("attempts", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEndsAt: instant("window_ends_at").notNull(),
  /** Before this the next attempt is refused; null while attempts need not wait. */
  nextAt: instant("next_at"),
});
