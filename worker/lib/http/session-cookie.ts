import { setCookie } from "hono/cookie";
import type { RequestContext } from "./app.ts";
import { cookie, isSecure } from "./cookie.ts";

/** Days that a session lives after it was last used. */
export const SESSION_DAYS = 30;
const SESSION_SECONDS = SESSION_DAYS * 24 * 3600;

const sessionCookie = cookie("session", { seconds: SESSION_SECONDS });

/** Tells our own pages that there is a session, so that a visitor's page need not ask; it grants nothing. */
const HINT_COOKIE = "signed_in";

/** The token of the session that a request carries, which may have ended. */
export const sessionToken = sessionCookie.read;

/** Makes the browser delete its cached answers, which belong to a session that has ended or been replaced. */
export const forgetCache = (c: RequestContext): void => c.header("Clear-Site-Data", '"cache"');

/** Sets the session's cookie, or with null takes it back. */
export function setSessionCookie(c: RequestContext, token: string | null): void {
  const before = sessionToken(c);
  if (before && before !== token) forgetCache(c);
  writeBoth(c, token);
}

/** Gives the browser another token of the same session. */
export const renewSessionCookie = (c: RequestContext, token: string): void => writeBoth(c, token);

function writeBoth(c: RequestContext, token: string | null): void {
  sessionCookie.write(c, token);
  setCookie(c, HINT_COOKIE, token ? "1" : "", {
    path: "/",
    secure: isSecure(c.var.env),
    sameSite: "Lax",
    maxAge: token ? SESSION_SECONDS : 0,
  });
}
