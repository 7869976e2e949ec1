import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "../../lib/db/columns.ts";
import { organizationId } from "../settings/index.ts";
import type { ContainerSize, ShipRole, ShipSize, ShipSyncStatus } from "./ships.schema.ts";

/** The provider's newest catalogue of ships; a ship is never deleted. */
export const ships = sqliteTable(
  "ships",
  {
    organizationId: organizationId(),
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
    containerSizes: json<ContainerSize[]>("container_sizes"),
    isListed: flag("is_listed").notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

/** The syncs of ships, one at a time for each organization. */
export const shipSyncs = sqliteTable(
  "ship_syncs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    status: text("status").$type<ShipSyncStatus["status"]>().notNull(),
    recordsProcessed: integer("records_processed").notNull(),
    added: integer("added").notNull().default(0),
    updated: integer("updated").notNull().default(0),
    removed: integer("removed").notNull().default(0),
    unreadable: integer("unreadable").notNull().default(0),
    /** An error code; never the provider's own words. */
    error: text("error"),
    createdAt: instant("created_at").notNull(),
    /** Name of the user who started it; empty for the daily job, null if unknown. */
    startedBy: text("started_by"),
    /** The instant after which a pending sync counts as killed. */
    leaseUntil: instant("lease_until").notNull().default(""),
    /** Ships that a refused list lacks, until an administrator accepts it. */
    leaving: json<number[]>("leaving"),
    /** The entity tag of the answer, if all of it was readable. */
    etag: text("etag"),
    /** The deployment that read it: another may parse the same answer differently. */
    deployment: text("deployment"),
    /** Until when the provider's answer is fresh, or its rate limit lasts. */
    askAgainAt: instant("ask_again_at"),
  },
  (table) => [
    index("ship_syncs_newest").on(table.organizationId, table.id),
    uniqueIndex("ship_syncs_one").on(table.organizationId).where(sql`status = 'pending'`),
  ],
);
