import type { RouteCase } from "../../../testing/cases.ts";

/** Runs before features that create bots: each request finds no CRM bot. */
export const turn = -1;

export const cases: RouteCase[] = [
  {
    route: "POST /api/setup/:orgId/trial",
    access: ["admin.system"],
    unproven: "Reads Discord with the CRM bot's token, which goes to Discord alone.",
    request: () => ({ path: "/api/setup/1/trial" }),
    status: 404,
    code: "crm_bot_not_found",
    ofOrganization: true,
    // Reads all present and former people of the guild, like a preview, and writes the organization's row.
    budget: { trips: 3, written: 3, grows: true },
    generated: { isHeavy: true },
  },
];
