import type { MemberActor, SessionActor, TokenActor } from "../actor.ts";
import type { Db } from "../db/client.ts";
import type { Bound } from "../db/fixed.ts";
import { sureBeforeCalls } from "../outgoing/sure.ts";
import { restoringError } from "../pause.ts";
import type { Language } from "../wire.schema.ts";
import { inBackground, openUncounted, type RequestContext, type WayIn } from "./app.ts";
import { type Found, findBy, type Look, type PersonRow, Ride, recall } from "./recall.ts";
import { sessionToken, setSessionCookie } from "./session-cookie.ts";

/** Lets a person act, null for a visitor. @throws AppError restoring */
function letIn(c: RequestContext, found: Found | null): MemberActor | null {
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

/**
 * The person who sends a request, by whatever way, or null for a visitor; at most one round trip.
 * @throws AppError restoring for a request that would save something while a backup is being restored
 */
export async function findActor(c: RequestContext): Promise<MemberActor | null> {
  if (c.var.found === undefined) {
    const look = c.var.way?.look(c);
    c.set("found", look ? await findBy(c.var.opened.db.$client, look) : null);
  }
  return letIn(c, c.var.found ?? null);
}

/**
 * The person who sends a request, as this isolate recalls them: no round trip. What is done for them is done `asTrue`, or
 * after `assertTrue`. One who is not recalled is found.
 * @throws AppError restoring
 */
export async function recallActor(c: RequestContext): Promise<MemberActor | null> {
  const { found, way, ride } = c.var;
  if (ride) return letIn(c, ride.found);
  const look = found === undefined ? way?.look(c) : null;
  const known = look && recall(look.key);
  if (!look || !known) return findActor(c);
  const tell = (actual: Found | null) => {
    c.set("found", actual);
    if (actual) c.set("revisions", actual.revisions);
  };
  const made = new Ride(look, known, tell);
  c.set("ride", made);
  return letIn(c, made.found);
}

/** Whether the person who acts is who D1 says; one round trip where none has asked that yet. */
const isTrue = async (c: RequestContext) => (await c.var.ride?.isTrue(c.var.opened.db.$client)) ?? true;

/** The language of the person who acts, as it is now. */
export async function languageOf(c: RequestContext): Promise<Language> {
  const isRecalled = await isTrue(c);
  return (isRecalled ? null : c.var.found?.actor.language) ?? c.var.language;
}

/** From now on the person acts whom D1 has answered in this request. */
function forget(c: RequestContext): void {
  for (const name of ["ride", "actor", "isPaused", "isTimed"] as const) c.set(name, undefined as never);
}

/** Does something for a person who may be recalled; anew before an error where they are another. */
export async function orTrue<Answer>(c: RequestContext, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (await isTrue(c)) throw error;
    forget(c);
    return work();
  }
}

/**
 * Does what a request asks, for a person who may be recalled; anew where they are another. Then nothing of the first time is
 * used, nothing of it was written, and no other service was called.
 */
export const asTrue = <Answer>(c: RequestContext, work: () => Promise<Answer>): Promise<Answer> =>
  orTrue(c, async () => {
    const isSure = () => assertTrue(c);
    const answer = await sureBeforeCalls(isSure, work);
    await isSure();
    return answer;
  });

/**
 * Asks who acts, if that is not known yet.
 * @throws Error for `asTrue` where a recalled person is another; `anew` is done instead, where it is given
 */
export async function assertTrue(c: RequestContext, anew?: () => Promise<unknown>): Promise<void> {
  if (await isTrue(c)) return;
  if (!anew) throw new Error("not as recalled");
  forget(c);
  await anew();
}

/** Makes a person act in a request whose credentials are in its body, such as a Discord interaction. */
export const actBy = (c: RequestContext, look: Look): void =>
  c.set("way", { isAmbient: false, isTaken: () => true, look: () => look });

/** The question who acts by a secret, with whether its use has to be noted. */
export type Asked<Row extends PersonRow, As extends MemberActor> = {
  key: string;
  passing?: readonly (keyof Row & string)[];
  question: Bound<Row>;
  toFound: (row: Row) => Found<As> | null;
  isDue: (row: Row) => boolean;
};

/** How a feature keeps sessions. */
export type Sessions<Row extends PersonRow> = {
  ask: (token: string, now: Date) => Asked<Row, SessionActor>;
  extend: (db: Db, sessionId: number, now: Date) => Promise<void>;
};

/** The cookie of a browser's session. One that is due is extended, as is its cookie. */
export const bySessionCookie = <Row extends PersonRow>(sessions: Sessions<Row>): WayIn => ({
  isAmbient: true,
  isTaken: (c) => sessionToken(c) !== undefined,
  look(c) {
    const token = sessionToken(c);
    if (!token) return null;
    const { opened, now } = c.var;
    const { isDue, ...asked } = sessions.ask(token, now);
    const used = (row: Row, { actor }: Found<SessionActor>) => {
      if (!isDue(row)) return;
      setSessionCookie(c, { token, endsAt: actor.endsAt });
      inBackground(c, sessions.extend(opened.db, actor.sessionId, now));
    };
    return { ...asked, used } as unknown as Look;
  },
});

/** How a feature keeps tokens of programs. */
export type Tokens<Row extends PersonRow> = {
  /** Null for a token that cannot be one. */
  ask: (token: string, now: Date) => Asked<Row, TokenActor> | null;
  noteUse: (db: Db, tokenId: number, now: Date) => Promise<void>;
};

const authorizationOf = (c: RequestContext) => c.req.header("Authorization") ?? "";

/** A bearer token in the header `Authorization` (RFC 6750). */
export const byBearerToken = <Row extends PersonRow>(tokens: Tokens<Row>): WayIn => ({
  isAmbient: false,
  isTaken: (c) => /^bearer\b/i.test(authorizationOf(c)),
  look(c) {
    const [, token] = /^bearer +(\S+)$/i.exec(authorizationOf(c)) ?? [];
    const { now } = c.var;
    const all = token ? tokens.ask(token, now) : null;
    if (!all) return null;
    const { isDue, ...asked } = all;
    const used = (row: Row, { actor }: Found<TokenActor>) => {
      if (isDue(row)) inBackground(c, tokens.noteUse(openUncounted(c).db, actor.tokenId, now));
    };
    return { ...asked, used } as unknown as Look;
  },
});
