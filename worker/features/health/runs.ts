import { and, eq, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { workOf } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError } from "../../lib/errors.ts";
import type { JobResult } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { logFault, logJob } from "../../lib/log.ts";
import { jobRuns } from "./health.table.ts";

/** Hours after which a running job counts as killed: the platform gives a cron trigger 15 minutes. */
const LEASE_HOURS = 0.25;

/** The organization id of jobs of the whole deployment. */
export const DEPLOYMENT = 0;

/**
 * Runs a job for the tick `context.now` and records its outcome. Skips it while it is running, and for a tick with an earlier
 * run. Never throws, so that all jobs run.
 */
export async function recordRun(
  context: SystemContext,
  name: string,
  organizationId: number,
  work: () => Promise<JobResult>,
): Promise<void> {
  const startedAt = Date.now();
  const before = { ...workOf(context.db) };
  const log = (outcome: string, code?: string | null) =>
    logJob({ what: "job", name, outcome, code: code ?? undefined }, startedAt, before, workOf(context.db));
  try {
    const id = await begin(context, name, organizationId);
    if (id === null) return;
    const { outcome, error = null, counts = null } = await work().catch((failure) => failed(name, failure));
    await context.db
      .update(jobRuns)
      .set({ outcome, error, counts, finishedAt: new Date().toISOString() })
      .where(and(eq(jobRuns.id, id), eq(jobRuns.outcome, "running")));
    log(outcome, error);
  } catch (error) {
    logFault("job", error, { name });
    log("failed");
  }
}

function failed(job: string, error: unknown): JobResult {
  if (error instanceof AppError) return { outcome: "failed", error: error.code };
  logFault("job", error, { name: job });
  return { outcome: "failed", error: "job_failed" };
}

/** Records the start of a run. @returns its id, null where it is skipped */
async function begin({ db, now }: SystemContext, name: string, organizationId: number) {
  const started = new Date();
  const at = started.toISOString();
  const [scheduledAt, leaseUntil] = [now.toISOString(), hoursFrom(started, LEASE_HOURS)];
  const [, [run]] = (await write(db, [
    db.run(sql`update ${jobRuns} set outcome = 'failed', error = 'job_interrupted', finished_at = lease_until
      where organization_id = ${organizationId} and name = ${name} and outcome = 'running' and lease_until <= ${at}`),
    db
      .insert(jobRuns)
      .values({ organizationId, name, outcome: "running", startedAt: at, scheduledAt, leaseUntil })
      .onConflictDoNothing()
      .returning({ id: jobRuns.id }),
  ])) as [unknown, { id: number }[]];
  return run?.id ?? null;
}

export const deleteOldJobRuns = ({ db, now }: SystemContext) =>
  db.run(
    sql`delete from ${jobRuns} where outcome <> 'running' and scheduled_at < ${hoursFrom(now, -90 * 24)}`,
  );
