import { desc, eq, sql } from "drizzle-orm";
import type { MemberContext, SystemContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError, definedErrors } from "../../lib/errors.ts";
import type { SyncStatus } from "./discord.schema.ts";
import { syncRuns } from "./discord.table.ts";

export const selectNewestRun = (db: Db, organizationId: number) =>
  db
    .select()
    .from(syncRuns)
    .where(eq(syncRuns.organizationId, organizationId))
    .orderBy(desc(syncRuns.id))
    .limit(1);

export async function getSyncStatus({ db, actor, language, now }: MemberContext): Promise<SyncStatus> {
  const [run] = await selectNewestRun(db, actor.organizationId);
  if (!run) return null;
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
