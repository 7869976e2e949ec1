import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "./db/columns.ts";

/** The organizations in which nothing acts by itself: after a backup was restored, until an administrator resumes it. */
export const pauses = sqliteTable("pauses", {
  organizationId: integer("organization_id").primaryKey(),
  since: instant("since").notNull(),
  by: text("by").notNull(),
  /** A restore runs: nobody else can save. */
  isLocked: flag("is_locked").notNull(),
});
