import { getCookie, setCookie } from "hono/cookie";
import { sessionCookieName } from "../../lib/http/access.ts";
import type { RequestContext } from "../../lib/http/app.ts";
import { factorErrors } from "../second-factor/index.ts";

const MINUTES = 5;

const nameOf = (c: RequestContext) =>
  sessionCookieName(c.var.env).startsWith("__Host-") ? "__Host-waiting" : "waiting";

/** Gives the browser the token of a sign-in that waits for its second step, or with null takes it back. */
export const setWaitingCookie = (c: RequestContext, token: string | null): void =>
  setCookie(c, nameOf(c), token ?? "", {
    path: "/",
    httpOnly: true,
    secure: c.var.env.APP_URL.startsWith("https:"),
    sameSite: "Strict",
    maxAge: token ? MINUTES * 60 : 0,
  });

/** The token of the sign-in that waits in this browser. @throws AppError sign_in_ended where none does */
export function readWaitingCookie(c: RequestContext): string {
  const token = getCookie(c, nameOf(c));
  if (!token) throw factorErrors.sign_in_ended();
  return token;
}
