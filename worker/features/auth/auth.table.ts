import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";

/** Counts of attempts in the running hour (see attempts.ts). The table has no row ids, so that a row costs one write. */
export const attempts = sqliteTable("attempts", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEndsAt: instant("window_ends_at").notNull(),
  /** When the next attempt is accepted; null while attempts need not wait. */
  nextAt: instant("next_at"),
});
