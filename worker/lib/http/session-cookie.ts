import type { RequestContext } from "./app.ts";
import { cookie } from "./cookie.ts";

/** Days that a session lives after it was last used. */
export const SESSION_DAYS = 30;
const SESSION_SECONDS = SESSION_DAYS * 24 * 3600;

const sessionCookie = cookie("session", { seconds: SESSION_SECONDS });

/** Tells our own pages that there is a session, so that a visitor's page need not ask; it grants nothing. */
const hintCookie = cookie("signed_in", { seconds: SESSION_SECONDS, isForScripts: true });

/** The token of the session that a request carries, which may have ended. */
export const sessionToken = sessionCookie.read;

/** Makes the browser delete its cached answers, which belong to a session that has ended or been replaced. */
export const forgetCache = (c: RequestContext): void => c.header("Clear-Site-Data", '"cache"');

/** Sets the session's cookie, or with null takes it back. */
export function setSessionCookie(c: RequestContext, token: string | null): void {
  const before = sessionToken(c);
  if (before && before !== token) forgetCache(c);
  sessionCookie.write(c, token);
  hintCookie.write(c, token && "1");
}
