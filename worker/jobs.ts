import { syncAllMembers } from "./features/discord/jobs.ts";
import { upkeep } from "./features/settings/settings.jobs.ts";
import type { SystemContext } from "./lib/context.ts";
import { CRONS } from "./lib/crons.ts";

/** What runs when. */
export const JOBS: Record<string, (context: SystemContext) => Promise<void>> = {
  [CRONS.hourly]: syncAllMembers,
  [CRONS.daily]: upkeep,
};
