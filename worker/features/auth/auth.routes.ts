import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import * as z from "zod/mini";
import type { UserContext } from "../../lib/context.ts";
import { faultText } from "../../lib/fault.ts";
import {
  currentActor,
  publicRoute,
  requires,
  sessionCookieName,
  setSessionCookie,
  signedIn,
} from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import {
  type App,
  contextOf,
  idParameter,
  type RequestContext,
  systemContextOf,
} from "../../lib/http/app.ts";
import { input } from "../../lib/http/input.ts";
import { recent } from "../../lib/http/recent.ts";
import { currentUser } from "../account/index.ts";
import {
  confirmation,
  confirmInput,
  factorErrors,
  secondStepInput,
  waitingSignIn,
} from "../second-factor/index.ts";
import { signOut } from "../sessions/index.ts";
import {
  changePasswordInput,
  deleteAccountInput,
  linkBegun,
  linkDiscordInput,
  loginInput,
  passwordLinkInput,
  registerInput,
  removedUser,
  type SignInError,
  setPasswordInput,
} from "./auth.schema.ts";
import { confirmIdentity, confirmWithDiscord, getConfirmation } from "./confirm.ts";
import { DEVICE_DAYS, openDevice, signDevice } from "./devices.ts";
import { beginLink, finishLink, unlinkDiscord } from "./link-discord.ts";
import { addPassword, changePassword } from "./own-password.ts";
import { takePasswordLink } from "./password-link.ts";
import { register } from "./register.ts";
import { removeSelf, removeUser } from "./remove-user.ts";
import { finishSignIn } from "./second-step.ts";
import { type PasswordSignIn, signIn } from "./sign-in.ts";
import {
  beginDiscordSignIn,
  DiscordFault,
  finishDiscordSignIn,
  type Grant,
  oauthWord,
} from "./sign-in-with-discord.ts";
import { type Visitor, whereOf } from "./visitor.ts";

const deviceCookie = (c: RequestContext) =>
  sessionCookieName(c.var.env).startsWith("__Host-") ? "__Host-device" : "device";

const deviceOf = (c: RequestContext) =>
  openDevice(c.var.env.SECRETS_KEYS, getCookie(c, deviceCookie(c)), c.var.now);

const visitorOf = (c: RequestContext): Visitor => ({
  ...whereOf(c.req.header("CF-Connecting-IP") ?? null, c.req.raw.cf as Parameters<typeof whereOf>[1]),
  userAgent: c.req.header("User-Agent") ?? null,
  device: deviceOf(c),
});

/** Makes the browser one that its user has signed in on. */
function rememberDevice(c: RequestContext, userId: number): void {
  const { env, now } = c.var;
  setCookie(c, deviceCookie(c), signDevice(env.SECRETS_KEYS, deviceOf(c), userId, now), {
    path: "/",
    httpOnly: true,
    secure: env.APP_URL.startsWith("https:"),
    sameSite: "Lax",
    maxAge: DEVICE_DAYS * 24 * 3600,
  });
}

/** Gives the browser a new session. */
function setSignedIn(
  c: RequestContext,
  { token, userId, organizationId }: { token: string; userId: number; organizationId: number },
): void {
  setSessionCookie(c, token);
  rememberDevice(c, userId);
  c.set("changed", [organizationId]);
}

const grantCookie = (c: RequestContext) =>
  sessionCookieName(c.var.env).startsWith("__Host-") ? "__Host-grant" : "grant";
const GRANT_MINUTES = 10;

const waitingCookie = (c: RequestContext) =>
  sessionCookieName(c.var.env).startsWith("__Host-") ? "__Host-waiting" : "waiting";
const WAITING_MINUTES = 5;

/** Gives the browser the token of a sign-in that waits for its second step, or with null takes it back. */
const setWaitingCookie = (c: RequestContext, token: string | null): void =>
  setCookie(c, waitingCookie(c), token ?? "", {
    path: "/",
    httpOnly: true,
    secure: c.var.env.APP_URL.startsWith("https:"),
    sameSite: "Strict",
    maxAge: token ? WAITING_MINUTES * 60 : 0,
  });

