import * as z from "zod/mini";
import type { SessionContext, SystemContext } from "../../lib/context.ts";
import type { RequestContext } from "../../lib/http/app.ts";
import { renewSessionCookie } from "../../lib/http/session-cookie.ts";
import { findActor } from "../../lib/http/ways-in.ts";
import { logFault } from "../../lib/log.ts";
import { toCurrentUser } from "../account/index.ts";
import { setSignedIn, type Taken, takeGrant, tellReader, visitorOf } from "./auth.cookies.ts";
import type { SignInError } from "./auth.schema.ts";
import { confirmWithDiscord } from "./confirm.ts";
import { finishLink } from "./link-discord.ts";
import { DiscordFault, finishDiscordSignIn, type Grant, oauthWord } from "./sign-in-with-discord.ts";

const callbackText = z.string().check(z.minLength(1), z.maxLength(512));

/** Discord's parameters when the user consents, or does not. Discord may add fields. */
const callbackQuery = z.union([
  z.object({ code: callbackText, state: callbackText }),
  z.object({ error: oauthWord, state: callbackText }),
]);

/**
 * The code from Discord; null where the user did not consent, or for the state of another grant.
 * @throws DiscordFault for any other error of Discord
 */
function codeOf(c: RequestContext, { state }: Grant): string | null {
  const query = callbackQuery.safeParse(c.req.query()).data;
  if (query?.state !== state) return null;
  if ("code" in query) return query.code;
  if (query.error === "access_denied") return null;
  throw new DiscordFault("/oauth2/authorize", 302, query.error);
}

/** Handles the browser's return from Discord. @returns the page with the outcome */
export async function comeBack(context: SystemContext, _: unknown, c: RequestContext): Promise<string> {
  const kept = takeGrant(c);
  if (!kept) return signInFailed("discord_auth_failed");
  const { grant, purpose } = kept;
  if (purpose?.kind === "confirm")
    return `/account/security?confirm=${await inSession(context, c, kept, confirmWithDiscord)}`;
  if (purpose) return `/account/security?discord=${await inSession(context, c, kept, finishLink)}`;
  try {
    const code = codeOf(c, grant);
    // The page has a separate sentence for a user who pressed Cancel at Discord.
    if (code === null)
      return signInFailed("discord_auth_failed") + (isCancelled(c, grant) ? "&cancelled" : "");
    const outcome = await finishDiscordSignIn(context, code, grant.verifier, visitorOf(c));
    if ("error" in outcome) return signInFailed(outcome.error);
    setSignedIn(c, outcome, outcome.user);
    const user = toCurrentUser(outcome.user);
    tellReader(c, user);
    return user.applies ? "/application" : "/";
  } catch (error) {
    logFault("discordSignIn", error, { requestId: c.var.requestId });
    return signInFailed("auth_error");
  }
}

const isCancelled = (c: RequestContext, { state }: Grant) =>
  c.req.query("error") === "access_denied" && c.req.query("state") === state;

const signInFailed = (error: SignInError) => `/auth?error=${error}`;

/**
 * Runs the verb for which a session asked for a Discord account, if it returns in that session. The proof is the one from the
 * start: a grant that has confirmed a user does not do so again.
 */
async function inSession<Outcome extends string>(
  context: SystemContext,
  c: RequestContext,
  { grant, purpose }: Taken,
  verb: (
    context: SessionContext,
    code: string,
    verifier: string,
  ) => Promise<{ outcome: Outcome; token?: string }>,
): Promise<Outcome | "ended" | "failed" | "error"> {
  const actor = await findActor(c);
  if (actor?.kind !== "user" || actor.sessionId !== purpose?.sessionId) return "ended";
  if (actor.provenAt !== purpose.provenAt) return "ended";
  try {
    const code = codeOf(c, grant);
    if (code === null) return "failed";
    const { outcome, token } = await verb({ ...context, actor }, code, grant.verifier);
    if (token) renewSessionCookie(c, { token, endsAt: actor.endsAt });
    c.set("changed", [actor.organizationId]);
    return outcome;
  } catch (error) {
    logFault("discordAccount", error, { requestId: c.var.requestId });
    return "error";
  }
}
