import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import { users } from "../users/index.ts";

/** The ship that an ambiguous name of an import means, as answered by a member for the organization. */
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

/** The same answers for a user's own imports alone: of users without a membership, or beyond a member's daily limit. */
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
