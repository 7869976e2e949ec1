import { type RouteCase, read } from "../../../testing/cases.ts";

/** Routes of the syncs, which are called while there is no bot. */
export const discordCases: RouteCase[] = [
  {
    route: "POST /api/discord/sync-members/:orgId",
    access: ["admin.system"],
    request: () => ({ path: "/api/discord/sync-members/1" }),
    status: 404,
    code: "crm_bot_not_found",
    ofOrganization: true,
  },
  read("/api/discord/sync-status/:orgId", ["admin.system"], "/api/discord/sync-status/1"),
  {
    route: "POST /api/discord-bots/:id/command/syncmembers",
    access: ["bots.write"],
    // The same answer whatever the organization, so that no answer tells which bots another one has.
    request: () => ({ path: "/api/discord-bots/1/command/syncmembers" }),
    status: 404,
    code: "crm_bot_not_found",
  },
];
