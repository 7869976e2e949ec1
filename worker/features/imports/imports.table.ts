import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";

/** Which ship an ambiguous name of an import means, as a member of the organization once said. */
export const shipAliases = sqliteTable(
  "ship_aliases",
  {
    organizationId: organizationId(),
    /** The name in lower case, letters and digits only. */
    alias: text("alias").notNull(),
    shipId: integer("ship_id").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.alias] })],
);

/** The same as a user said for their own imports alone: no member, or beyond what a member teaches in a day. */
export const ownShipAliases = sqliteTable(
  "own_ship_aliases",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    alias: text("alias").notNull(),
    shipId: integer("ship_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.alias] })],
);
