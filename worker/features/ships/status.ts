import { desc, eq, sql } from "drizzle-orm";
import type { Context, SystemContext } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError, definedErrors } from "../../lib/errors.ts";
import type { ShipSyncStatus } from "./ships.schema.ts";
import { shipSyncs } from "./ships.table.ts";

/** The newest ship sync of the caller's organization, null when there was none. */
export async function getShipSyncStatus(context: Context): Promise<ShipSyncStatus | null> {
  const { db, actor, language, now } = context;
  const [newest] = await db
    .select()
    .from(shipSyncs)
    .where(eq(shipSyncs.organizationId, actor.organizationId))
    .orderBy(desc(shipSyncs.id))
    .limit(1);
  if (!newest) return null;
  const { createdAt, status, recordsProcessed, added, updated, removed, unreadable, leaseUntil } = newest;
  const isInterrupted = status === "pending" && leaseUntil !== "" && leaseUntil <= now.toISOString();
  const code = isInterrupted ? "ships_interrupted" : newest.error;
  const entry = code === null ? undefined : definedErrors().get(code);
  return {
    ...{ createdAt, recordsProcessed, added, updated, removed, unreadable },
    status: isInterrupted ? "failed" : status,
    error: code !== null && entry ? new AppError(code, entry, {}, {}).text(language) : code,
  };
}

/** The statement that deletes records of ship syncs older than 90 days, but the newest of each organization. */
export const deleteOldShipSyncs = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${shipSyncs} where created_at < ${hoursFrom(now, -90 * 24)}
    and id not in (select max(id) from ${shipSyncs} group by organization_id, status)`);
