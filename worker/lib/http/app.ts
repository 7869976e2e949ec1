import type { Context as HonoContext } from "hono";
import type { UserActor } from "../actor.ts";
import type { SystemContext, UserContext } from "../context.ts";
import type { Db, openDb } from "../db/client.ts";
import type { Env } from "../env.ts";
import { errors } from "../errors.ts";
import { faultText } from "../fault.ts";
import type { BotLines } from "../live/live.schema.ts";
import type { Audience } from "../live/topics.ts";
import { invalidField } from "../validation.ts";
import type { Language } from "../wire.schema.ts";
import type { DeclaredRoute } from "./declared.ts";

/** A session that a token belongs to. */
export type FoundSession = {
  actor: UserActor;
  /** The revision of each topic of the actor's organization. */
  revisions: Readonly<Record<string, number>>;
  /** Its life has to be extended. */
  isDue: boolean;
  /** The actor's organization has debug mode on. */
  isDebugging: boolean;
};

/** How requests are attributed to users; a feature keeps the sessions. */
export type Sessions = {
  find(db: Db, token: string, now: Date): Promise<FoundSession | null>;
  extend(db: Db, sessionId: number, now: Date): Promise<void>;
};

export type App = {
  Bindings: Env;
  Variables: {
    env: Env;
    opened: ReturnType<typeof openDb>;
    now: Date;
    language: Language;
    requestId: string;
    sessions: Sessions;
    /** Who may hear of which topic. */
    audience: Audience;
    /** Who may call which route. */
    routes: readonly DeclaredRoute[];
    /** Set behind `signedIn` and `requires`. */
    actor: UserActor;
    /** The revisions that came with the actor's session. */
    revisions: Readonly<Record<string, number>>;
    /** Answers tell how long they took: debug mode, for an administrator. */
    isTimed?: boolean;
    /** Set behind `gatewayOnly`: the one bot that the gateway runs and may report on; null when it runs all. */
    gatewayBot: number | null;
    /** Organizations whose open pages are told of a change, where it is not the actor's own by an unsafe method. */
    changed?: readonly number[];
    /** Lines that bots logged in this request: pages that watch those logs get them. */
    logged?: readonly BotLines[];
  };
};
export type RequestContext = HonoContext<App>;

/** The verb context of a request behind `signedIn` or `requires`. */
export const contextOf = (c: RequestContext): UserContext => ({ ...systemContextOf(c), actor: c.var.actor });

/**
 * The verb context of a request that may have no session.
 * @throws AppError invalid_input for an idempotency key of more than 100 characters or other than visible ASCII
 */
export function systemContextOf(c: RequestContext): SystemContext {
  const { opened, env, now, language } = c.var;
  const idempotencyKey = c.req.header("Idempotency-Key");
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,100}$/.test(idempotencyKey)) {
    throw invalidField("Idempotency-Key", language);
  }
  const later = (work: Promise<unknown>) => inBackground(c, work);
  return { db: opened.db, env, now, language, idempotencyKey, later };
}

/** Reads a record id of a path. @throws AppError not_found when it is not a positive whole number */
export function idParameter(c: RequestContext, name = "id"): number {
  const text = c.req.param(name) ?? "";
  if (!/^[1-9]\d{0,14}$/.test(text)) throw errors.not_found();
  return Number(text);
}

/** Lets work go on after the answer; what fails of it is logged. */
export function inBackground(c: RequestContext, work: Promise<unknown>): void {
  const done = work.catch((error) => console.error(JSON.stringify({ error: faultText(error) })));
  // A request that does not come from the network has no execution context, and nothing to be kept alive for.
  try {
    c.executionCtx.waitUntil(done);
  } catch {}
}
