import type { MemberActor, SessionActor, TokenActor } from "../actor.ts";
import type { Db } from "../db/client.ts";
import { restoringError } from "../pause.ts";
import { type Found, inBackground, openUncounted, type RequestContext, type WayIn } from "./app.ts";
import { sessionToken, setSessionCookie } from "./session-cookie.ts";

/**
 * The person who sends a request, by whatever way, or null for a visitor; one round trip.
 * @throws AppError restoring for a request that would save something while a backup is being restored
 */
export async function findActor(c: RequestContext): Promise<MemberActor | null> {
  const found = await c.var.way?.find(c);
  if (!found) return null;
  const { actor, revisions, isDebugging, pause } = found;
  if (pause === "locked" && !c.var.isFree) throw restoringError();
  if (pause) c.set("isPaused", true);
  c.set("actor", actor);
  c.set("revisions", revisions);
  if (isDebugging && actor.permissions.has("admin.system")) c.set("isTimed", true);
  if (actor.language) c.set("language", actor.language);
  return actor;
}

/** Makes a person act in a request whose credentials are in its body, such as a Discord interaction. */
export const actAs = (c: RequestContext, found: Found): Promise<MemberActor | null> => {
  c.set("way", { isAmbient: false, isTaken: () => true, find: async () => found });
  return findActor(c);
};

/** How a feature keeps sessions. */
export type Sessions = {
  /** `isDue`: its life has to be extended. */
  find: (db: Db, token: string, now: Date) => Promise<(Found<SessionActor> & { isDue: boolean }) | null>;
  extend: (db: Db, sessionId: number, now: Date) => Promise<void>;
};

/** The cookie of a browser's session. One that is due is extended, as is its cookie. */
export const bySessionCookie = (sessions: Sessions): WayIn => ({
  isAmbient: true,
  isTaken: (c) => sessionToken(c) !== undefined,
  async find(c) {
    const token = sessionToken(c);
    if (!token) return null;
    const { opened, now } = c.var;
    const found = await sessions.find(opened.db, token, now);
    if (found?.isDue) {
      setSessionCookie(c, { token, endsAt: found.actor.endsAt });
      inBackground(c, sessions.extend(opened.db, found.actor.sessionId, now));
    }
    return found;
  },
});

/** How a feature keeps tokens of programs. */
export type Tokens = {
  /** `isDue`: that it was used has to be noted. */
  find: (db: Db, token: string, now: Date) => Promise<(Found<TokenActor> & { isDue: boolean }) | null>;
  noteUse: (db: Db, tokenId: number, now: Date) => Promise<void>;
};

const authorizationOf = (c: RequestContext) => c.req.header("Authorization") ?? "";

/** A bearer token in the header `Authorization` (RFC 6750). */
export const byBearerToken = (tokens: Tokens): WayIn => ({
  isAmbient: false,
  isTaken: (c) => /^bearer\b/i.test(authorizationOf(c)),
  async find(c) {
    const [, token] = /^bearer +(\S+)$/i.exec(authorizationOf(c)) ?? [];
    const { opened, now } = c.var;
    const found = token ? await tokens.find(opened.db, token, now) : null;
    if (found?.isDue) inBackground(c, tokens.noteUse(openUncounted(c).db, found.actor.tokenId, now));
    return found;
  },
});
