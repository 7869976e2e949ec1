import { desc, eq, sql } from "drizzle-orm";
import type { MemberContext, SystemContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError, definedErrors } from "../../lib/errors.ts";
import type { SyncStatus } from "./discord.schema.ts";
import { syncRuns } from "./discord.table.ts";

/** The statement that reads the newest run, or the newest few. */
export const selectNewestRun = (db: Db, organizationId: number, count = 1) =>
  db
    .select()
    .from(syncRuns)
    .where(eq(syncRuns.organizationId, organizationId))
    .orderBy(desc(syncRuns.id))
    .limit(count);

export async function getSyncStatus(context: MemberContext): Promise<SyncStatus> {
  const [run] = await selectNewestRun(context.db, context.actor.organizationId);
  return run ? toSyncStatus(run, context) : null;
}

/** A run as its answer; a run that no process continues has failed. */
export function toSyncStatus(
  run: typeof syncRuns.$inferSelect,
  { language, now }: Pick<MemberContext, "language" | "now">,
): NonNullable<SyncStatus> {
  const isInterrupted = run.status === "running" && run.leaseUntil < now.toISOString();
  const error = isInterrupted ? "sync_interrupted" : run.error;
  const [code = "", place = "…"] = error?.split(/ (.*)/) ?? [];
  const entry = definedErrors().get(code);
  return {
    ...run,
    runId: run.id,
    status: isInterrupted ? "failed" : run.status,
    error: entry ? new AppError(code, entry, { minutes: 1, place }, {}).text(language) : error,
  };
}

export const deleteOldRuns = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${syncRuns} where status <> 'running' and started_at < ${hoursFrom(now, -90 * 24)}`);
