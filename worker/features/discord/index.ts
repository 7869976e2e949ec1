import type { Feature } from "../../lib/feature.ts";
import { discordRoutes } from "./discord.routes.ts";
import { discordAudit } from "./discord.texts.ts";
import { deleteOldRuns, syncByJob } from "./sync.ts";

export { callDiscord } from "./client.ts";
export { guildMembers } from "./discord.table.ts";

export const discordFeature = {
  routes: [discordRoutes],
  jobs: [{ name: "member_sync", every: "hourly", run: syncByJob }],
  daily: (context) => [deleteOldRuns(context)],
  audit: discordAudit,
  // Pages that follow a sync see it begin and end.
  topics: {
    activity: [
      { table: "sync_runs", on: ["insert"] },
      { table: "sync_runs", on: ["update"], of: ["status"] },
    ],
  },
} satisfies Feature;
