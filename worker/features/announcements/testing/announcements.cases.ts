import type { RouteCase } from "../../../testing/cases.ts";
import { value } from "../../../testing/world.ts";
import { CHANNELS, choose, readyDiscord } from "./announcements.factory.ts";

const PATH = "/api/announcements/1";
const KIND = "event.starting";
const shared = { access: ["admin.system"], ofOrganization: true } satisfies Partial<RouteCase>;
/** A route that calls Discord, tested without a bot. */
const asksDiscord = {
  ...shared,
  status: 409,
  code: "announcement_no_token",
  unproven: "Calls Discord with the CRM bot's token, which goes to Discord alone.",
  generated: { isHeavy: true },
} satisfies Partial<RouteCase>;

/** Runs before features that create bots: each request finds no CRM bot. */
export const turn = -1;

export const cases: readonly RouteCase[] = [
  { ...shared, route: "GET /api/announcements/:orgId", request: () => ({ path: PATH }) },
  {
    ...asksDiscord,
    route: "GET /api/announcements/:orgId/channels",
    request: () => ({ path: `${PATH}/channels` }),
  },
  {
    ...shared,
    route: "PUT /api/announcements/:orgId",
    request: () => ({ path: PATH, body: { kind: KIND, channelId: null, language: "da" } }),
    proof: true,
    unproven: "Takes a channel away, where nobody is told any more.",
    provenIf: {
      async needs() {
        if (!(await value("select 1 from bots where is_crm_bot = 1"))) await readyDiscord();
        const body = { kind: "prospect.assigned", channelId: CHANNELS.officers, language: "da" };
        return { path: PATH, body };
      },
      needsNone: { path: PATH, body: { kind: "prospect.assigned", channelId: null, language: "da" } },
    },
    generated: { isHeavy: true },
  },
  {
    ...shared,
    route: "PUT /api/announcements/:orgId/language",
    // The fourth looks, after the answer, for due messages.
    trips: 4,
    request: async () => {
      await choose(KIND, "contracts");
      return { path: `${PATH}/language`, body: { language: "da" } };
    },
  },
  {
    ...asksDiscord,
    route: "POST /api/announcements/:orgId/test",
    // The fourth looks, after the answer, for due messages.
    trips: 4,
    request: async () => {
      await choose(KIND, "contracts");
      return { path: `${PATH}/test`, body: { kind: KIND } };
    },
  },
];

/** Discord refuses the invented tokens of generated bots. */
export const refusedByOthers = ["announcement_no_token", "announcement_discord"];
