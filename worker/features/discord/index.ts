import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import type { Need } from "../../lib/needs.ts";
import { backedUp, OURS, type Tables, technical } from "../../lib/table-rules.ts";
import { syncCommand } from "./discord.commands.ts";
import { discordRoutes } from "./discord.routes.ts";
import { syncRuns } from "./discord.table.ts";
import { discordAudit } from "./discord.texts.ts";
import { updateRolesInDiscord } from "./roles/give.ts";
import { deleteOldRuns } from "./runs.ts";
import { giveToAccepted, syncByJob } from "./start.ts";

export { readTextChannels, type TextChannel } from "./channels.ts";
export { callDiscord } from "./client.ts";
export { forgetGuildMember, selectMappedNames, selectMappingVersion } from "./discord.rows.ts";
export type { BotFault, SyncTrial } from "./discord.schema.ts";
export { discordRoleUpdates, guildMembers } from "./discord.table.ts";
export { readOwnPermissions } from "./roles/discord-roles.ts";
export { isHold } from "./roles/roles.schema.ts";
export { selectNewestRun, toSyncStatus } from "./runs.ts";
export { botFaultOf, tryMemberSync } from "./trial.ts";

const tables: Tables = {
  guild_members: {
    backup: technical(backedUp("bots")),
    personal: {
      isOf: ({ userId, organizationId }) => sql`organization_id = ${organizationId}
        and discord_id = (select discord_id from users where id = ${userId})`,
      columns: ["discord_id", "username", "display_name", "avatar", "roles", "present", "updated_at"],
      json: { roles: "The ids of the user's own Discord roles." },
      without: { organization_id: OURS },
    },
  },
  sync_runs: {
    backup: technical(backedUp("activities")),
    personal: { leftOut: "Says who began a sync; the log of what you did has it." },
  },
  discord_role_mappings: {
    backup: backedUp("bots"),
    guarded: {
      because: "who gets which role by a Discord role",
      rows: "both",
      columns: ["role_id", "gives_in_discord"],
    },
  },
  discord_mapping_sets: { backup: technical({ section: "bots", isOf: (id) => sql`id = ${id}` }) },
  retired_mappings: {
    backup: technical(backedUp("bots")),
    personal: { leftOut: "Says who removed a mapping of roles; the log of what you did has it." },
  },
  discord_role_updates: {
    backup: technical(backedUp("bots")),
    personal: {
      leftOut:
        "Waits for roles to be given in Discord, for seconds or until the user accepts the rules there.",
    },
  },
};

const discordNeeds: readonly Need[] = [
  {
    kind: "discord.held",
    to: "admin.system",
    select: ({ actor }) =>
      actor.permissions.has("admin.users")
        ? sql`select json_object('id', id, 'held', held) as details, finished_at as since, null as due_at
          from (select * from ${syncRuns} where organization_id = ${actor.organizationId} and status = 'completed'
            order by id desc limit 1) where held > 0`
        : null,
    one: {
      en: "The sync with Discord holds {held|loss of a role or membership|losses of roles or memberships}. Confirm or keep them.",
      da: "Synkroniseringen med Discord tilbageholder {held|tab|tab} af rolle eller medlemskab. Godkend eller behold.",
    },
    many: {
      en: "{count|sync waits|syncs wait} for you",
      da: "{count|synkronisering|synkroniseringer} venter på dig",
    },
    opens: "/admin?tab=discord",
    opensMany: "/admin?tab=discord",
    openLabel: { en: "Look", da: "Se" },
  },
];

export const discordFeature = {
  routes: discordRoutes,
  tables,
  jobs: [
    {
      name: "member_sync",
      title: { en: "Member sync", da: "Synkronisering af medlemmer" },
      every: "hourly",
      run: syncByJob,
    },
  ],
  // Requests that can give or take a role or end a membership: roles in Discord follow at once.
  afterWrite: {
    paths: ["members", "prospects", "users", "roles", "register", "discord"].map((each) => `/api/${each}`),
    work: async (context, revisions) => {
      if (revisions["discord_gives"] !== undefined) await updateRolesInDiscord(context);
    },
  },
  often: giveToAccepted,
  daily: (context) => [deleteOldRuns(context)],
  audit: discordAudit,
  needs: discordNeeds,
  commands: [syncCommand],
  // Pages on a topic of syncs hear when one begins and ends.
  topics: {
    discord_roles: [
      { table: "discord_mapping_sets", on: ["update"], columns: ["version"], organization: "row.id" },
      { table: "discord_role_updates", on: ["insert", "update", "delete"] },
    ],
    discord_gives: [
      { table: "discord_role_mappings", on: ["insert", "update"], when: "new.gives_in_discord" },
    ],
    activity: [
      { table: "sync_runs", on: ["insert"] },
      { table: "sync_runs", on: ["update"], columns: ["status"] },
    ],
  },
} satisfies Feature;
