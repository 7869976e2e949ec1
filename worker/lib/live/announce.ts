import type { SessionActor } from "../actor.ts";
import type { Env } from "../env.ts";
import { logFault } from "../log.ts";
import type { BotLines } from "./live.schema.ts";
import { type Audience, mayHear, topicsFor } from "./topics.ts";

/** The session of a connection, and what it may hear. */
export const readerOf = (actor: SessionActor, audience: Audience) => ({
  organizationId: actor.organizationId,
  userId: actor.userId,
  sessionId: actor.sessionId,
  /** Another one came with another token: a connection by the earlier token is closed when it is next checked. */
  provenAt: actor.provenAt,
  roleId: actor.role?.id ?? null,
  roleVersion: actor.role?.version ?? null,
  topics: topicsFor(audience, actor.permissions),
  readsLogs: mayHear(audience, "bot_logs", actor.permissions),
});
export type Reader = ReturnType<typeof readerOf>;

/** The header that carries the reader from the worker, which alone can call a hub. */
export const READER_HEADER = "X-Live-Reader";

/** The hub of an organization's open pages. */
export const hubOf = (env: Env, organizationId: number) =>
  env.ORGANIZATION_HUB.getByName(`organization-${organizationId}`);

/** Logs that telling failed instead of failing the change: a page asks again when it reconnects. */
const logged = (at: string, telling: Promise<void>): Promise<void> =>
  telling.catch((error) => logFault(at, error));

/**
 * Tells an organization's open pages what has changed, and closes the connections of ended sessions. It costs no query
 * without open pages. Every request and job ends with it, so that verbs need not call it. Never throws.
 * @param endsSession a session may have ended without a change of the topics that tell so
 */
export const announce = (env: Env, organizationId: number, endsSession = false): Promise<void> =>
  logged("announce", hubOf(env, organizationId).announce(organizationId, endsSession));

/** Sends new lines of a bot's log to the pages of its organization that watch it. Never throws. */
export const announceLog = (env: Env, log: BotLines): Promise<void> =>
  logged("announceLog", hubOf(env, log.organizationId).announceLog(log));
