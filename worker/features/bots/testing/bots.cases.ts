import type { Generated, Holders, RouteCase } from "../../../testing/cases.ts";
import { raw, value } from "../../../testing/world.ts";
import { gateway, makeBot, makeFile, report, signed } from "./bots.factory.ts";

const mainFileOf = (botId: number) => value<number>("select id from bot_files where bot_id = ?", botId);

const NEW_BOT = {
  organizationId: 1,
  name: "Scout",
  description: "Looks around",
  token: "scouts-token-that-is-long-enough",
  clientId: "1100000000000000003",
  framework: "discord.js",
};

/** Sets the highest limits: the cases make more bots than organizations have by default. */
const liftLimits = () =>
  raw.DB.prepare(
    `insert into organization_settings (organization_id, setting_key, setting_value, updated_at)
     values (1, 'bots_most', 100, ''), (1, 'bots_running_most', 50, '')
     on conflict do update set setting_value = excluded.setting_value`,
  ).run();

type Made = Parameters<typeof makeBot>[0];

const onBot = (
  method: string,
  rest: string,
  values: Partial<RouteCase> & { made?: Made; body?: Record<string, unknown> } = {},
): RouteCase => {
  const { made, body, ...more } = values;
  return {
    route: `${method} /api/discord-bots/:id${rest}`,
    access: [method === "GET" ? "bots.read" : "bots.write"],
    request: async () => ({
      path: `/api/discord-bots/${await makeBot(made)}${rest}`,
      ...(body ? { body } : {}),
    }),
    ofOrganization: true,
    ...more,
  };
};

/** A bot with a folder at the gateway. */
async function withDisk(rest: string) {
  const id = await makeBot();
  await gateway("files", { botId: id, files: [{ name: "bot.js", content: "// on disk\n" }] });
  return { path: `/api/discord-bots/${id}${rest}` };
}

const onFile = (
  method: string,
  rest: string,
  values: Partial<RouteCase> & { body?: Record<string, unknown> },
) => {
  const { body, ...more } = values;
  return {
    route: `${method} /api/bot-files/:id${rest}`,
    access: [method === "GET" ? "bots.read" : "bots.write"],
    request: async () => ({
      path: `/api/bot-files/${await mainFileOf(await makeBot())}${rest.replace(":version", "1")}`,
      ...(body ? { body } : {}),
    }),
    ofOrganization: true,
    ...more,
  } as RouteCase;
};

async function signedRequest(path: string, body: Record<string, unknown>) {
  return { path, body, headers: await signed(path, body) };
}

export const holders: Holders = {
  "bots.read": ["crm_manager", "officer", "administrator"],
  "bots.write": ["officer", "administrator"],
};

/** After others: each request makes a bot, and the dashboard reads them all. */
export const turn = 1;

/** Errors of the bot gateway that generated requests provoke. */
export const refusedByOthers = ["gateway_refused"];

/** A refused start leaves its run, its lines in the log and its audit entry. */
const START: Generated = { leaves: ["bot_logs", "bot_runs", "audit_log", "revisions"] };

/** Why requests about bots require no proof; those of `bots.crm.test.ts` about the CRM bot do. */
const ORDINARY = "An ordinary bot is everybody's who may edit bots; the CRM bot takes a proof.";

/** Every route about bots. */
export const cases: RouteCase[] = [
  {
    route: "GET /api/discord-bots/:orgId",
    access: ["bots.read"],
    request: () => ({ path: "/api/discord-bots/1" }),
    ofOrganization: true,
  },
  {
    route: "GET /api/discord-bots/:orgId/gateway",
    access: ["bots.read"],
    request: async ({ caller }) => {
      // The first request stores the gateway's states; this one has no changes.
      await caller.call("GET", "/api/discord-bots/1/gateway");
      return { path: "/api/discord-bots/1/gateway" };
    },
    ofOrganization: true,
  },
  {
    route: "POST /api/discord-bots",
    access: ["bots.write"],
    proof: true,
    provenIf: {
      needs: {
        path: "/api/discord-bots",
        body: { organizationId: 1, name: "Scout", token: "scouts-token-that-is-long-enough" },
      },
      needsNone: { path: "/api/discord-bots", body: { organizationId: 1, name: "Scout" } },
    },
    request: async () => {
      await liftLimits();
      return { path: "/api/discord-bots", body: NEW_BOT };
    },
    status: 201,
    ofOrganization: true,
  },
  onBot("PATCH", "", { body: { name: "Ranger", version: 1 } }),
  onBot("PATCH", "/crm", { access: ["admin.system"], proof: true, body: { version: 1 } }),
  onBot("PATCH", "/token", {
    proof: true,
    body: { token: "another-token-that-is-long-enough", version: 1 },
    made: { token: null },
  }),
  onBot("PATCH", "/invite-url", {
    body: { inviteUrl: "https://discord.com/invite/scout", version: 1 },
    access: ["bots.write", "admin.system"],
    isEachNeeded: true,
  }),
  onBot("PATCH", "/auto-start", { body: { autoStart: true, version: 1 } }),
  onBot("DELETE", "", { status: 204, unproven: ORDINARY }),
  onBot("POST", "/start", {
    request: async () => {
      await gateway("reset");
      return { path: `/api/discord-bots/${await makeBot()}/start` };
    },
    generated: START,
    unproven: ORDINARY,
  }),
  onBot("POST", "/stop", { made: { status: "running" } }),
  onBot("POST", "/restart", { generated: START, unproven: ORDINARY }),
  onBot("GET", "/logs"),
  onBot("GET", "/files"),
  onBot("GET", "/disk-files", { request: () => withDisk("/disk-files") }),
  onBot("POST", "/sync-files", {
    request: () => withDisk("/sync-files"),
    unproven: ORDINARY,
    generated: { leaves: ["audit_log", "revisions"] },
  }),
  {
    route: "POST /api/bot-files",
    unproven: ORDINARY,
    access: ["bots.write"],
    request: async () => ({
      path: "/api/bot-files",
      body: { botId: await makeBot(), fileName: "lib/words.js", content: "export const hello = 1;\n" },
    }),
    status: 201,
    ofOrganization: true,
  },
  onFile("PATCH", "", { unproven: ORDINARY, body: { content: "// saved\n", version: 1 } }),
  onFile("DELETE", "", {
    unproven: ORDINARY,
    request: async () => ({ path: `/api/bot-files/${await makeFile(await makeBot(), "spare.js")}` }),
    status: 204,
  }),
  onFile("GET", "/history", {}),
  onFile("GET", "/history/:version", {}),
  onFile("POST", "/revert", { body: { toVersion: 1, version: 1 } }),
  {
    route: "POST /api/bot-gateway/reports",
    access: "gateway",
    request: () => signedRequest("/api/bot-gateway/reports", report()),
    generated: { adds: 300, leaves: ["bot_logs"] },
  },
  {
    route: "POST /api/bot-gateway/auto-start",
    access: "gateway",
    request: () =>
      signedRequest("/api/bot-gateway/auto-start", { instance: `instance-${crypto.randomUUID()}` }),
    // Two for the bot that waits to be started.
    trips: 4,
    generated: { leaves: ["bot_logs"] },
  },
];
