import type { Context as HonoContext } from "hono";
import type { MemberActor } from "../actor.ts";
import type { MemberContext, SystemContext } from "../context.ts";
import type { Toll } from "../db/charged.ts";
import { openDb } from "../db/client.ts";
import type { Piggyback, Work } from "../db/counted.ts";
import type { Env } from "../env.ts";
import { type AppError, errors } from "../errors.ts";
import type { BotLines } from "../live/live.schema.ts";
import type { Audience } from "../live/topics.ts";
import { logFault } from "../log.ts";
import { invalidField, type Sentences } from "../validation.ts";
import type { Language } from "../wire.schema.ts";
import { budgetUsed, type Charge, chargeStatement, settleStatement, USUAL_ROWS } from "../write-budget.ts";
import type { ActorQuery, Found, Revalidation } from "./actor-cache.ts";

/** One way for a request to say who acts. */
export type WayIn = {
  /**
   * Browsers send these credentials along by themselves: a request that changes something has to come from our own
   * pages.
   */
  isAmbient: boolean;
  /** Whether a request carries credentials of this way, good or not. */
  isTaken: (c: RequestContext) => boolean;
  /** The query for their actor; null for credentials that cannot be good. */
  query: (c: RequestContext) => ActorQuery | null;
};

/** The description of the API, JSON, with its entity tag. */
export type Description = { text: string; tag: string };

export type App = {
  Bindings: Env;
  Variables: {
    env: Env;
    opened: ReturnType<typeof openDb>;
    now: Date;
    language: Language;
    requestId: string;
    /** The calls of the request to D1 so far. */
    work: Work;
    /** The code of the error that answers the request. */
    code?: string;
    /** The machine that signed a request in which no person acts. */
    by?: "gateway" | "interaction";
    /** The way in that the request takes; undefined for a visitor. */
    way: WayIn | undefined;
    /** The context with which the verb of the route is called. */
    context: SystemContext;
    /** The permissions to hear of each topic. */
    audience: Audience;
    /** The features' sentences about input that their schemas refuse. */
    sentences: Sentences;
    /** The work that a write starts by itself is left out. */
    isPaused?: true;
    /** The request is answered while a backup is being restored, too. */
    isFree: boolean;
    describeApi: () => Description;
    /** The person who acts: set where a route takes one. */
    actor: MemberActor;
    /** The actor that D1 has answered in this request; null for nobody. */
    found?: Found | null;
    /** Set while the actor comes from the isolate's cache. */
    revalidation?: Revalidation;
    /** Set where the request reads several paths, whose reads it joins. */
    joined?: Piggyback;
    /** Answers paths of the API as parts of the request. */
    readParts: (paths: readonly string[]) => Promise<Response[]>;
    /** The rows that the request counts as in the budget of the actor. */
    charge: Charge | undefined;
    /** Ends when the request is answered. */
    answered: Promise<void>;
    /** The revisions that came with the actor's session. */
    revisions: Readonly<Record<string, number>>;
    /** Answers tell how long they took: debug mode, for a holder of admin.system. */
    isTimed?: boolean;
    /** Organizations whose open pages are told of a change, where it is not the actor's own by an unsafe method. */
    changed?: readonly number[];
    /** Tells features and open pages of a write by a route that the request asked, by its path; set for every request. */
    afterAsking: (path: string) => void;
    /** Tells features of a refusal that is no answer to the request; set for every request. */
    refused: (error: AppError) => void;
    /** The request asks other routes, each of which is told of: it is no write of its own. */
    isAsking?: true;
    /** A sign-in may have replaced the session that its browser brought: connections of ended sessions are closed. */
    endsSession?: true;
    /** Lines that bots logged in this request: pages that watch those logs get them. */
    logged?: readonly BotLines[];
  };
};
export type RequestContext = HonoContext<App>;

/**
 * Opens D1 for a request. Whatever a signed-in user's request writes is counted in their budget of the day, before its
 * first writing statement and together with it (see `write-budget.ts`); what it writes beyond that is counted afterwards.
 */
export function openBudgeted(c: RequestContext, bookmark: string | undefined) {
  const now = c.get("now");
  let owed = 0;
  function settle() {
    const { actor, charge } = c.var;
    const rows = owed;
    owed = 0;
    return settleStatement(c.env.DB, { actor, now, ...charge, rows }).run();
  }
  const toll: Toll = {
    ahead(client) {
      const { actor, charge = { rows: USUAL_ROWS } } = c.var;
      if (!actor) return null;
      const { rows } = charge;
      return { rows, statement: rows > 0 ? chargeStatement(client, { actor, now, ...charge }) : null };
    },
    refused: () => budgetUsed(now),
    after(rows) {
      // Once for a request, however many batches it has.
      if (owed === 0) inBackground(c, c.get("answered").then(settle));
      owed += rows;
    },
  };
  const piggybackOf = () => c.get("joined") ?? c.get("revalidation");
  return openDb(c.env.DB, bookmark, { toll, work: c.get("work"), piggybackOf });
}

/** Opens D1 for notes about a request that do not count as its user's writes, such as its refusal. */
export const openUncounted = (c: RequestContext) =>
  openDb(c.env.DB, undefined, { piggybackOf: () => c.get("revalidation") });

/** The context of a verb that a person calls. */
export const memberContextOf = (c: RequestContext, actor: MemberActor): MemberContext => ({
  ...systemContextOf(c),
  actor,
});

/**
 * The verb context of a request that may have no session.
 * @throws AppError invalid_input for an idempotency key of more than 100 characters or other than visible ASCII
 */
export function systemContextOf(c: RequestContext): SystemContext {
  const language = c.get("language");
  const idempotencyKey = c.req.header("Idempotency-Key");
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,100}$/.test(idempotencyKey)) {
    throw invalidField("Idempotency-Key", language);
  }
  const later = (work: Promise<unknown>) => inBackground(c, work);
  const openPrimary = () => openBudgeted(c, "first-primary").db;
  const [{ db }, env, now] = [c.get("opened"), c.get("env"), c.get("now")];
  return { db, openPrimary, env, now, language, idempotencyKey, later };
}

/** Reads a record id of a path. @throws AppError not_found when it is not a positive whole number */
export function idParameter(c: RequestContext, name = "id"): number {
  const text = c.req.param(name) ?? "";
  if (!/^[1-9]\d{0,14}$/.test(text)) throw errors.not_found();
  return Number(text);
}

/** Lets work go on after the answer; what fails of it is logged. */
export function inBackground(c: RequestContext, work: Promise<unknown>): void {
  const done = work.catch((error) => logFault("background", error, { requestId: c.get("requestId") }));
  // A request that does not come from the network has no execution context, and nothing to be kept alive for.
  try {
    c.executionCtx.waitUntil(done);
  } catch {}
}
