import type { Feature } from "../../lib/feature.ts";
import { discordRoutes } from "./discord.routes.ts";
import { discordAudit } from "./discord.texts.ts";
import { roleRoutes } from "./roles/roles.routes.ts";
import { deleteOldRuns } from "./runs.ts";
import { syncByJob } from "./start.ts";

export { callDiscord } from "./client.ts";
export { forgetGuildMember } from "./discord.rows.ts";
export { guildMembers } from "./discord.table.ts";

export const discordFeature = {
  routes: [discordRoutes, roleRoutes],
  jobs: [{ name: "member_sync", every: "hourly", run: syncByJob }],
  daily: (context) => [deleteOldRuns(context)],
  audit: discordAudit,
  // Pages that follow a sync see it begin and end.
  topics: {
    discord_roles: [{ table: "discord_mapping_sets", on: ["update"], organization: "row.id" }],
    activity: [
      { table: "sync_runs", on: ["insert"] },
      { table: "sync_runs", on: ["update"], of: ["status"] },
    ],
  },
} satisfies Feature;
