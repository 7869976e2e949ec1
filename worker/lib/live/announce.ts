import type { UserActor } from "../actor.ts";
import type { Env } from "../env.ts";
import type { BotLog } from "./live.schema.ts";
import { type Audience, mayHear, topicsFor } from "./topics.ts";

/** What the session of a connection lets it hear. */
export const readerOf = (actor: UserActor, audience: Audience) => ({
  organizationId: actor.organizationId,
  userId: actor.userId,
  sessionId: actor.sessionId,
  roleId: actor.role?.id ?? null,
  roleVersion: actor.role?.version ?? null,
  topics: topicsFor(audience, actor.permissions),
  readsLogs: mayHear(audience, "bot_logs", actor.permissions),
});
export type Reader = ReturnType<typeof readerOf>;

/** Carries the reader from the worker, the only one who can call a hub. */
export const READER_HEADER = "X-Live-Reader";

/** The hub of an organization's open pages. */
export const hubOf = (env: Env, organizationId: number) =>
  env.ORGANIZATION_HUB.getByName(`organization-${organizationId}`);

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
