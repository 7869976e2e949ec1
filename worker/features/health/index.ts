import type { Feature, Job } from "../../lib/feature.ts";
import { healthRoutes } from "./health.routes.ts";
import { deleteOldHours, measureAll } from "./measure.ts";
import { DEPLOYMENT, deleteOldJobRuns, recordRun } from "./runs.ts";

export { DEPLOYMENT, measureAll, recordRun };

/** The feature that tells how everything is, the other features' jobs among it. */
export const healthFeature = (jobs: readonly Job[]) =>
  ({
    routes: [healthRoutes(jobs.map(({ name, every }) => ({ name, every })))],
    daily: (context) => [deleteOldHours(context), deleteOldJobRuns(context)],
    topics: {
      health: [
        { table: "health_hours", on: ["insert", "update"] },
        {
          table: "job_runs",
          on: ["insert", "update"],
          organization: "nullif(row.organization_id, 0)",
        },
      ],
    },
  }) satisfies Feature;
