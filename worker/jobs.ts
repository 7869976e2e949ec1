import { DEPLOYMENT, measureAll, recordRun } from "./features/health/index.ts";
import { listOrganizations } from "./features/settings/index.ts";
import { FEATURES } from "./features.ts";
import type { SystemContext } from "./lib/context.ts";
import { CRONS } from "./lib/crons.ts";
import type { Job, JobResult } from "./lib/feature.ts";
import { write } from "./lib/guard.ts";
import { logFault } from "./lib/log.ts";
import { pausedOrganizations } from "./lib/pause.ts";

/** Runs the jobs of a tick for every organization, one after the other; each is recorded, even when others fail. */
async function runJobs(context: SystemContext, every: Job["every"]): Promise<void> {
  const jobs = FEATURES.flatMap(({ jobs = [], runsWhilePaused = false }) =>
    jobs.map((job) => ({ ...job, runsWhilePaused })),
  ).filter((job) => job.every === every && (job.isOn?.(context.env) ?? true));
  const paused = await pausedOrganizations(context.db);
  for (const organizationId of await listOrganizations(context.db)) {
    for (const { name, run, runsWhilePaused } of jobs) {
      const isHeld = paused.has(organizationId) && !runsWhilePaused;
      await recordRun(context, name, organizationId, async () =>
        isHeld ? { outcome: "held", error: "paused" } : run(context, organizationId, FEATURES),
      );
    }
  }
}

/** Runs what features do every few minutes; one that fails does not keep the others from running. */
async function runOften(context: SystemContext): Promise<void> {
  const paused = await pausedOrganizations(context.db);
  for (const organizationId of await listOrganizations(context.db)) {
    for (const { often, runsWhilePaused = false } of FEATURES) {
      if (paused.has(organizationId) && !runsWhilePaused) continue;
      await often?.(context, organizationId, FEATURES).catch((error: unknown) => logFault("often", error));
    }
  }
}

/** Runs the upkeep of each feature; one that fails does not keep the others from running. */
async function upkeep(context: SystemContext): Promise<JobResult> {
  let failed = 0;
  for (const { daily } of FEATURES) {
    if (!daily) continue;
    try {
      const statements = await daily(context);
      if (statements.length > 0) await write(context.db, statements);
    } catch (error) {
      failed += 1;
      logFault("job", error, { name: "upkeep" });
    }
  }
  return failed ? { outcome: "failed", error: "upkeep_incomplete", counts: { failed } } : { outcome: "done" };
}

export const JOBS: Record<string, (context: SystemContext) => Promise<unknown>> = {
  [CRONS.hourly]: (context) => runJobs(context, "hourly"),
  async [CRONS.daily](context) {
    await recordRun(context, "upkeep", DEPLOYMENT, () => upkeep(context));
    await runJobs(context, "daily");
  },
  async [CRONS.health](context) {
    await measureAll(context);
    await runOften(context);
  },
};
