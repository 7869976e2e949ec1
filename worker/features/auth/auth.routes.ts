import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import * as z from "zod/mini";
import {
  currentActor,
  publicRoute,
  requires,
  sessionCookieName,
  setSessionCookie,
  signedIn,
} from "../../lib/http/access.ts";
import {
  type App,
  contextOf,
  idParameter,
  type RequestContext,
  systemContextOf,
} from "../../lib/http/app.ts";
import { input } from "../../lib/http/input.ts";
import { signOut } from "../sessions/index.ts";
import {
  changePasswordInput,
  deleteAccountInput,
  type LinkOutcome,
  linkDiscordInput,
  loginInput,
  passwordLinkInput,
  registerInput,
  type SignInError,
  setPasswordInput,
} from "./auth.schema.ts";
import { DEVICE_DAYS, openDevice, signDevice } from "./devices.ts";
import { beginLink, finishLink, unlinkDiscord } from "./link-discord.ts";
import { addPassword, changePassword } from "./own-password.ts";
import { takePasswordLink } from "./password-link.ts";
import { register } from "./register.ts";
import { removeSelf, removeUser } from "./remove-user.ts";
import { signIn } from "./sign-in.ts";
import { beginDiscordSignIn, finishDiscordSignIn, type Grant } from "./sign-in-with-discord.ts";
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

/** @param linking the session that a Discord account is linked in, none for signing in */
function setGrantCookie(c: RequestContext, grant: Grant | null, linking?: number): void {
  const parts = grant ? [grant.state, grant.verifier, ...(linking === undefined ? [] : [linking])] : [];
  setCookie(c, grantCookie(c), parts.join("."), {
    path: "/",
    httpOnly: true,
    secure: c.var.env.APP_URL.startsWith("https:"),
    sameSite: "Lax",
    maxAge: grant ? GRANT_MINUTES * 60 : 0,
  });
}

/** What Discord sends back when it consents. Unknown fields are Discord's to add. */
const callbackQuery = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(512)),
  state: z.string().check(z.minLength(1), z.maxLength(512)),
});

/** Links the Discord account that came back with a code, if it came back in the session that asked for it. */
async function linkIn(
  c: RequestContext,
  linking: string,
  code: string | null,
  verifier: string,
): Promise<LinkOutcome> {
  const actor = await currentActor(c);
  if (!actor || String(actor.sessionId) !== linking) return "ended";
  if (code === null) return "failed";
  try {
    const outcome = await finishLink(contextOf(c), code, verifier);
    c.set("changed", [actor.organizationId]);
    return outcome;
  } catch (error) {
    logFault(c, "discord link", error);
    return "error";
  }
}

function logFault(c: RequestContext, at: string, error: unknown): void {
  console.error(JSON.stringify({ requestId: c.var.requestId, at, error: String(error) }));
}

export const authRoutes = new Hono<App>()
  .post("/login", publicRoute(), input("json", loginInput), async (c) => {
    const { user, token } = await signIn(systemContextOf(c), c.req.valid("json"), visitorOf(c));
    setSignedIn(c, { token, userId: user.id, organizationId: user.organizationId });
    return c.json(user);
  })
  .post("/register", publicRoute(), input("json", registerInput), async (c) => {
    const actor = await currentActor(c);
    const { user, token } = await register(systemContextOf(c), actor, c.req.valid("json"), visitorOf(c));
    const { id: userId, organizationId } = user;
    if (token) setSignedIn(c, { token, userId, organizationId });
    else c.set("changed", [organizationId]);
    return c.json(user, 201);
  })
  .post("/password-link", publicRoute(), input("json", passwordLinkInput), async (c) => {
    const { user, token } = await takePasswordLink(systemContextOf(c), c.req.valid("json"), visitorOf(c));
    setSignedIn(c, { token, userId: user.id, organizationId: user.organizationId });
    return c.json(user);
  })
  .patch("/user/password", signedIn(), input("json", changePasswordInput), async (c) => {
    await changePassword(contextOf(c), c.req.valid("json"), visitorOf(c));
    rememberDevice(c, c.var.actor.userId);
    return c.body(null, 204);
  })
  .post("/user/password", signedIn(), input("json", setPasswordInput), async (c) => {
    await addPassword(contextOf(c), c.req.valid("json"));
    rememberDevice(c, c.var.actor.userId);
    return c.body(null, 204);
  })
  .post("/user/discord", signedIn(), input("json", linkDiscordInput), async (c) => {
    const { password } = c.req.valid("json");
    const { url, grant } = await beginLink(contextOf(c), password, visitorOf(c));
    setGrantCookie(c, grant, c.var.actor.sessionId);
    return c.json({ url: url.toString() });
  })
  .delete("/user/discord", signedIn(), async (c) => {
    await unlinkDiscord(contextOf(c));
    return c.body(null, 204);
  })
  .delete("/user", signedIn(), input("json", deleteAccountInput), async (c) => {
    const removed = await removeSelf(contextOf(c), c.req.valid("json").username);
    setSessionCookie(c, null);
    return c.json(removed);
  })
  .delete("/users/:id", requires("admin.users"), async (c) =>
    c.json(await removeUser(contextOf(c), idParameter(c))),
  )
  .post("/logout", publicRoute(), async (c) => {
    const token = getCookie(c, sessionCookieName(c.var.env));
    const organizationId = token ? await signOut(systemContextOf(c), token) : null;
    c.set("changed", organizationId === null ? [] : [organizationId]);
    setSessionCookie(c, null);
    return c.body(null, 204);
  })
  .get("/auth/discord", publicRoute(), (c) => {
    const { url, grant } = beginDiscordSignIn(c.var.env);
    setGrantCookie(c, grant);
    return c.redirect(url.toString());
  })
  .get("/auth/discord/callback", publicRoute(), async (c) => {
    const fail = (error: SignInError) => c.redirect(`/auth?error=${error}`);
    const [state, verifier, linking] = (getCookie(c, grantCookie(c)) ?? "").split(".");
    const query = callbackQuery.safeParse(c.req.query());
    setGrantCookie(c, null);
    if (state && verifier && linking) {
      const code = query.data?.state === state ? query.data.code : null;
      return c.redirect(`/account?discord=${await linkIn(c, linking, code, verifier)}`);
    }
    if (!state || !verifier || query.data?.state !== state) return fail("discord_auth_failed");
    try {
      const outcome = await finishDiscordSignIn(systemContextOf(c), query.data.code, verifier, visitorOf(c));
      if ("error" in outcome) return fail(outcome.error);
      setSignedIn(c, outcome);
      return c.redirect("/");
    } catch (error) {
      logFault(c, "discord sign-in", error);
      return fail("auth_error");
    }
  });
