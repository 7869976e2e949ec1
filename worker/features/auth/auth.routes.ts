import { inBrowser, inSession, proven, provenOfHolders, requires, signedIn } from "../../lib/http/access.ts";
import { nothing, redirect } from "../../lib/http/answers.ts";
import { get, patch, post, remove } from "../../lib/http/route.ts";
import { renewSessionCookie, sessionToken, setSessionCookie } from "../../lib/http/session-cookie.ts";
import { findActor } from "../../lib/http/ways-in.ts";
import { byCookie } from "../referrals/index.ts";
import { confirmation, confirmInput, secondStepInput } from "../second-factor/index.ts";
import { ENDING_ROWS, signOut } from "../sessions/index.ts";
import { comeBack } from "./auth.callback.ts";
import {
  forgetWaiting,
  keepGrant,
  readWaiting,
  registrationAnswer,
  rememberDevice,
  signInAnswer,
  visitorOf,
} from "./auth.cookies.ts";
import * as schema from "./auth.schema.ts";
import { confirmIdentity, getConfirmation } from "./confirm.ts";
import { beginLink, unlinkDiscord } from "./link-discord.ts";
import { addPassword, changePassword } from "./own-password.ts";
import { takePasswordLink } from "./password-link.ts";
import { register } from "./register.ts";
import { removeSelf, removeUser } from "./remove-user.ts";
import { finishSignIn, signIn } from "./sign-in.ts";
import { beginDiscordSignIn } from "./sign-in-with-discord.ts";

export const authRoutes = [
  post("/login", {
    access: inBrowser(),
    body: schema.loginInput,
    answers: signInAnswer,
    summary: "Sign in with a password",
    run: (context, input, c) => signIn(context, input, visitorOf(c)),
  }),
  post("/login/second-factor", {
    access: inBrowser(),
    body: secondStepInput,
    answers: signInAnswer,
    summary: "Finish signing in with a second factor",
    async run(context, input, c) {
      const signedIn = await finishSignIn(context, readWaiting(c), input, visitorOf(c));
      forgetWaiting(c);
      return signedIn;
    },
  }),
  post("/register", {
    access: provenOfHolders("admin.users", inBrowser()),
    body: schema.registerInput,
    answers: registrationAnswer,
    rows: 50,
    summary: "Register, or add a user as an administrator",
    async run(context, input, c) {
      const actor = await findActor(c);
      const by = byCookie.read(c) ?? null;
      const made = await register({ ...context, language: c.var.language }, actor, input, visitorOf(c), by);
      // Whoever registers next in this browser did not come by it.
      if (by && made.session) byCookie.write(c, null);
      return made;
    },
  }),
  post("/password-link", {
    access: inBrowser(),
    body: schema.passwordLinkInput,
    answers: signInAnswer,
    summary: "Choose a password by a link",
    run: (context, input, c) => takePasswordLink(context, input, visitorOf(c)),
  }),
  patch("/user/password", {
    access: inSession(),
    body: schema.changePasswordInput,
    answers: nothing,
    rows: ENDING_ROWS,
    reserve: "proof",
    summary: "Change the caller's password",
    async run(context, input, c) {
      await changePassword(context, input, visitorOf(c));
      rememberDevice(c, context.actor.userId);
    },
  }),
  post("/user/password", {
    access: proven(signedIn()),
    body: schema.setPasswordInput,
    answers: nothing,
    rows: ENDING_ROWS,
    summary: "Give the caller a username and a password to sign in with",
    async run(context, input, c) {
      await addPassword(context, input);
      rememberDevice(c, context.actor.userId);
    },
  }),
  post("/user/discord", {
    access: inSession(),
    body: schema.linkDiscordInput,
    answers: schema.linkBegun,
    summary: "Begin to link a Discord account",
    async run(context, input, c) {
      const { token, ...begun } = await beginLink(context, input, visitorOf(c));
      const { actor, now } = context;
      renewSessionCookie(c, { token, endsAt: actor.endsAt });
      const purpose = { kind: "link", sessionId: actor.sessionId, provenAt: now.toISOString() } as const;
      return { url: keepGrant(c, begun, purpose) };
    },
  }),
  remove("/user/discord", {
    access: proven(signedIn()),
    answers: nothing,
    rows: ENDING_ROWS,
    summary: "Unlink the caller's Discord account",
    run: unlinkDiscord,
  }),
  remove("/user", {
    access: proven(signedIn()),
    body: schema.deleteAccountInput,
    answers: schema.removedUser,
    rows: 500,
    reserve: "ending",
    summary: "Delete the caller's account",
    async run(context, input, c) {
      const removed = await removeSelf(context, input);
      setSessionCookie(c, null);
      return removed;
    },
  }),
  remove("/users/:id", {
    access: proven(requires("admin.users")),
    answers: schema.removedUser,
    rows: 500,
    summary: "Delete another user",
    run: removeUser,
  }),
  post("/logout", {
    access: inBrowser(),
    answers: nothing,
    summary: "Sign out",
    async run(context, _, c) {
      const token = sessionToken(c);
      const organizationId = token ? await signOut(context, token) : null;
      c.set("changed", organizationId === null ? [] : [organizationId]);
      setSessionCookie(c, null);
    },
  }),
  get("/user/confirm", {
    access: inSession(),
    answers: confirmation,
    summary: "List the ways in which the caller can prove who they are",
    run: getConfirmation,
  }),
  post("/user/confirm", {
    access: inSession(),
    body: confirmInput,
    answers: nothing,
    reserve: "proof",
    summary: "Prove who the caller is",
    async run(context, input, c) {
      const token = await confirmIdentity(context, input, visitorOf(c));
      renewSessionCookie(c, { token, endsAt: context.actor.endsAt });
    },
  }),
  get("/user/confirm/discord", {
    access: inSession(),
    answers: redirect,
    summary: "Prove who the caller is by their Discord account",
    run: ({ env, actor: { sessionId, provenAt } }, _, c) =>
      keepGrant(c, beginDiscordSignIn(env), { kind: "confirm", sessionId, provenAt }),
  }),
  get("/auth/discord", {
    access: inBrowser(),
    answers: redirect,
    summary: "Sign in with Discord",
    run: ({ env }, _, c) => keepGrant(c, beginDiscordSignIn(env)),
  }),
  get("/auth/discord/callback", {
    access: inBrowser(),
    answers: redirect,
    summary: "Come back from Discord",
    run: comeBack,
  }),
];
