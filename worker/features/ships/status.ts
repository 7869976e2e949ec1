import { desc, eq } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { ShipSyncStatus } from "./ships.schema.ts";
import { shipSyncs } from "./ships.table.ts";

/** The newest ship sync of the caller's organization, null when there was none. */
export async function getShipSyncStatus({ db, actor }: Context): Promise<ShipSyncStatus | null> {
  const { createdAt, status, recordsProcessed } = shipSyncs;
  const [newest] = await db
    .select({ createdAt, status, recordsProcessed })
    .from(shipSyncs)
    .where(eq(shipSyncs.organizationId, actor.organizationId))
    .orderBy(desc(shipSyncs.id))
    .limit(1);
  return newest ?? null;
}
