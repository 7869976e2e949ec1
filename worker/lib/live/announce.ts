import type { UserActor } from "../actor.ts";
import type { Env } from "../env.ts";
import { faultText } from "../fault.ts";
import type { BotLines } from "./live.schema.ts";
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
  telling.catch((error) => console.error(JSON.stringify({ at, organizationId, error: faultText(error) })));

/**
 * Has an organization's open pages told of what has changed, and closes those whose session ended; without open
 * pages it costs no query. Every request and job ends with it, so no verb calls it. Never throws.
 */
export const announce = (env: Env, organizationId: number): Promise<void> =>
  logged("announce", organizationId, hubOf(env, organizationId).announce(organizationId));

/** Sends new lines of a bot's log to the pages of its organization that watch it. Never throws. */
export const announceLog = (env: Env, log: BotLines): Promise<void> =>
  logged("announceLog", log.organizationId, hubOf(env, log.organizationId).announceLog(log));
