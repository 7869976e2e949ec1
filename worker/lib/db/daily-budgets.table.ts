import { lt, sql } from "drizzle-orm";
import { check, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Db } from "./client.ts";

/** The part of a limit that each user has used on a day (UTC); the database refuses more than the most. */
export const dailyBudgets = sqliteTable(
  "daily_budgets",
  {
    userId: integer("user_id").notNull(),
    /** Such as 2956-03-01. */
    day: text("day").notNull(),
    /** The kind of limit, such as written rows. */
    kind: text("kind").notNull(),
    used: integer("used").notNull(),
    most: integer("most").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.kind] }),
    check("daily_budget", sql`used <= most`),
  ],
);

/** The statement that forgets the days before. */
export const deleteOldBudgets = ({ db, now }: { db: Db; now: Date }) =>
  db.delete(dailyBudgets).where(lt(dailyBudgets.day, dayOf(now)));

/** The day (UTC) of an instant. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
