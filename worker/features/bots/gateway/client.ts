import * as z from "zod/mini";
import type { $ZodType, output } from "zod/v4/core";
import {
  botFileName,
  botState,
  GATEWAY_ERRORS,
  GATEWAY_LIMITS,
  gatewaySnapshot,
  type StartOrder,
} from "../../../../bot-gateway/protocol.ts";
import { secretOfBot, signGatewayRequest } from "../../../../bot-gateway/signature.ts";
import type { Env } from "../../../lib/env.ts";
import { callJson, OutgoingError, type OutgoingRequest } from "../../../lib/outgoing/outgoing.ts";
import { GATEWAY_SECRET, SettingsError } from "../../../lib/settings.schema.ts";
import { botErrors } from "../bots.errors.ts";
import { bytesOf, type GatewayStatus } from "../bots.schema.ts";

/** Where this deployment runs bots: at BOT_GATEWAY_URL if that is set, else in containers if it has some, else nowhere. */
export function gatewayMode(env: Env): GatewayStatus["mode"] {
  if (env.BOT_GATEWAY_URL) return "service";
  return env.BOT_CONTAINER ? "containers" : "none";
}

/** The secret of the gateway of one bot, or for null of the one that runs all. @throws SettingsError without one */
export async function gatewaySecret(env: Env, botId: number | null): Promise<string> {
  if (!env.BOT_GATEWAY_SECRET) throw new SettingsError({ BOT_GATEWAY_SECRET: GATEWAY_SECRET }, env);
  return botId === null ? env.BOT_GATEWAY_SECRET : secretOfBot(env.BOT_GATEWAY_SECRET, botId);
}

const refusal = z.object({ code: z.enum(GATEWAY_ERRORS), state: z.optional(botState) });
type Refusal = Partial<z.infer<typeof refusal>>;

/**
 * Calls the bot gateway, or the bot's own one, with a signed request; `maxBytes` is 256 KiB by default. A refusal with 404
 * or 409 is answered, not thrown.
 * @throws AppError gateway_not_configured, gateway_unreachable (no answer in time), gateway_refused (our signature),
 * gateway_busy, gateway_failed (its own error, or a malformed answer); SettingsError without a secret
 */
async function callGateway<Schema extends $ZodType>(
  env: Env,
  botId: number,
  method: "GET" | "POST" | "DELETE",
  path: string,
  schema: Schema,
  { order, ...limits }: { order?: object } & Pick<OutgoingRequest<Schema>, "timeoutMs" | "maxBytes"> = {},
): Promise<{ ok: true; body: output<Schema> } | { ok: false; refusal: Refusal }> {
  const mode = gatewayMode(env);
  if (mode === "none") throw botErrors.gateway_not_configured();
  const container = mode === "containers" ? env.BOT_CONTAINER?.getByName(`bot-${botId}`) : undefined;
  const secret = await gatewaySecret(env, container ? botId : null);
  // Only the container's own object reads the address of a container.
  const url = (env.BOT_GATEWAY_URL || "http://bot-gateway") + path;
  const body = order && JSON.stringify(order);
  const signature = await signGatewayRequest(secret, { method, url, body: body ?? "" });
  try {
    const answer = await callJson({
      maxBytes: 256 * 1024,
      ...limits,
      url,
      method,
      schema,
      headers: { "Content-Type": "application/json", ...signature },
      ...(body && { body }),
      refusal,
      ...(container && { send: (to: string, init: RequestInit) => container.fetch(to, init) }),
    });
    if (answer.ok) return answer;
    return { ok: false, refusal: understandRefusal(answer.status, answer.refusal ?? {}) };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const isSilent = error.fault === "unreachable" || error.fault === "timeout";
    throw isSilent ? botErrors.gateway_unreachable() : botErrors.gateway_failed();
  }
}

function understandRefusal(status: number, refusal: Refusal): Refusal {
  if (status === 501) throw botErrors.gateway_not_configured();
  if (status === 401 || status === 403) throw botErrors.gateway_refused();
  if (status === 429 || refusal.code === "busy") throw botErrors.gateway_busy();
  // Without the gateway's own code the answer is a proxy's.
  if (!refusal.code && [502, 503, 504].includes(status)) throw botErrors.gateway_unreachable();
  if (status !== 404 && status !== 409) throw botErrors.gateway_failed();
  return refusal;
}

/** The gateway's state and bots; null where a bot's own container does not run. */
export async function readSnapshot(env: Env, botId: number, timeoutMs = 2_000) {
  const answer = await callGateway(env, botId, "GET", "/health", gatewaySnapshot, { timeoutMs });
  if (!answer.ok && gatewayMode(env) === "service") throw botErrors.gateway_failed();
  return answer.ok ? answer.body : null;
}

const stateOf = (botId: number, runId?: number) =>
  botState.check(z.refine((state) => state.botId === botId && (!runId || state.runId === runId)));

export const orderStart = (env: Env, botId: number, how: "start" | "restart", order: StartOrder) =>
  callGateway(env, botId, "POST", `/bots/${botId}/${how}`, stateOf(botId, order.runId), { order });

export const orderStop = (env: Env, botId: number) =>
  callGateway(env, botId, "POST", `/bots/${botId}/stop`, stateOf(botId), { order: {} });

/** Requests a running bot's report of presence and voice of all members that it sees. */
export const orderCommand = (env: Env, botId: number, command: "syncmembers") =>
  callGateway(env, botId, "POST", `/bots/${botId}/command`, z.unknown(), { order: { command } });

export const orderDelete = (env: Env, botId: number) =>
  callGateway(env, botId, "DELETE", `/bots/${botId}`, z.unknown());

const diskFiles = z.object({
  files: z.array(z.object({ name: botFileName, content: z.string() })).check(
    z.maxLength(GATEWAY_LIMITS.files),
    z.refine((files) => new Set(files.map(({ name }) => name.toLowerCase())).size === files.length),
    z.refine((files) => {
      const sizes = files.map(({ content }) => bytesOf(content));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      return Math.max(0, ...sizes) <= GATEWAY_LIMITS.fileBytes && total <= GATEWAY_LIMITS.filesBytes;
    }),
  ),
});

/** A bot's files on the gateway's disk. @throws AppError no_disk_files where it never had any */
export async function readDiskFiles(env: Env, botId: number) {
  const maxBytes = GATEWAY_LIMITS.requestBytes;
  const answer = await callGateway(env, botId, "GET", `/bots/${botId}/files`, diskFiles, { maxBytes });
  if (!answer.ok) throw botErrors.no_disk_files();
  return answer.body.files;
}
