import type { Feature } from "../../lib/feature.ts";
import { discordRoutes } from "./discord.routes.ts";
import { discordAudit } from "./discord.texts.ts";
import { giveWishes } from "./roles/give.ts";
import { roleRoutes } from "./roles/roles.routes.ts";
import { deleteOldRuns } from "./runs.ts";
import { syncByJob } from "./start.ts";

export { callDiscord } from "./client.ts";
export { forgetGuildMember } from "./discord.rows.ts";
export { guildMembers } from "./discord.table.ts";

export const discordFeature = {
  routes: [discordRoutes, roleRoutes],
  jobs: [{ name: "member_sync", every: "hourly", run: syncByJob }],
  // Where a role can be given or taken, or a membership can end: Discord follows at once, if any of its roles does.
  afterWrite: {
    paths: ["members", "prospects", "users", "roles", "register", "discord"].map((each) => `/api/${each}`),
    work: async (context, revisions) => {
      if (revisions["discord_gives"] !== undefined) await giveWishes(context);
    },
  },
  daily: (context) => [deleteOldRuns(context)],
  audit: discordAudit,
  // Pages that follow a sync see it begin and end.
  topics: {
    discord_roles: [
      { table: "discord_mapping_sets", on: ["update"], of: ["version"], organization: "row.id" },
      { table: "discord_wishes", on: ["insert", "update", "delete"] },
    ],
    discord_gives: [
      { table: "discord_role_mappings", on: ["insert", "update"], when: "new.gives_in_discord" },
    ],
    activity: [
      { table: "sync_runs", on: ["insert"] },
      { table: "sync_runs", on: ["update"], of: ["status"] },
    ],
  },
} satisfies Feature;
