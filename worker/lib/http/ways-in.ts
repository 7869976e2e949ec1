import type { MemberActor, SessionActor, TokenActor } from "../actor.ts";
import type { Db } from "../db/client.ts";
import { StaleActor } from "../fault.ts";
import { withCheckBeforeCalls } from "../outgoing/before-call.ts";
import { restoringError } from "../pause.ts";
import type { Language } from "../wire.schema.ts";
import {
  type ActorQuery,
  type ActorRow,
  type Found,
  findBy,
  Revalidation,
  readCache,
} from "./actor-cache.ts";
import { inBackground, openUncounted, type RequestContext, type WayIn } from "./app.ts";
import { sessionToken, setSessionCookie } from "./session-cookie.ts";

/** Sets who acts in a request, null for a visitor. @throws AppError restoring */
function setActor(c: RequestContext, found: Found | null): MemberActor | null {
  if (!found) return null;
  const { actor, revisions, isDebugging, pause } = found;
  if (pause === "locked" && !c.get("isFree")) throw restoringError();
  if (pause) c.set("isPaused", true);
  c.set("actor", actor);
  c.set("revisions", revisions);
  if (isDebugging && actor.permissions.has("admin.system")) c.set("isTimed", true);
  if (actor.language) c.set("language", actor.language);
  return actor;
}

/**
 * The person who sends a request, by whatever way, or null for a visitor; at most one round trip.
 * @throws AppError restoring for a request that would save something while a backup is being restored
 */
export async function findActor(c: RequestContext): Promise<MemberActor | null> {
  if (c.get("found") === undefined) {
    const query = c.get("way")?.query(c);
    c.set("found", query ? await findBy(c.get("opened").db.$client, query) : null);
  }
  return setActor(c, c.get("found") ?? null);
}

/**
 * The person who sends a request, from the isolate's cache without a round trip, else found. Work for a cached actor runs in
 * `withFreshActor`, or after `assertFreshActor`.
 * @throws AppError restoring
 */
export async function cachedActor(c: RequestContext): Promise<MemberActor | null> {
  const revalidation = c.get("revalidation");
  if (revalidation) return setActor(c, revalidation.found);
  const query = c.get("found") === undefined ? c.get("way")?.query(c) : null;
  const cached = query && readCache(query.key);
  if (!query || !cached) return findActor(c);
  const onFound = (fresh: Found | null) => {
    c.set("found", fresh);
    if (fresh) c.set("revisions", fresh.revisions);
  };
  const started = new Revalidation(query, cached, onFound);
  c.set("revalidation", started);
  return setActor(c, started.found);
}

/** Whether the actor of the request is fresh; one round trip while a revalidation is pending. */
const isFresh = async (c: RequestContext) =>
  (await c.get("revalidation")?.isFresh(c.get("opened").db.$client)) ?? true;

/** The language of the fresh actor, for the refusal of input. */
export async function languageOf(c: RequestContext): Promise<Language> {
  const stored = (await isFresh(c)) ? null : c.get("found")?.actor.language;
  return stored ?? c.get("language");
}

/** Ends a revalidation: the actor is then the one that it has found. */
function dropCachedActor(c: RequestContext): void {
  for (const name of ["revalidation", "actor", "isPaused", "isTimed"] as const)
    c.set(name, undefined as never);
}

/** Runs work for an actor who may be cached, and again with the fresh one if it fails for a stale one. */
export async function orWithFreshActor<Answer>(
  c: RequestContext,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (await isFresh(c)) throw error;
    dropCachedActor(c);
    return work();
  }
}

/**
 * Runs the work of a request for an actor who may be cached, and again with the fresh one if that actor was stale. Then the
 * first answer is discarded; the first run has written nothing and called no other service.
 */
export const withFreshActor = <Answer>(c: RequestContext, work: () => Promise<Answer>): Promise<Answer> =>
  orWithFreshActor(c, async () => {
    const check = () => assertFreshActor(c);
    const answer = await withCheckBeforeCalls(check, work);
    await check();
    return answer;
  });

/**
 * Completes a pending revalidation.
 * @param retry runs with the fresh actor if the cached one was stale
 * @throws StaleActor without `retry`, for `withFreshActor`
 */
export async function assertFreshActor(c: RequestContext, retry?: () => Promise<unknown>): Promise<void> {
  if (await isFresh(c)) return;
  if (!retry) throw new StaleActor();
  dropCachedActor(c);
  await retry();
}

/** Sets the credentials of a request that carries them in its body, such as a Discord interaction. */
export const setCredentials = (c: RequestContext, query: ActorQuery): void =>
  c.set("way", { isAmbient: false, isTaken: () => true, query: () => query });

/** The query for the actor of a secret; `isDue`: its use has to be noted. */
export type SecretQuery<Row extends ActorRow, As extends MemberActor> = Pick<
  ActorQuery<Row>,
  "key" | "statement" | "ignored"
> & {
  toFound: (row: Row) => Found<As> | null;
  isDue: (row: Row) => boolean;
};

/** How a feature keeps sessions. */
export type Sessions<Row extends ActorRow> = {
  query: (token: string, now: Date) => SecretQuery<Row, SessionActor>;
  extend: (db: Db, sessionId: number, now: Date) => Promise<void>;
};

/** The cookie of a browser's session. One that is due is extended, as is its cookie. */
export const bySessionCookie = <Row extends ActorRow>(sessions: Sessions<Row>): WayIn => ({
  isAmbient: true,
  isTaken: (c) => sessionToken(c) !== undefined,
  query(c) {
    const token = sessionToken(c);
    if (!token) return null;
    const now = c.get("now");
    const { isDue, ...query } = sessions.query(token, now);
    const onRow = (row: Row, { actor }: Found<SessionActor>) => {
      if (!isDue(row)) return;
      setSessionCookie(c, { token, endsAt: actor.endsAt });
      inBackground(c, sessions.extend(c.get("opened").db, actor.sessionId, now));
    };
    return { ...query, onRow } as unknown as ActorQuery;
  },
});

/** How a feature keeps tokens of programs. */
export type Tokens<Row extends ActorRow> = {
  /** Null for a token that cannot be one. */
  query: (token: string, now: Date) => SecretQuery<Row, TokenActor> | null;
  noteUse: (db: Db, tokenId: number, now: Date) => Promise<void>;
};

const authorizationOf = (c: RequestContext) => c.req.header("Authorization") ?? "";

/** A bearer token in the header `Authorization` (RFC 6750). */
export const byBearerToken = <Row extends ActorRow>(tokens: Tokens<Row>): WayIn => ({
  isAmbient: false,
  isTaken: (c) => /^bearer\b/i.test(authorizationOf(c)),
  query(c) {
    const [, token] = /^bearer +(\S+)$/i.exec(authorizationOf(c)) ?? [];
    const now = c.get("now");
    const found = token ? tokens.query(token, now) : null;
    if (!found) return null;
    const { isDue, ...query } = found;
    const onRow = (row: Row, { actor }: Found<TokenActor>) => {
      if (isDue(row)) inBackground(c, tokens.noteUse(openUncounted(c).db, actor.tokenId, now));
    };
    return { ...query, onRow } as unknown as ActorQuery;
  },
});
