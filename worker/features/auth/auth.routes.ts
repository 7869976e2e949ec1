import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import * as z from "zod/mini";
import {
  currentActor,
  publicRoute,
  requires,
  sessionCookieName,
  setSessionCookie,
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
import { loginInput, passwordLinkInput, registerInput, type SignInError } from "./auth.schema.ts";
import { takePasswordLink } from "./password-link.ts";
import { register } from "./register.ts";
import { removeUser } from "./remove-user.ts";
import { signIn, type Visitor } from "./sign-in.ts";
import { beginDiscordSignIn, finishDiscordSignIn, type Grant } from "./sign-in-with-discord.ts";

/** What attempts are counted by: an IPv4 address, or the /64 network that one IPv6 customer has to themselves. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("::");
  const groups = head.split(":");
  const missing = address.includes("::") ? 8 - groups.length - tail.split(":").length : 0;
  return [...groups, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...tail.split(":")]
    .slice(0, 4)
    .join(":");
}

const visitorOf = (c: RequestContext): Visitor => ({
  address: networkOf(c.req.header("CF-Connecting-IP") ?? "unknown"),
  userAgent: c.req.header("User-Agent") ?? null,
});

const grantCookie = (c: RequestContext) =>
  sessionCookieName(c.var.env).startsWith("__Host-") ? "__Host-grant" : "grant";
const GRANT_MINUTES = 10;

function setGrantCookie(c: RequestContext, grant: Grant | null): void {
  setCookie(c, grantCookie(c), grant ? `${grant.state}.${grant.verifier}` : "", {
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

export const authRoutes = new Hono<App>()
  .post("/login", publicRoute(), input("json", loginInput), async (c) => {
    const { user, token } = await signIn(systemContextOf(c), c.req.valid("json"), visitorOf(c));
    setSessionCookie(c, token);
    c.set("changed", [user.organizationId]);
    return c.json(user);
  })
  .post("/register", publicRoute(), input("json", registerInput), async (c) => {
    const actor = await currentActor(c);
    const { user, token } = await register(systemContextOf(c), actor, c.req.valid("json"), visitorOf(c));
    if (token) setSessionCookie(c, token);
    c.set("changed", [user.organizationId]);
    return c.json(user, 201);
  })
  .post("/password-link", publicRoute(), input("json", passwordLinkInput), async (c) => {
    const { user, token } = await takePasswordLink(systemContextOf(c), c.req.valid("json"), visitorOf(c));
    setSessionCookie(c, token);
    c.set("changed", [user.organizationId]);
    return c.json(user);
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
    const [state, verifier] = (getCookie(c, grantCookie(c)) ?? "").split(".");
    const query = callbackQuery.safeParse(c.req.query());
    setGrantCookie(c, null);
    if (!state || !verifier || query.data?.state !== state) return fail("discord_auth_failed");
    try {
      const outcome = await finishDiscordSignIn(systemContextOf(c), query.data.code, verifier, visitorOf(c));
      if ("error" in outcome) return fail(outcome.error);
      setSessionCookie(c, outcome.token);
      c.set("changed", [outcome.organizationId]);
      return c.redirect("/");
    } catch (error) {
      console.error(
        JSON.stringify({ requestId: c.var.requestId, at: "discord sign-in", error: String(error) }),
      );
      return fail("auth_error");
    }
  });
