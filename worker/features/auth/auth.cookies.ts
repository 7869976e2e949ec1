import * as z from "zod/mini";
import { hoursFrom } from "../../lib/db/columns.ts";
import { type Answers, created, json } from "../../lib/http/answers.ts";
import type { RequestContext } from "../../lib/http/app.ts";
import { cookie } from "../../lib/http/cookie.ts";
import { type KeptSession, sessionToken, setSessionCookie } from "../../lib/http/session-cookie.ts";
import { signer } from "../../lib/signed.ts";
import { instant, recordId } from "../../lib/wire.schema.ts";
import { type CurrentUser, currentUser } from "../account/index.ts";
import { factorErrors, waitingSignIn } from "../second-factor/index.ts";
import type { Registration } from "./register.ts";
import type { PasswordSignIn } from "./sign-in.ts";
import type { Grant } from "./sign-in-with-discord.ts";
import { DEVICE_DAYS, openDevice, signDevice, type Visitor, whereOf } from "./visitor.ts";

const deviceCookie = cookie("device", { seconds: DEVICE_DAYS * 24 * 3600 });
const waitingCookie = cookie("waiting", { seconds: 5 * 60, sameSite: "Strict" });

/** Tells the first page after a sign-in elsewhere which user it has, so that it need not ask first; it grants nothing. */
const readerCookie = cookie("reader", { seconds: 60, isForScripts: true });

export const tellReader = (c: RequestContext, { id, organizationId, permissions }: CurrentUser): void =>
  readerCookie.write(c, [id, organizationId, ...permissions].join("~"));

const deviceOf = (c: RequestContext) => openDevice(c.var.env.SECRETS_KEYS, deviceCookie.read(c), c.var.now);

export const visitorOf = (c: RequestContext): Visitor => ({
  ...whereOf(c.req.header("CF-Connecting-IP") ?? null, c.req.raw.cf as Parameters<typeof whereOf>[1]),
  userAgent: c.req.header("User-Agent") ?? null,
  device: deviceOf(c),
  replaces: sessionToken(c) ?? null,
});

export const rememberDevice = (c: RequestContext, userId: number): void =>
  deviceCookie.write(c, signDevice(c.var.env.SECRETS_KEYS, deviceOf(c), userId, c.var.now));

export function setSignedIn(
  c: RequestContext,
  session: KeptSession,
  user: Pick<CurrentUser, "id" | "organizationId">,
) {
  if (sessionToken(c)) c.set("endsSession", true);
  setSessionCookie(c, session);
  rememberDevice(c, user.id);
  c.set("changed", [user.organizationId]);
}

/** Answers with the user and sets the session's cookie, or with the second step that the sign-in waits for. */
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

/** Answers with the new user; sets the session's cookie for one who registered. */
export const registrationAnswer: Answers<Registration> = {
  ...created(currentUser),
  respond(c, { user, session }) {
    if (session) setSignedIn(c, session, user);
    else c.set("changed", [user.organizationId]);
    return created(currentUser).respond(c, user);
  },
};

/** Reads the token of the browser's waiting sign-in. @throws AppError sign_in_ended without one */
export function readWaiting(c: RequestContext): string {
  const token = waitingCookie.read(c);
  if (!token) throw factorErrors.sign_in_ended();
  return token;
}

export const forgetWaiting = (c: RequestContext): void => waitingCookie.write(c, null);

/** Why a session asks for the user's Discord account, and the proof that it had then; a sign-in has no purpose. */
const purpose = z.strictObject({ kind: z.enum(["link", "confirm"]), sessionId: recordId, provenAt: instant });
type Purpose = z.infer<typeof purpose>;

/** A grant that was returned. */
export type Taken = { grant: Grant; purpose: Purpose | null };

const GRANT_SECONDS = 10 * 60;
const grantCookie = cookie("grant", { seconds: GRANT_SECONDS });
const grants = signer("Discord grants");
const kept = z.strictObject({
  grant: z.strictObject({ state: z.string(), verifier: z.string() }),
  purpose: z.nullable(purpose),
  endsAt: instant,
});

/** Stores a grant in a cookie, signed with its purpose. @returns the address at which Discord asks for consent */
export function keepGrant(
  c: RequestContext,
  { url, grant }: { url: URL; grant: Grant },
  purpose: Purpose | null = null,
): string {
  const { env, now } = c.var;
  const endsAt = hoursFrom(now, GRANT_SECONDS / 3600);
  grantCookie.write(
    c,
    grants.seal(env.SECRETS_KEYS, { grant, purpose, endsAt } satisfies z.infer<typeof kept>),
  );
  return url.toString();
}

/** Reads the grant from the cookie; null for an expired or unsigned one. */
export function takeGrant(c: RequestContext): Taken | null {
  const { env, now } = c.var;
  const found = kept.safeParse(grants.open(env.SECRETS_KEYS, grantCookie.read(c))).data;
  grantCookie.write(c, null);
  return found && found.endsAt > now.toISOString() ? found : null;
}
