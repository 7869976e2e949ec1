import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { SIGNATURE_HEADERS, verifyGatewayRequest } from "../../../bot-gateway/protocol.ts";
import type { BotLog } from "../../features/bots/bots.schema.ts";
import { gatewaySecret } from "../../features/bots/gateway/client.ts";
import { findActor, touchSession } from "../../features/sessions/sessions.ts";
import type { Actor, Context, SystemContext } from "../context.ts";
import type { OpenedDb } from "../db/client.ts";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { Permission } from "../permissions.schema.ts";
import type { Language } from "../wire.schema.ts";
import { inBackground } from "./background.ts";

export type App = {
  Bindings: Env;
  Variables: {
    env: Env;
    opened: OpenedDb;
    now: Date;
    language: Language;
    requestId: string;
    /** Set behind `signedIn` and `requires`. */
    actor: Actor;
    /** Set behind `gatewayOnly`: the one bot that the gateway runs and may speak for, null when it runs all. */
    gatewayBot: number | null;
    /**
     * Organizations that the request may have changed something of, where that is not the actor's own or the
     * method does not say that it changes anything: their open pages are told.
     */
    changed?: readonly number[];
    /** Lines that bots logged in it: whoever watches their logs gets them. */
    logged?: readonly { organizationId: number; botId: number; lines: BotLog[] }[];
  };
};
export type RequestContext = HonoContext<App>;

/** Who may call a route. */
export type Access =
  | { kind: "public" }
  | { kind: "signed-in" }
  | { kind: "permission"; anyOf: Permission[] }
  | { kind: "gateway" };

const access = Symbol("access");
type Declared = MiddlewareHandler<App> & { [access]?: Access };

/** The access a handler declares, if it is one of those below; for the tests that walk the router. */
export const accessOf = (handler: unknown): Access | undefined => (handler as Declared)[access];

function declare(declared: Access, handler: MiddlewareHandler<App>): MiddlewareHandler<App> {
  return Object.assign(handler, { [access]: declared });
}

/** Anyone may call the route, signed in or not. */
export const publicRoute = () =>
  declare(
    { kind: "public" },
    createMiddleware<App>((_, next) => next()),
  );

/** Anyone with a session may call the route. */
export const signedIn = () =>
  declare(
    { kind: "signed-in" },
    createMiddleware<App>(async (c, next) => {
      await authenticate(c);
      await next();
    }),
  );

/** Anyone whose role holds one of the permissions may call the route. */
export const requires = (...anyOf: [Permission, ...Permission[]]) =>
  declare(
    { kind: "permission", anyOf },
    createMiddleware<App>(async (c, next) => {
      const actor = await authenticate(c);
      if (!anyOf.some((permission) => actor.permissions.has(permission))) {
        throw new AppError("forbidden", { permission: anyOf[0] });
      }
      await next();
    }),
  );

/**
 * Only the bot gateway may call the route: the request is signed with the secret that both hold, over its
 * body as it came. What it does is taken once by a key of its own, so a request sent again changes nothing.
 */
export const gatewayOnly = () =>
  declare(
    { kind: "gateway" },
    createMiddleware<App>(async (c, next) => {
      const { method, url } = c.req;
      const signed = { method, url, body: await c.req.text(), header: (name: string) => c.req.header(name) };
      const named = c.req.header(SIGNATURE_HEADERS.bot);
      if (named !== undefined && !/^[1-9]\d{0,14}$/.test(named)) throw new AppError("gateway_signature");
      const botId = named === undefined ? null : Number(named);
      const secret = await gatewaySecret(c.var.env, botId);
      const isGenuine = await verifyGatewayRequest(secret, signed, c.var.now.getTime());
      if (!isGenuine) throw new AppError("gateway_signature");
      c.set("gatewayBot", botId);
      await next();
    }),
  );

/** Whether an address is the bot gateway's: it comes from no page, so neither origin nor cookies mean anything there. */
export const isGatewayPath = (path: string): boolean => path.startsWith("/api/bot-gateway/");

async function authenticate(c: RequestContext): Promise<Actor> {
  const actor = await currentActor(c);
  if (!actor) throw new AppError("signed_out");
  return actor;
}

/** Who is calling, or null; one round trip. */
export async function currentActor(c: RequestContext): Promise<Actor | null> {
  const token = getCookie(c, sessionCookieName(c.var.env));
  if (!token) return null;
  const found = await findActor(c.var.opened.db, token, c.var.now);
  if (!found) return null;
  c.set("actor", found.actor);
  if (found.actor.language) c.set("language", found.actor.language);
  if (found.renew) {
    setSessionCookie(c, token);
    inBackground(c, touchSession(c.var.opened.db, found.actor.sessionId, c.var.now));
  }
  return found.actor;
}

/** Days that a session lives after it was last used. */
export const SESSION_DAYS = 30;

const isSecure = (env: Env) => env.APP_URL.startsWith("https:");

/** Plain http on localhost cannot set a `__Host-` cookie. */
export const sessionCookieName = (env: Env) => (isSecure(env) ? "__Host-session" : "session");

/** Tells our own pages that there is a session, so that a visitor's page need not ask; it grants nothing. */
const HINT_COOKIE = "signed_in";

/** Sets the session's cookie, or with null takes it back. */
export function setSessionCookie(c: RequestContext, token: string | null): void {
  const options = {
    path: "/",
    secure: isSecure(c.var.env),
    sameSite: "Lax",
    maxAge: token ? SESSION_DAYS * 24 * 3600 : 0,
  } as const;
  setCookie(c, sessionCookieName(c.var.env), token ?? "", { ...options, httpOnly: true });
  setCookie(c, HINT_COOKIE, token ? "1" : "", options);
}

/** The verb context of a request behind `signedIn` or `requires`. */
export function contextOf(c: RequestContext): Context {
  const { opened, env, now, language, actor } = c.var;
  return { db: opened.db, env, now, language, actor };
}

/** The verb context of a request that may have no session. */
export function systemContextOf(c: RequestContext): SystemContext {
  const { opened, env, now, language } = c.var;
  return { db: opened.db, env, now, language };
}

/**
 * Reads the organization id of a path.
 * @throws AppError not_found for any organization but the caller's own, so that nothing is revealed
 */
export function ownOrganization(c: RequestContext): number {
  const id = idParameter(c, "orgId");
  if (id !== c.var.actor.organizationId) throw new AppError("not_found");
  return id;
}

/** Reads a record id of a path. @throws AppError not_found when it is not a positive whole number */
export function idParameter(c: RequestContext, name: string): number {
  const text = c.req.param(name) ?? "";
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new AppError("not_found");
  return Number(text);
}
