import { FEATURES } from "./features.ts";
import type { SystemContext } from "./lib/context.ts";
import { CRONS } from "./lib/crons.ts";
import { write } from "./lib/guard.ts";

/** What runs at which cron expression. */
export const JOBS: Record<string, (context: SystemContext) => Promise<unknown>> = {
  async [CRONS.hourly](context) {
    for (const feature of FEATURES) await feature.hourly?.(context);
  },
  [CRONS.daily]: (context) =>
    write(
      context.db,
      FEATURES.flatMap((feature) => feature.daily?.(context) ?? []),
    ),
};
