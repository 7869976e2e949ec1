import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { UserActor } from "../actor.ts";
import type { Env } from "../env.ts";
import { errors } from "../errors.ts";
import type { Permission } from "../permissions.schema.ts";
import { type App, idParameter, inBackground, type RequestContext } from "./app.ts";
import type { Access, DeclaredRoute, Router } from "./declared.ts";

const access = Symbol("access");
type Declared = MiddlewareHandler<App> & { [access]?: Access };

/** The access that a handler declares; undefined for every other handler. */
export const accessOf = (handler: unknown): Access | undefined => (handler as Declared)[access];

/** Makes a handler the declaration of who may call its route. */
export const declareAccess = (declared: Access, handler: MiddlewareHandler<App>): MiddlewareHandler<App> =>
  Object.assign(handler, { [access]: declared });

/** All routes of a router with the access that each declares. */
export const declaredRoutes = ({ routes }: Router): DeclaredRoute[] =>
  routes.flatMap(({ method, path, handler }) => {
    const declared = accessOf(handler);
    return declared ? [{ method, path, access: declared }] : [];
  });

/** Lets every client call the route. */
export const publicRoute = () => declareAccess({ kind: "public" }, (_, next) => next());

/** Lets every user with a session call the route. */
export const signedIn = () => declareAccess({ kind: "signed-in" }, withSession());

/** Lets users call the route whose role holds one of the permissions. */
export const requires = (...anyOf: [Permission, ...Permission[]]) =>
  declareAccess({ kind: "permission", anyOf }, withSession(anyOf));

/** Refuses requests without a session or any of the permissions; another organization's path does not exist. */
const withSession =
  (anyOf: readonly Permission[] = []): MiddlewareHandler<App> =>
  async (c, next) => {
    const actor = await currentActor(c);
    if (!actor) throw errors.signed_out();
    const [permission] = anyOf;
    if (permission && !anyOf.some((each) => actor.permissions.has(each)))
      throw errors.forbidden({ permission });
    const isOfPath = c.req.param("orgId") !== undefined;
    if (isOfPath && idParameter(c, "orgId") !== actor.organizationId) throw errors.not_found();
    await next();
  };

/** The user whose session the request carries, or null; one round trip. */
export async function currentActor(c: RequestContext): Promise<UserActor | null> {
  const token = getCookie(c, sessionCookieName(c.var.env));
  if (!token) return null;
  const { sessions, opened, now } = c.var;
  const found = await sessions.find(opened.db, token, now);
  if (!found) return null;
  const { actor, revisions, isDue, isDebugging } = found;
  c.set("actor", actor);
  c.set("revisions", revisions);
  if (isDebugging && actor.permissions.has("admin.system")) c.set("isTimed", true);
  if (actor.language) c.set("language", actor.language);
  if (isDue) {
    setSessionCookie(c, token);
    inBackground(c, sessions.extend(opened.db, actor.sessionId, now));
  }
  return actor;
}

/** Days that a session lives after it was last used. */
export const SESSION_DAYS = 30;

const isSecure = (env: Env) => env.APP_URL.startsWith("https:");

/** Plain http on localhost cannot set a `__Host-` cookie. */
export const sessionCookieName = (env: Env) => (isSecure(env) ? "__Host-session" : "session");

/** Tells our own pages that there is a session, so that a visitor's page need not ask; it grants nothing. */
const HINT_COOKIE = "signed_in";

/** Has the browser forget the answers that it keeps: they are of a session that has ended, or of another one. */
export const forgetCache = (c: RequestContext): void => c.header("Clear-Site-Data", '"cache"');

/** Whether a request carries the cookie of a session, which may have ended. */
export const carriesSession = (c: RequestContext): boolean =>
  getCookie(c, sessionCookieName(c.var.env)) !== undefined;

/** Sets the session's cookie, or with null takes it back. */
export function setSessionCookie(c: RequestContext, token: string | null): void {
  const options = {
    path: "/",
    secure: isSecure(c.var.env),
    sameSite: "Lax",
    maxAge: token ? SESSION_DAYS * 24 * 3600 : 0,
  } as const;
  const before = getCookie(c, sessionCookieName(c.var.env));
  if (before && before !== token) forgetCache(c);
  setCookie(c, sessionCookieName(c.var.env), token ?? "", { ...options, httpOnly: true });
  setCookie(c, HINT_COOKIE, token ? "1" : "", options);
}
