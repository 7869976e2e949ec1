import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";

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
