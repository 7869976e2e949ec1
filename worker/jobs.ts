import { FEATURES } from "./features.ts";
import type { SystemContext } from "./lib/context.ts";
import { CRONS } from "./lib/crons.ts";
import { write } from "./lib/guard.ts";

async function hourly(context: SystemContext): Promise<void> {
  for (const feature of FEATURES) await feature.hourly?.(context);
}

async function daily(context: SystemContext): Promise<void> {
  await write(
    context.db,
    FEATURES.flatMap((feature) => feature.daily?.(context) ?? []),
  );
}

/** What runs at which cron expression. */
export const JOBS: Record<string, (context: SystemContext) => Promise<void>> = {
  [CRONS.hourly]: hourly,
  [CRONS.daily]: daily,
};
