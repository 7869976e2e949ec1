import { and, eq, sql } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError } from "../../lib/errors.ts";
import { faultText } from "../../lib/fault.ts";
import type { JobResult } from "../../lib/feature.ts";
import { write } from "../../lib/guard.ts";
import { jobRuns } from "./health.table.ts";

/** A run that has not ended after this long was killed: the platform gives a cron trigger 15 minutes. */
const LEASE_HOURS = 0.25;

/** The organization of jobs that work for the whole deployment. */
export const DEPLOYMENT = 0;

/**
 * Runs a job for the tick that `context.now` is and records how it ended. Nothing is run while another run of it
 * is under way, nor for a tick that it ran for already. Never throws, so that one job does not keep others from running.
 */
export async function recordRun(
  context: SystemContext,
  name: string,
  organizationId: number,
  work: () => Promise<JobResult>,
): Promise<void> {
  try {
    const id = await begin(context, name, organizationId);
    if (id === null) return;
    const { outcome, error = null, counts = null } = await work().catch((failure) => failed(name, failure));
    await context.db
      .update(jobRuns)
      .set({ outcome, error, counts, finishedAt: new Date().toISOString() })
      .where(and(eq(jobRuns.id, id), eq(jobRuns.outcome, "running")));
  } catch (error) {
    console.error(JSON.stringify({ job: name, organizationId, error: faultText(error) }));
  }
}

function failed(job: string, error: unknown): JobResult {
  if (error instanceof AppError) return { outcome: "failed", error: error.code };
  console.error(JSON.stringify({ job, error: faultText(error) }));
  return { outcome: "failed", error: "job_failed" };
}

/** Notes a run and answers its id, null where there is nothing to run. */
async function begin({ db, now }: SystemContext, name: string, organizationId: number) {
  const startedAt = new Date();
  const at = startedAt.toISOString();
  const [, started] = (await write(db, [
    db.run(sql`update ${jobRuns} set outcome = 'failed', error = 'job_interrupted', finished_at = lease_until
      where organization_id = ${organizationId} and name = ${name} and outcome = 'running' and lease_until <= ${at}`),
    db
      .insert(jobRuns)
      .values({
        organizationId,
        name,
        scheduledAt: now.toISOString(),
        startedAt: at,
        leaseUntil: hoursFrom(startedAt, LEASE_HOURS),
        outcome: "running",
      })
      .onConflictDoNothing()
      .returning({ id: jobRuns.id }),
  ])) as [unknown, { id: number }[]];
  return started[0]?.id ?? null;
}

/** The statement that deletes records of runs older than 90 days. */
export const deleteOldJobRuns = ({ db, now }: SystemContext) =>
  db.run(
    sql`delete from ${jobRuns} where scheduled_at < ${hoursFrom(now, -90 * 24)} and outcome <> 'running'`,
  );
