import * as z from "zod/mini";
import { type Answers, created, json } from "../../lib/http/answers.ts";
import type { RequestContext } from "../../lib/http/app.ts";
import { cookie } from "../../lib/http/cookie.ts";
import { type KeptSession, setSessionCookie } from "../../lib/http/session-cookie.ts";
import { type CurrentUser, currentUser } from "../account/index.ts";
import { factorErrors, waitingSignIn } from "../second-factor/index.ts";
import type { Registration } from "./register.ts";
import type { PasswordSignIn } from "./sign-in.ts";
import type { Grant } from "./sign-in-with-discord.ts";
import { DEVICE_DAYS, openDevice, signDevice, type Visitor, whereOf } from "./visitor.ts";

const deviceCookie = cookie("device", { seconds: DEVICE_DAYS * 24 * 3600 });
const grantCookie = cookie("grant", { seconds: 10 * 60 });
const waitingCookie = cookie("waiting", { seconds: 5 * 60, sameSite: "Strict" });

const deviceOf = (c: RequestContext) => openDevice(c.var.env.SECRETS_KEYS, deviceCookie.read(c), c.var.now);

export const visitorOf = (c: RequestContext): Visitor => ({
  ...whereOf(c.req.header("CF-Connecting-IP") ?? null, c.req.raw.cf as Parameters<typeof whereOf>[1]),
  userAgent: c.req.header("User-Agent") ?? null,
  device: deviceOf(c),
});

export const rememberDevice = (c: RequestContext, userId: number): void =>
  deviceCookie.write(c, signDevice(c.var.env.SECRETS_KEYS, deviceOf(c), userId, c.var.now));

export function setSignedIn(
  c: RequestContext,
  session: KeptSession,
  user: Pick<CurrentUser, "id" | "organizationId">,
) {
  setSessionCookie(c, session);
  rememberDevice(c, user.id);
  c.set("changed", [user.organizationId]);
}

/** Answers with the user, and gives the browser the session, or with the second step that the sign-in waits for. */
export const signInAnswer: Answers<PasswordSignIn> = {
  ...json(z.union([currentUser, waitingSignIn])),
  respond(c, signedIn) {
    if ("waiting" in signedIn) {
      const { waiting, organizationId } = signedIn;
      waitingCookie.write(c, waiting.token);
      c.set("changed", [organizationId]);
      return json(waitingSignIn).respond(c, waiting.answer);
    }
    setSignedIn(c, signedIn, signedIn.user);
    return json(currentUser).respond(c, signedIn.user);
  },
};

/** Answers with the new user; gives the browser the session of one who registered. */
export const registrationAnswer: Answers<Registration> = {
  ...created(currentUser),
  respond(c, { user, session }) {
    if (session) setSignedIn(c, session, user);
    else c.set("changed", [user.organizationId]);
    return created(currentUser).respond(c, user);
  },
};

/** Reads the token of the browser's waiting sign-in. @throws AppError sign_in_ended where there is none */
export function readWaiting(c: RequestContext): string {
  const token = waitingCookie.read(c);
  if (!token) throw factorErrors.sign_in_ended();
  return token;
}

export const forgetWaiting = (c: RequestContext): void => waitingCookie.write(c, null);

/** Why a session asks for the user's Discord account; signing in has no purpose. */
type Purpose = { kind: "link" | "confirm"; sessionId: number };

/** Keeps a grant in the browser. @returns the address at which Discord asks for consent */
export function keepGrant(
  c: RequestContext,
  { url, grant }: { url: URL; grant: Grant },
  purpose?: Purpose,
): string {
  const ofPurpose = purpose ? [purpose.kind, purpose.sessionId] : [];
  grantCookie.write(c, [grant.state, grant.verifier, ...ofPurpose].join("."));
  return url.toString();
}

export function takeGrant(c: RequestContext): { grant: Grant; purpose: Purpose | null } | null {
  const [state, verifier, kind, sessionId] = (grantCookie.read(c) ?? "").split(".");
  grantCookie.write(c, null);
  if (!state || !verifier) return null;
  const purpose: Purpose = { kind: kind === "confirm" ? kind : "link", sessionId: Number(sessionId) };
  return { grant: { state, verifier }, purpose: sessionId ? purpose : null };
}
