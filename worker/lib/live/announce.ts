import type { UserActor } from "../actor.ts";
import type { Env } from "../env.ts";
import type { BotLog } from "./live.schema.ts";
import { type Audience, mayHear, topicsFor } from "./topics.ts";

/** What the session of a connection lets it hear. */
export const readerOf = ({ userId, sessionId, role, permissions }: UserActor, audience: Audience) => ({
  userId,
  sessionId,
  roleId: role?.id ?? null,
  roleVersion: role?.version ?? null,
  topics: topicsFor(audience, permissions),
  readsLogs: mayHear(audience, "bot_logs", permissions),
});
export type Reader = ReturnType<typeof readerOf>;

/** Carries the organization and the reader from the worker, the only one who can call a hub. */
export const READER_HEADER = "X-Live-Reader";

const hubOf = (env: Env, organizationId: number) =>
  env.ORGANIZATION_HUB.getByName(`organization-${organizationId}`);

/** Opens a user's connection, and answers the page's end of it. */
export async function connect(env: Env, organizationId: number, reader: Reader): Promise<WebSocket | null> {
  // A request of our own: nothing of what the client sent reaches the hub.
  const headers = { Upgrade: "websocket", [READER_HEADER]: JSON.stringify({ organizationId, reader }) };
  return (await hubOf(env, organizationId).fetch("https://hub/", { headers })).webSocket;
}

/** A page that is not told asks again when it reconnects, so that no change fails because telling failed. */
const logged = (at: string, organizationId: number, telling: Promise<void>): Promise<void> =>
  telling.catch((error) => console.error(JSON.stringify({ at, organizationId, error: String(error) })));

/**
 * Has an organization's open pages told of what has changed since they were last told, and closes those whose
 * session ended. Every request that can change something ends with this, so no verb needs to call it. Costs
 * no database query while no page is open. Resolves when all are told; never throws.
 */
export const announce = (env: Env, organizationId: number): Promise<void> =>
  logged("announce", organizationId, hubOf(env, organizationId).announce(organizationId));

/**
 * Sends new lines of a bot's log, oldest first, to the pages that watch it. The caller knows that the bot is
 * the organization's. Resolves when they are sent; never throws.
 */
export const announceLog = (
  env: Env,
  organizationId: number,
  botId: number,
  lines: BotLog[],
): Promise<void> =>
  logged("announceLog", organizationId, hubOf(env, organizationId).announceLog(organizationId, botId, lines));