/** The token of the sign-in that waits in this browser. @throws AppError sign_in_ended where none does */
function readWaitingCookie(c: RequestContext): string {
  const token = getCookie(c, waitingCookie(c));
  if (!token) throw factorErrors.sign_in_ended();
  return token;
}

/** The session that a sign-in has begun, or the one that waits for its second step. */
function answerSignIn(c: RequestContext, signedIn: PasswordSignIn): Response {
  if ("waiting" in signedIn) {
    setWaitingCookie(c, signedIn.waiting.token);
    c.set("changed", [signedIn.organizationId]);
    return answer(c, waitingSignIn, signedIn.waiting.answer);
  }
  const { token, user } = signedIn;
  setSignedIn(c, { token, userId: user.id, organizationId: user.organizationId });
  return answer(c, currentUser, signedIn.user);
}

/** @param purpose what else than signing in it is for, and the session that asks for it */
function setGrantCookie(
  c: RequestContext,
  grant: Grant | null,
  ...purpose: [] | ["link" | "confirm", number]
): void {
  const parts = grant ? [grant.state, grant.verifier, ...purpose] : [];
  setCookie(c, grantCookie(c), parts.join("."), {
    path: "/",
    httpOnly: true,
    secure: c.var.env.APP_URL.startsWith("https:"),
    sameSite: "Lax",
    maxAge: grant ? GRANT_MINUTES * 60 : 0,
  });
}

const callbackText = z.string().check(z.minLength(1), z.maxLength(512));

/** What Discord sends back when it consents, or when it does not. Unknown fields are Discord's to add. */
const callbackQuery = z.union([
  z.object({ code: callbackText, state: callbackText }),
  z.object({ error: oauthWord, state: callbackText }),
]);
type Callback = z.infer<typeof callbackQuery>;

/**
 * The code that Discord sent; null where the person did not consent, or Discord's answer is not to our question.
 * @throws DiscordFault for any other error of Discord's
 */
function codeOf(query: Callback | undefined, state: string): string | null {
  if (query?.state !== state) return null;
  if ("code" in query) return query.code;
  if (query.error === "access_denied") return null;
  throw new DiscordFault("/oauth2/authorize", 302, query.error);
}

/** Does what a Discord account was asked for that came back, if it came back in the session that asked. */
async function inSession<Outcome extends string>(
  c: RequestContext,
  sessionId: string,
  query: Callback | undefined,
  { state, verifier }: Grant,
  verb: (context: UserContext, code: string, verifier: string) => Promise<Outcome>,
): Promise<Outcome | "ended" | "failed" | "error"> {
  const actor = await currentActor(c);
  if (!actor || String(actor.sessionId) !== sessionId) return "ended";
  try {
    const code = codeOf(query, state);
    if (code === null) return "failed";
    const outcome = await verb(contextOf(c), code, verifier);
    c.set("changed", [actor.organizationId]);
    return outcome;
  } catch (error) {
    logFault(c, "discord account", error);
    return "error";
  }
}

function logFault(c: RequestContext, at: string, error: unknown): void {
  console.error(JSON.stringify({ requestId: c.var.requestId, at, error: faultText(error) }));
}

