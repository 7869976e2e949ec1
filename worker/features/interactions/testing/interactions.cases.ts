import type { CasesFile, RouteCase } from "../../../testing/cases.ts";
import { INTERACTIONS, signed } from "../../../testing/discord-user.ts";

const PING = { type: 1, id: "1300000000000000000", application_id: "1", token: "ping", version: 1 };
/** Asks Discord for a token and its commands. */
const PATH = "/api/discord/commands/1";

export const cases: readonly RouteCase[] = [
  {
    route: "POST /api/discord/interactions",
    access: "discord",
    request: async () => ({
      path: INTERACTIONS,
      body: PING,
      headers: await signed(JSON.stringify(PING)),
    }),
  },
  {
    route: "GET /api/discord/commands/:orgId",
    access: ["admin.system"],
    request: () => ({ path: PATH }),
    ofOrganization: true,
    generated: { isHeavy: true },
  },
  {
    route: "POST /api/discord/commands/:orgId",
    access: ["admin.system"],
    request: () => ({ path: PATH }),
    ofOrganization: true,
    generated: { isHeavy: true },
  },
];

export const refusedByOthers: CasesFile["refusedByOthers"] = ["commands_refused"];
