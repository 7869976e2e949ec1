import type { Feature } from "../../lib/feature.ts";
import { backedUp, technical } from "../../lib/table-rules.ts";
import { healthRoutes } from "./health.routes.ts";
import { healthNotices } from "./health.texts.ts";
import { deleteOldHours, measureAll, selectNewestCheck } from "./measure.ts";
import { lookForRelease } from "./releases.ts";
import { DEPLOYMENT, deleteOldJobRuns, recordRun } from "./runs.ts";
import { deleteOldSlowRoutes, noteIfSlow, watchAnswers } from "./slow.ts";

export type { HealthCheck } from "./health.schema.ts";
export { DEPLOYMENT, measureAll, noteIfSlow, recordRun, selectNewestCheck, watchAnswers };

export const healthFeature = {
  routes: (features) => healthRoutes(features.flatMap(({ jobs = [] }) => jobs)),
  tables: {
    job_runs: { backup: technical(backedUp("activities")) },
    health_hours: { backup: { leftOut: "Measures services for a day." } },
    slow_routes: { backup: { leftOut: "Says for a week which routes were slow or failed." } },
    health_looks: { backup: { leftOut: "Keeps one measuring from the next for seconds." } },
    releases: { backup: { leftOut: "Repeats what the address of releases answers." } },
  },
  notices: healthNotices,
  daily: async (context) => [
    deleteOldHours(context),
    deleteOldJobRuns(context),
    deleteOldSlowRoutes(context),
    ...(await lookForRelease(context)),
  ],
  topics: {
    health: [
      { table: "health_hours", on: ["insert", "update"] },
      { table: "releases", on: ["insert", "update"] },
      { table: "job_runs", on: ["insert", "update"], organization: "nullif(row.organization_id, 0)" },
    ],
  },
} satisfies Feature;
