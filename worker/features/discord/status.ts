import { and, desc, eq, lt, ne } from "drizzle-orm";
import type { Context, SystemContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError, definedErrors } from "../../lib/errors.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { SyncStatus } from "./discord.schema.ts";
import { syncRuns } from "./discord.table.ts";

/** The sentence of an error that a run stored by its code. */
function sentenceOf(code: string, language: Language): string {
  const entry = definedErrors().get(code);
  return entry ? new AppError(code, entry, { minutes: 1 }, {}).text(language) : code;
}

/** The statement that reads an organization's newest member sync. */
export const selectNewestRun = (db: Db, organizationId: number) =>
  db
    .select()
    .from(syncRuns)
    .where(eq(syncRuns.organizationId, organizationId))
    .orderBy(desc(syncRuns.id))
    .limit(1);

/** The newest member sync of the caller's organization, null when there was none. */
export async function getSyncStatus({ db, actor, language, now }: Context): Promise<SyncStatus> {
  const [run] = await selectNewestRun(db, actor.organizationId);
  if (!run) return null;
  const isInterrupted = run.status === "running" && run.leaseUntil < now.toISOString();
  const error = isInterrupted ? "sync_interrupted" : run.error;
  const { id: runId, organizationId: _, fence: __, leaseUntil: ___, cursor: ____, ...shown } = run;
  return {
    ...shown,
    runId,
    status: isInterrupted ? "failed" : run.status,
    error: error === null ? null : sentenceOf(error, language),
  };
}

/** The statement that deletes sync records older than 90 days. */
export const deleteOldRuns = ({ db, now }: SystemContext) =>
  db
    .delete(syncRuns)
    .where(and(ne(syncRuns.status, "running"), lt(syncRuns.startedAt, hoursFrom(now, -90 * 24))));