export const authRoutes = new Hono<App>()
  .post("/login", publicRoute(), input("json", loginInput), async (c) => {
    return answerSignIn(c, await signIn(systemContextOf(c), c.req.valid("json"), visitorOf(c)));
  })
  .post("/login/second-factor", publicRoute(), input("json", secondStepInput), async (c) => {
    const { user, token } = await finishSignIn(
      systemContextOf(c),
      readWaitingCookie(c),
      c.req.valid("json"),
      visitorOf(c),
    );
    setWaitingCookie(c, null);
    return answerSignIn(c, { user, token });
  })
  .post("/register", publicRoute(), input("json", registerInput), async (c) => {
    const actor = await currentActor(c);
    const { user, token } = await register(systemContextOf(c), actor, c.req.valid("json"), visitorOf(c));
    const { id: userId, organizationId } = user;
    if (token) setSignedIn(c, { token, userId, organizationId });
    else c.set("changed", [organizationId]);
    return answer(c, currentUser, user, 201);
  })
  .post("/password-link", publicRoute(), input("json", passwordLinkInput), async (c) => {
    return answerSignIn(c, await takePasswordLink(systemContextOf(c), c.req.valid("json"), visitorOf(c)));
  })
  .patch("/user/password", signedIn(), input("json", changePasswordInput), async (c) => {
    await changePassword(contextOf(c), c.req.valid("json"), visitorOf(c));
    rememberDevice(c, c.var.actor.userId);
    return c.body(null, 204);
  })
  .post("/user/password", signedIn(), recent(), input("json", setPasswordInput), async (c) => {
    await addPassword(contextOf(c), c.req.valid("json"));
    rememberDevice(c, c.var.actor.userId);
    return c.body(null, 204);
  })
  .post("/user/discord", signedIn(), input("json", linkDiscordInput), async (c) => {
    const { password } = c.req.valid("json");
    const { url, grant } = await beginLink(contextOf(c), password, visitorOf(c));
    setGrantCookie(c, grant, "link", c.var.actor.sessionId);
    return answer(c, linkBegun, { url: url.toString() });
  })
  .delete("/user/discord", signedIn(), recent(), async (c) => {
    await unlinkDiscord(contextOf(c));
    return c.body(null, 204);
  })
  .delete("/user", signedIn(), recent(), input("json", deleteAccountInput), async (c) => {
    const removed = await removeSelf(contextOf(c), c.req.valid("json").username);
    setSessionCookie(c, null);
    return answer(c, removedUser, removed);
  })
  .delete("/users/:id", requires("admin.users"), recent(), async (c) =>
    answer(c, removedUser, await removeUser(contextOf(c), idParameter(c))),
  )
  .post("/logout", publicRoute(), async (c) => {
    const token = getCookie(c, sessionCookieName(c.var.env));
    const organizationId = token ? await signOut(systemContextOf(c), token) : null;
    c.set("changed", organizationId === null ? [] : [organizationId]);
    setSessionCookie(c, null);
    return c.body(null, 204);
  })
  .get("/user/confirm", signedIn(), async (c) => answer(c, confirmation, await getConfirmation(contextOf(c))))
  .post("/user/confirm", signedIn(), input("json", confirmInput), async (c) => {
    await confirmIdentity(contextOf(c), c.req.valid("json"), visitorOf(c));
    return c.body(null, 204);
  })
  .get("/user/confirm/discord", signedIn(), (c) => {
    const { url, grant } = beginDiscordSignIn(c.var.env);
    setGrantCookie(c, grant, "confirm", c.var.actor.sessionId);
    return c.redirect(url.toString());
  })
  .get("/auth/discord", publicRoute(), (c) => {
    const { url, grant } = beginDiscordSignIn(c.var.env);
    setGrantCookie(c, grant);
    return c.redirect(url.toString());
  })
  .get("/auth/discord/callback", publicRoute(), async (c) => {
    const fail = (error: SignInError) => c.redirect(`/auth?error=${error}`);
    const [state, verifier, purpose, sessionId] = (getCookie(c, grantCookie(c)) ?? "").split(".");
    const query = callbackQuery.safeParse(c.req.query()).data;
    setGrantCookie(c, null);
    if (!state || !verifier) return fail("discord_auth_failed");
    const grant = { state, verifier };
    if (sessionId)
      return purpose === "confirm"
        ? c.redirect(`/account?confirm=${await inSession(c, sessionId, query, grant, confirmWithDiscord)}`)
        : c.redirect(`/account?discord=${await inSession(c, sessionId, query, grant, finishLink)}`);
    try {
      const code = codeOf(query, state);
      if (code === null) return fail("discord_auth_failed");
      const outcome = await finishDiscordSignIn(systemContextOf(c), code, verifier, visitorOf(c));
      if ("error" in outcome) return fail(outcome.error);
      setSignedIn(c, outcome);
      return c.redirect("/");
    } catch (error) {
      logFault(c, "discord sign-in", error);
      return fail("auth_error");
    }
  });
