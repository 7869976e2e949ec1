import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import type { ShipRole, ShipSize, ShipSyncStatus } from "./ships.schema.ts";

/** The catalogue of ships as the provider last had it; a ship is never deleted. */
export const ships = sqliteTable(
  "ships",
  {
    organizationId: organizationId(),
    /** The provider's number. */
    id: integer("id").notNull(),
    name: text("name").notNull(),
    nameFull: text("name_full").notNull(),
    slug: text("slug").notNull(),
    companyName: text("company_name").notNull(),
    urlPhoto: text("url_photo"),
    scu: real("scu").notNull().default(0),
    crewMin: integer("crew_min"),
    crewMax: integer("crew_max"),
    size: text("size").$type<ShipSize>(),
    roles: json<ShipRole[]>("roles").notNull(),
    isListed: flag("is_listed").notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

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
