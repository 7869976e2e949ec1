import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import { and, eq, inArray, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SystemContext } from "../../lib/context.ts";
import type { Env } from "../../lib/env.ts";
import { AppError } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { snowflake } from "../../lib/wire.schema.ts";
import { selectProfiles } from "../account/index.ts";
import { callDiscord, guildMembers } from "../discord/index.ts";
import { newToken } from "../sessions/index.ts";
import { organizations } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { authErrors } from "./auth.errors.ts";
import type { SignInError } from "./auth.schema.ts";
import { beginSession } from "./sign-in.ts";
import type { Visitor } from "./visitor.ts";

// arctic is no longer maintained: this file is the only one that knows it, so that replacing it is one
// file's work. The code is exchanged with our own call, which has a time and a size limit.

const SCOPES = ["identify", "email"];
const redirectUri = (env: Env) => `${env.APP_URL}/api/auth/discord/callback`;

/** What the browser must bring back from Discord, kept in a cookie of its own. */
export type Grant = { state: string; verifier: string };

/** Begins the authorization-code grant with state and PKCE (S256). https://discord.com/developers/docs/topics/oauth2 */
export function beginDiscordSignIn(env: Env): { url: URL; grant: Grant } {
  const grant = { state: generateState(), verifier: generateCodeVerifier() };
  const client = new OAuth2Client(env.DISCORD_CLIENT_ID, env.DISCORD_CLIENT_SECRET, redirectUri(env));
  const url = client.createAuthorizationURLWithPKCE(
    env.DISCORD_AUTHORIZE_URL,
    grant.state,
    CodeChallengeMethod.S256,
    grant.verifier,
    SCOPES,
  );
  return { url, grant };
}

const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1), z.maxLength(4096)) });
const userAnswer = z.object({
  id: snowflake,
  email: z.optional(z.nullable(z.string())),
  verified: z.optional(z.boolean()),
});

/**
 * Ends the grant: asks Discord who it is, and signs in the user that a sync has made for them and who is still there.
 * @returns what the session needs, or the error for the sign-in page. @throws as `identify` says
 */
export async function finishDiscordSignIn(
  context: SystemContext,
  code: string,
  verifier: string,
  visitor: Visitor,
): Promise<{ token: string; userId: number; organizationId: number } | { error: SignInError }> {
  const { db, env } = context;
  const person = await identify(env, code, verifier);
  if (person.error) return person;
  const all = db.select({ id: organizations.id }).from(organizations);
  const isOfUser = eq(guildMembers.organizationId, users.organizationId);
  const [row] = await selectProfiles(db)
    .innerJoin(
      guildMembers,
      and(isOfUser, eq(guildMembers.discordId, person.id), eq(guildMembers.present, true)),
    )
    // Named one by one, so that SQLite finds the account by the index of organization and account.
    .where(and(inArray(users.organizationId, all), eq(users.discordId, person.id)))
    .orderBy(users.organizationId)
    .limit(1);
  if (!row) return { error: "not_synced" };
  if (row.memberStatus === "inactive") return { error: "discord_auth_failed" };
  const token = newToken();
  try {
    await write(db, [
      guard(
        sql`exists (select 1 from ${users} where id = ${row.id} and discord_id = ${person.id})`,
        authErrors.discord_missing(),
      ),
      ...beginSession(context, row, { method: "discord", email: person.email }, token, visitor),
    ]);
  } catch (error) {
    return { error: error instanceof AppError ? "discord_auth_failed" : "session_error" };
  }
  return { token, userId: row.id, organizationId: row.organizationId };
}

/** A refusal that is not about the person who signs in: our client secret, a limit, a fault of Discord's. */
export class DiscordFault extends Error {
  constructor(at: string, status: number, reason: string | number = "no code") {
    super(`${at}: ${status} ${reason}`);
    this.name = "DiscordFault";
  }
}

/** A code word as OAuth 2 has them, such as `invalid_client`. https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export const oauthWord = z.string().check(z.regex(/^[a-z_]{1,40}$/));
const refusal = z.object({ error: z.optional(oauthWord), code: z.optional(z.int()) });
/** The code with which Discord refused, if it gave one. */
const reasonOf = (said: unknown) => {
  const { error, code } = refusal.safeParse(said).data ?? {};
  return error ?? code;
};

/**
 * Asks Discord who has consented.
 * @returns id and verified e-mail address, or the error where Discord takes the person's grant for none
 * @throws OutgoingError, DiscordFault for everything that is not about the person
 */
export async function identify(env: Env, code: string, verifier: string) {
  const client = `Basic ${btoa(`${env.DISCORD_CLIENT_ID}:${env.DISCORD_CLIENT_SECRET}`)}`;
  const token = await callDiscord(env, "/oauth2/token", client, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri(env),
      code_verifier: verifier,
    }),
    schema: tokenAnswer,
    refusal,
  });
  if (!token.ok) {
    const why = reasonOf(token.refusal);
    if (why === "invalid_grant") return { error: "discord_auth_failed" } as const;
    throw new DiscordFault("/oauth2/token", token.status, why);
  }
  const user = await callDiscord(env, "/users/@me", `Bearer ${token.body.access_token}`, {
    schema: userAnswer,
    refusal,
  });
  if (!user.ok) throw new DiscordFault("/users/@me", user.status, reasonOf(user.refusal));
  return { id: user.body.id, email: user.body.verified ? (user.body.email ?? null) : null };
}
