import { signGatewayRequest } from "../../../../bot-gateway/signature.ts";
import { encryptSecret } from "../../../lib/secrets.ts";
import { type Answer, call, raw, settings, value } from "../../../testing/world.ts";
import type { BotFramework, BotStatus } from "../bots.schema.ts";

/** A well-formed token that gives no access. */
export const TOKEN = "MTEwMDAwMDAwMDAwMDAwMDAwMw.planted.canary-of-a-bots-token-cccc";

export type BotValues = {
  organizationId: number;
  name: string;
  token: string | null;
  status: BotStatus;
  framework: BotFramework;
  isCrm: boolean;
  autoStart: boolean;
  /** Text by name; the first one is the main file. */
  files: Record<string, string>;
};

/** A bot with a token and a main file; answers its id. */
export async function makeBot(values: Partial<BotValues> = {}): Promise<number> {
  const at = new Date().toISOString();
  const id = (await value<number | null>("select seq from sqlite_sequence where name = 'bots'")) ?? 0;
  const { token = TOKEN, files = { "bot.js": "// nothing yet\n" } } = values;
  const place = { table: "bots", row: id + 1, column: "token" };
  await raw.DB.prepare(
    `insert into bots (id, organization_id, name, token, token_ending, framework, status, auto_start, is_crm_bot,
       created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(
      id + 1,
      values.organizationId ?? 1,
      values.name ?? "Scout",
      token && (await encryptSecret(settings().SECRETS_KEYS, token, place)),
      token?.slice(-4) ?? null,
      values.framework ?? "discord.js",
      values.status ?? "inactive",
      values.autoStart ? 1 : 0,
      values.isCrm ? 1 : 0,
      at,
      at,
    )
    .run();
  for (const [at, [name, content]] of Object.entries(files).entries()) {
    await makeFile(id + 1, name, content, at === 0);
  }
  return id + 1;
}

/** A file of a bot; answers its id. */
export async function makeFile(
  botId: number,
  name: string,
  content = "text",
  isMain = false,
): Promise<number> {
  const at = new Date().toISOString();
  const size = new TextEncoder().encode(content).length;
  const row = await raw.DB.prepare(
    `insert into bot_files (bot_id, file_name, is_main_file, size, updated_at, updated_by)
     values (?, ?, ?, ?, ?, 'Ada') returning id`,
  )
    .bind(botId, name, isMain ? 1 : 0, size, at)
    .first<{ id: number }>();
  await raw.DB.prepare(
    `insert into bot_file_versions (file_id, version, content, size, origin, saved_at, saved_by)
     values (?, 1, ?, ?, 'created', ?, 'Ada')`,
  )
    .bind(row?.id, content, size, at)
    .run();
  return row?.id ?? 0;
}

export type GatewayRequest = {
  path: string;
  body: Record<string, unknown>;
  signed: boolean;
  authorization: string;
  /** Its `Idempotency-Key`. */
  key: string;
  /** The headers that sign a webhook's message, and the body as it came. */
  webhook: Record<string, string>;
  text: string;
};

/** A control call to the gateway that runs beside the tests (scripts/lib/gateway-for-tests.ts). */
export async function gateway<Said = unknown>(
  what: "reset" | "script" | "state" | "files" | "requests" | "flooded" | "snapshot",
  body: Record<string, unknown> = {},
): Promise<Said> {
  const response = await fetch(`${raw["BOT_GATEWAY_URL"]}/__control/${what}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  return (await response.json()) as Said;
}

/** Requests to the gateway since it was reset, except "GET /health". */
export const askedOfGateway = async () =>
  (await gateway<GatewayRequest[]>("requests")).filter(({ path }) => path !== "GET /health");

/** The headers of a request that the gateway signed. */
export const signed = (path: string, body: unknown, secret = settings().BOT_GATEWAY_SECRET ?? "") =>
  signGatewayRequest(secret, {
    method: "POST",
    url: String(raw["APP_URL"]) + path,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** Posts to the worker like the gateway: signed, without origin and cookies. */
export async function fromGateway(
  what: "reports" | "auto-start",
  body: unknown,
  options: Parameters<typeof call>[2] = {},
): Promise<Answer> {
  const path = `/api/bot-gateway/${what}`;
  return call("POST", path, {
    ...options,
    body,
    headers: { Origin: "", ...(await signed(path, body)), ...options.headers },
  });
}

let serial = 0;
/** A report of an instance with a key of its own. */
export const report = (values: Record<string, unknown> = {}) => ({
  instance: "instance-of-tests",
  key: `report-key-${++serial}`,
  ...values,
});

/** The snapshot of a gateway that runs no bot. */
export const snapshot = (values: Record<string, unknown> = {}) => ({
  instance: "instance-of-tests",
  startedAt: "2026-11-20T08:00:00.000Z",
  botId: null,
  memoryBytes: 41_000_000,
  isolation: { level: "own_uid", layers: [] },
  frameworks: [],
  bots: [],
  sequence: 1,
  ...values,
});

/** Inserts a run of a bot, like a start; returns its id. */
export async function makeRun(botId: number): Promise<number> {
  const row = await raw.DB.prepare(
    `insert into bot_runs (bot_id, files, started_at)
     select ?1, coalesce((select json_group_object(cast(id as text), version) from bot_files where bot_id = ?1), '{}'), ?2
     returning id`,
  )
    .bind(botId, new Date().toISOString())
    .first<{ id: number }>();
  return row?.id ?? 0;
}

/** A state in the gateway's format. */
export const state = (botId: number, runId: number, values: Record<string, unknown> = {}) => ({
  botId,
  runId,
  status: "running",
  since: new Date().toISOString(),
  reason: null,
  detail: null,
  user: null,
  restarts: 0,
  stayedUp: false,
  sequence: 1,
  ...values,
});
