import type { SystemContext } from "./context.ts";
import { syncAllMembers } from "./features/discord/discord.jobs.ts";
import { upkeep } from "./features/settings/settings.jobs.ts";

/** What runs when; the expressions are those of wrangler.toml, in UTC. */
export const JOBS: Record<string, (context: SystemContext) => Promise<void>> = {
  "0 * * * *": syncAllMembers,
  "30 3 * * *": upkeep,
};
