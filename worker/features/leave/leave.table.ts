import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { members } from "../members/index.ts";
import { organizationId } from "../settings/index.ts";

/** Days on which a member is away. Those of one member do not overlap, and are deleted with the membership. */
export const leaves = sqliteTable(
  "leaves",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    userId: integer("user_id")
      .notNull()
      .references(() => members.userId, { onDelete: "cascade" }),
    /** The first and the last day, `YYYY-MM-DD`. */
    from: text("from_day").notNull(),
    to: text("to_day").notNull(),
    note: text("note"),
    /** Name of the officer who added it; null if the user did. */
    addedBy: text("added_by"),
    /** Orders leaves by their last day; no two are equal. */
    position: text("position")
      .notNull()
      .generatedAlwaysAs(sql`to_day || printf(' %012d', id)`, { mode: "virtual" }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (table) => [
    // Only the first leave of a member that ends on a day or later can cover that day.
    index("leaves_of").on(table.userId, table.to, table.from),
    index("leaves_order").on(table.organizationId, table.position),
  ],
);
