import { type Generated, type RouteCase, read } from "../../../testing/cases.ts";
import { raw, value } from "../../../testing/database.ts";
import { MAPPING_LIMITS } from "../roles/roles.schema.ts";
import { mapping } from "./discord.factory.ts";

/** A route that reads Discord, called while there is no bot. */
const ofDiscord = (
  route: string,
  path: string,
  { body, ...more }: Partial<RouteCase> & { body?: Record<string, unknown> } = {},
): RouteCase => ({
  route,
  access: ["admin.system"],
  request: () => ({ path, ...(body ? { body } : {}) }),
  status: 404,
  code: "crm_bot_not_found",
  ofOrganization: true,
  ...more,
});

const recruiter = () => value<number>("select id from roles where organization_id = 1 and key = 'recruiter'");

/** A number of mappings of one role, and no others. */
async function mappings(count: number) {
  await raw.DB.prepare("delete from discord_role_mappings").run();
  const made: Awaited<ReturnType<typeof mapping>>[] = [];
  while (made.length < count) made.push(await mapping("recruiter"));
  return made;
}

/** Runs before features that create bots: each request finds no CRM bot. */
export const turn = -1;

/** Discord refuses the invented tokens of generated bots. */
export const refusedByOthers = ["sync_discord_unauthorized"];

/** A failed sync leaves the record of its run and its changes until the failure. */
const SYNC: Generated = { isHeavy: true, adds: 1_000, leaves: ["audit_log", "revisions", "sync_runs"] };

const READS = "Reads Discord with the CRM bot's token, which goes to Discord alone.";

/** Routes of the syncs, which are called while there is no bot. */
export const cases: RouteCase[] = [
  {
    route: "POST /api/discord/sync-members/:orgId",
    unproven: "Applies mappings that were made with a proof; the token goes to Discord alone.",
    access: ["admin.system"],
    request: () => ({ path: "/api/discord/sync-members/1" }),
    status: 404,
    code: "crm_bot_not_found",
    ofOrganization: true,
    generated: SYNC,
  },
  read("/api/discord/sync-status/:orgId", ["admin.system"], "/api/discord/sync-status/1"),
  ofDiscord("GET /api/discord/roles/:orgId", "/api/discord/roles/1", { unproven: READS }),
  ofDiscord("GET /api/discord/role-preview/:orgId", "/api/discord/role-preview/1", {
    unproven: READS,
    // Reads all present and former people of the guild, and writes nothing.
    budget: { trips: 2, written: 0, grows: true },
    generated: { isHeavy: true },
  }),
  ofDiscord("POST /api/discord/sync-roles/:orgId", "/api/discord/sync-roles/1", {
    unproven: "Applies mappings that were made with a proof; the token goes to Discord alone.",
    body: { givesOnly: true },
    generated: SYNC,
  }),
  read("/api/discord/role-sync/:orgId", ["admin.system"], "/api/discord/role-sync/1"),
  read("/api/discord/role-mappings/:orgId", ["admin.system"], "/api/discord/role-mappings/1"),
  {
    ...read("/api/discord/role-mappings/:orgId/:roleId", ["admin.system"], ""),
    request: async () => ({ path: `/api/discord/role-mappings/1/${await recruiter()}` }),
  },
  {
    route: "PUT /api/discord/role-mappings/:orgId/priority",
    access: ["admin.system"],
    proof: true,
    request: async () => ({
      path: "/api/discord/role-mappings/1/priority",
      body: {
        mappings: [
          { id: (await mapping("recruiter")).id, priority: 70 },
          { id: (await mapping("officer")).id, priority: 60 },
        ],
      },
    }),
    largest: async () => ({
      path: "/api/discord/role-mappings/1/priority",
      body: { mappings: (await mappings(MAPPING_LIMITS.all)).map(({ id }) => ({ id, priority: 70 })) },
    }),
    ofOrganization: true,
  },
  {
    route: "PUT /api/discord/role-mappings/:orgId/:roleId",
    access: ["admin.system"],
    proof: true,
    // Removes one of two mappings; a new one would call Discord.
    request: async () => {
      await raw.DB.prepare("delete from discord_role_mappings").run();
      await mapping("recruiter");
      const { discordRoleId } = await mapping("recruiter");
      return {
        path: `/api/discord/role-mappings/1/${await recruiter()}`,
        body: { discordRoleIds: [discordRoleId], givesInDiscord: [] },
      };
    },
    // Gives each remaining mapping in Discord from then on, and removes as many others.
    largest: async () => {
      const made = await mappings(2 * MAPPING_LIMITS.ofRole);
      const kept = made.slice(MAPPING_LIMITS.ofRole).map(({ discordRoleId }) => discordRoleId);
      return {
        path: `/api/discord/role-mappings/1/${await recruiter()}`,
        body: { discordRoleIds: kept, givesInDiscord: kept },
      };
    },
    ofOrganization: true,
  },
  {
    route: "POST /api/discord-bots/:id/command/syncmembers",
    unproven: "Applies mappings that were made with a proof; the token goes to Discord alone.",
    access: ["bots.write"],
    // The same answer for every organization, so that no answer reveals another one's bots.
    request: () => ({ path: "/api/discord-bots/1/command/syncmembers" }),
    status: 404,
    code: "crm_bot_not_found",
    generated: { ...SYNC, leaves: ["revisions", "sync_runs"] },
  },
];
