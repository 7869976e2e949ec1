import * as z from "zod/mini";
import type { $ZodType, output } from "zod/v4/core";
import {
  botFileName,
  botState,
  GATEWAY_ERRORS,
  GATEWAY_LIMITS,
  gatewaySnapshot,
  type StartOrder,
  secretOfBot,
  signGatewayRequest,
} from "../../../../bot-gateway/protocol.ts";
import type { Env } from "../../../lib/env.ts";
import { callJson, OutgoingError, type OutgoingRequest } from "../../../lib/outgoing/outgoing.ts";
import { GATEWAY_SECRET, SettingsError } from "../../../lib/settings.schema.ts";
import { botErrors } from "../bots.errors.ts";
import type { GatewayStatus } from "../bots.schema.ts";

const HEALTH_TIMEOUT_MS = 2_000;
/** The largest answer that is no list of files or lines, in bytes. */
const SMALL_ANSWER = 256 * 1024;

/** Address of a bot's own container; nothing but the container's object reads it. */
const CONTAINER_URL = "http://bot-gateway";

/** How this deployment runs bots: one service named by BOT_GATEWAY_URL, else a container for each where there are any. */
export function gatewayMode(env: Env): GatewayStatus["mode"] {
  if (env.BOT_GATEWAY_URL) return "service";
  return env.BOT_CONTAINER ? "containers" : "none";
}

/**
 * The secret that both sides sign with: of the gateway that runs one bot alone, or with null of that which runs
 * all. @throws SettingsError naming BOT_GATEWAY_SECRET when it is not set
 */
export async function gatewaySecret(env: Env, botId: number | null): Promise<string> {
  if (!env.BOT_GATEWAY_SECRET) throw new SettingsError({ BOT_GATEWAY_SECRET: GATEWAY_SECRET }, env);
  return botId === null ? env.BOT_GATEWAY_SECRET : secretOfBot(env.BOT_GATEWAY_SECRET, botId);
}

const refusal = z.object({ code: z.enum(GATEWAY_ERRORS), state: z.optional(botState) });
type Refusal = Partial<z.infer<typeof refusal>>;

type GatewayCall<Schema extends $ZodType> = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: unknown;
} & Pick<OutgoingRequest<Schema>, "schema" | "timeoutMs" | "maxBytes">;

/**
 * Calls the bot gateway, or the bot's own one, signed. What it refuses for a reason of its own (404, 409) is
 * answered, not thrown.
 * @throws AppError gateway_not_configured, gateway_unreachable (no answer in time), gateway_refused (our
 * signature), gateway_busy, gateway_failed (an error of its own, or an answer that makes no sense);
 * SettingsError without a secret
 */
async function callGateway<Schema extends $ZodType>(
  env: Env,
  botId: number,
  { method, path, body: said, ...expected }: GatewayCall<Schema>,
): Promise<{ ok: true; body: output<Schema> } | { ok: false; refusal: Refusal }> {
  const mode = gatewayMode(env);
  if (mode === "none") throw botErrors.gateway_not_configured();
  const secret = await gatewaySecret(env, mode === "containers" ? botId : null);
  const url = (env.BOT_GATEWAY_URL || CONTAINER_URL) + path;
  const body = said === undefined ? "" : JSON.stringify(said);
  const container = mode === "containers" ? env.BOT_CONTAINER?.getByName(`bot-${botId}`) : undefined;
  const signature = await signGatewayRequest(secret, { method, url, body });
  try {
    const answer = await callJson({
      maxBytes: SMALL_ANSWER,
      ...expected,
      url,
      method,
      headers: signature,
      ...(body ? { body, headers: { "Content-Type": "application/json", ...signature } } : {}),
      refusal,
      ...(container ? { send: (to: string, init: RequestInit) => container.fetch(to, init) } : {}),
    });
    return answer.ok
      ? answer
      : { ok: false, refusal: understandRefusal(answer.status, answer.refusal ?? {}) };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const isSilent = error.fault === "unreachable" || error.fault === "timeout";
    throw isSilent ? botErrors.gateway_unreachable() : botErrors.gateway_failed();
  }
}

function understandRefusal(status: number, said: Refusal): Refusal {
  if (status === 501) throw botErrors.gateway_not_configured();
  if (status === 401 || status === 403) throw botErrors.gateway_refused();
  if (status === 429 || said.code === "busy") throw botErrors.gateway_busy();
  // Without a word of the gateway's own it was something on the way to it.
  if (!said.code && [502, 503, 504].includes(status)) throw botErrors.gateway_unreachable();
  if (status !== 404 && status !== 409) throw botErrors.gateway_failed();
  return said;
}

/** What the gateway is and which bots it runs; null where a bot's own container does not run. */
export async function readSnapshot(env: Env, botId: number) {
  const call = {
    method: "GET",
    path: "/health",
    schema: gatewaySnapshot,
    timeoutMs: HEALTH_TIMEOUT_MS,
  } as const;
  const answer = await callGateway(env, botId, call);
  return answer.ok ? answer.body : null;
}

const order = <Schema extends $ZodType>(
  env: Env,
  botId: number,
  verb: string,
  body: object,
  schema: Schema,
) => callGateway(env, botId, { method: "POST", path: `/bots/${botId}/${verb}`, body, schema });

/** Has a bot started, or with "restart" stopped first if it runs. */
export const orderStart = (env: Env, botId: number, how: "start" | "restart", run: StartOrder) =>
  order(env, botId, how, run, botState);

export const orderStop = (env: Env, botId: number) => order(env, botId, "stop", {}, botState);

/** Has a running bot report the presence and voice of all members it sees. */
export const orderCommand = (env: Env, botId: number, command: "syncmembers") =>
  order(env, botId, "command", { command }, z.unknown());

/** Stops a bot and removes its folder. */
export const orderDelete = (env: Env, botId: number) =>
  callGateway(env, botId, { method: "DELETE", path: `/bots/${botId}`, schema: z.unknown() });

const bytes = (text: string) => new TextEncoder().encode(text).length;

const diskFiles = z.object({
  files: z
    .array(
      z.object({
        name: botFileName,
        content: z.string().check(z.refine((text) => bytes(text) <= GATEWAY_LIMITS.fileBytes)),
      }),
    )
    .check(
      z.maxLength(GATEWAY_LIMITS.files),
      z.refine(
        (files) =>
          files.reduce((sum, { content }) => sum + bytes(content), 0) <= GATEWAY_LIMITS.filesBytes &&
          new Set(files.map(({ name }) => name.toLowerCase())).size === files.length,
      ),
    ),
});

/** A bot's files as they lie on the gateway's disk. @throws AppError no_disk_files where it never had any */
export async function readDiskFiles(env: Env, botId: number): Promise<{ name: string; content: string }[]> {
  const answer = await callGateway(env, botId, {
    method: "GET",
    path: `/bots/${botId}/files`,
    schema: diskFiles,
    maxBytes: GATEWAY_LIMITS.requestBytes,
  });
  if (!answer.ok) throw botErrors.no_disk_files();
  return answer.body.files;
}
