import type { SystemContext } from "./context.ts";
import { CRONS } from "./crons.ts";
import { syncAllMembers } from "./features/discord/discord.jobs.ts";
import { upkeep } from "./features/settings/settings.jobs.ts";

/** What runs when. */
export const JOBS: Record<string, (context: SystemContext) => Promise<void>> = {
  [CRONS.hourly]: syncAllMembers,
  [CRONS.daily]: upkeep,
};
