import type { RequestContext } from "./app.ts";
import { cookie } from "./cookie.ts";

/** Days that a session lives after it was last used. */
export const SESSION_DAYS = 30;
const SESSION_SECONDS = SESSION_DAYS * 24 * 3600;

const sessionCookie = cookie("session", { seconds: SESSION_SECONDS });

/** A session as its browser keeps it: its token, and when it ends, however it is used. */
export type KeptSession = { token: string; endsAt: string };

/** Tells our own pages that there is a session, so that a visitor's page need not ask; it grants nothing. */
const hintCookie = cookie("signed_in", { seconds: SESSION_SECONDS, isForScripts: true });

/** The token of the session that a request carries, which may have ended. */
export const sessionToken = sessionCookie.read;

/** Makes the browser delete its cached answers, which belong to a session that has ended or been replaced. */
export const forgetCache = (c: RequestContext): void => c.header("Clear-Site-Data", '"cache"');

/** Sets the session's cookie, which lives as long as the session if that is not used, or with null takes it back. */
export function setSessionCookie(c: RequestContext, session: KeptSession | null): void {
  const before = sessionToken(c);
  if (before && before !== session?.token) forgetCache(c);
  renewSessionCookie(c, session);
}

/** Gives the browser another token of the same session. */
export function renewSessionCookie(c: RequestContext, session: KeptSession | null): void {
  const left = session ? Math.floor((Date.parse(session.endsAt) - c.var.now.getTime()) / 1000) : 0;
  const seconds = Math.max(0, Math.min(SESSION_SECONDS, left));
  sessionCookie.write(c, session?.token ?? null, seconds);
  hintCookie.write(c, session && "1", seconds);
}
