import * as z from "zod/mini";
import { proven, requires } from "../../lib/http/access.ts";
import { get, post, put } from "../../lib/http/route.ts";
import { syncAnswer, syncInput, syncStatus } from "./discord.schema.ts";
import { listDiscordRoles } from "./roles/discord-roles.ts";
import { getRoleSync, listMappings, listMappingsOfRole, mapRole, orderMappings } from "./roles/mappings.ts";
import { previewSync } from "./roles/preview.ts";
import * as schema from "./roles/roles.schema.ts";
import { getSyncStatus } from "./runs.ts";
import { syncByBot } from "./start.ts";
import { syncMembers, syncRoles } from "./sync.ts";

const access = requires("admin.system");

export const syncMembersRoute = post("/discord/sync-members/:orgId", {
  access,
  body: z.optional(syncInput),
  answers: syncAnswer,
  rows: 500,
  summary: "Bring members and prospects in line with the Discord server",
  run: syncMembers,
});

export const discordRoutes = [
  syncMembersRoute,
  get("/discord/sync-status/:orgId", {
    access,
    answers: syncStatus,
    summary: "Read how the newest sync went",
    run: getSyncStatus,
  }),
  post("/discord-bots/:id/command/syncmembers", {
    access: requires("bots.write"),
    body: z.optional(syncInput),
    answers: syncAnswer,
    rows: 500,
    summary: "Have a running CRM bot sync members",
    run: syncByBot,
  }),
  get("/discord/roles/:orgId", {
    access,
    answers: z.array(schema.discordRole),
    summary: "List the roles of the Discord server",
    run: listDiscordRoles,
  }),
  get("/discord/role-sync/:orgId", {
    access,
    answers: schema.roleSync,
    depends: ["discord_roles", "members", "activity"],
    summary: "Read how Discord roles and roles belong together",
    run: getRoleSync,
  }),
  get("/discord/role-mappings/:orgId", {
    access,
    answers: z.array(schema.roleMapping),
    depends: ["discord_roles", "members"],
    summary: "List the mappings of Discord roles",
    run: listMappings,
  }),
  get("/discord/role-mappings/:orgId/:roleId", {
    access,
    answers: z.array(schema.roleMapping),
    summary: "List the mappings of one role",
    run: listMappingsOfRole,
  }),
  // Stands before the route of one role, whose id would be "priority".
  put("/discord/role-mappings/:orgId/priority", {
    access: proven(access),
    body: schema.priorityInput,
    answers: schema.roleSync,
    rows: ({ mappings }) => 20 + 2 * mappings.length,
    summary: "Order roles by the priorities of their mappings",
    run: orderMappings,
  }),
  put("/discord/role-mappings/:orgId/:roleId", {
    access: proven(access),
    body: schema.roleMappingInput,
    answers: schema.roleSync,
    // Adds, removes or gives as many mappings in Discord.
    rows: 20 + 10 * schema.MAPPING_LIMITS.ofRole,
    summary: "Map Discord roles onto a role",
    run: mapRole,
  }),
  get("/discord/role-preview/:orgId", {
    access,
    query: schema.previewQuery,
    answers: schema.rolePreview,
    summary: "Preview what a sync would change",
    run: previewSync,
  }),
  post("/discord/sync-roles/:orgId", {
    access,
    body: z.optional(schema.roleSyncInput),
    answers: schema.roleSyncAnswer,
    rows: 500,
    summary: "Bring roles in line with the Discord server",
    run: syncRoles,
  }),
];
