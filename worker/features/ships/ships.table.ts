import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import type { ShipSyncStatus } from "./ships.schema.ts";

/** Every time that ships were read from the provider. */
export const shipSyncs = sqliteTable(
  "ship_syncs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    status: text("status").$type<ShipSyncStatus["status"]>().notNull(),
    recordsProcessed: integer("records_processed").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("ship_syncs_newest").on(table.organizationId, table.id)],
);
