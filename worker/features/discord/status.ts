import { and, desc, eq, sql } from "drizzle-orm";
import { type Context, performerOf, type SystemContext } from "../../lib/context.ts";
import type { ErrorCode } from "../../lib/errors.schema.ts";
import { errorText } from "../../lib/errors.ts";
import type { SyncAnswer, SyncStatus } from "./discord.schema.ts";
import { syncRuns } from "./discord.table.ts";
import { syncMembers } from "./sync.ts";

/** Starts or resumes the member sync for the caller and waits for its end. @throws AppError as `syncMembers` says */
export function syncMembersAs(context: Context): Promise<SyncAnswer> {
  return syncMembers(context, context.actor.organizationId, performerOf(context.actor));
}

/** The newest member sync of the caller's organization, null when there was none. */
export async function getSyncStatus({ db, actor, language, now }: Context): Promise<SyncStatus> {
  const [run] = await db
    .select()
    .from(syncRuns)
    .where(eq(syncRuns.organizationId, actor.organizationId))
    .orderBy(desc(syncRuns.id))
    .limit(1);
  if (!run) return null;
  const isInterrupted = run.status === "running" && run.leaseUntil < now.toISOString();
  const error = isInterrupted ? "sync_interrupted" : (run.error as ErrorCode | null);
  return {
    runId: run.id,
    status: isInterrupted ? "failed" : run.status,
    processed: run.processed,
    expected: run.expected,
    added: run.added,
    updated: run.updated,
    left: run.left,
    unchanged: run.unchanged,
    startedBy: run.startedBy,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    error: error === null ? null : errorText(error, language, { minutes: 1 }),
  };
}

/** The statement that deletes sync records older than 90 days. */
export const deleteOldRuns = ({ db, now }: SystemContext) =>
  db
    .delete(syncRuns)
    .where(
      and(
        sql`${syncRuns.status} <> 'running'`,
        sql`${syncRuns.startedAt} < ${new Date(now.getTime() - 90 * 24 * 3_600_000).toISOString()}`,
      ),
    );
