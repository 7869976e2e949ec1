import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import { and, eq, inArray, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import type { Env } from "../../lib/env.ts";
import { AppError } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import type { KeptSession } from "../../lib/http/session-cookie.ts";
import { cleanName } from "../../lib/names.schema.ts";
import { guardUnlocked } from "../../lib/pause.ts";
import { snowflake } from "../../lib/wire.schema.ts";
import { type ProfileRow, selectProfiles } from "../account/index.ts";
import { callDiscord, guildMembers } from "../discord/index.ts";
import { endOfNew, newToken } from "../sessions/index.ts";
import { organizations, selectRegistration, settingIsOn } from "../settings/index.ts";
import { insertUser, users } from "../users/index.ts";
import { withinHour } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { SignInError } from "./auth.schema.ts";
import { imitating, selectStandingNames } from "./register.ts";
import { beginSession } from "./sign-in.ts";
import type { Visitor } from "./visitor.ts";

// arctic is no longer maintained: only this file imports it, so that it can be replaced here. `callDiscord` exchanges the code,
// with a time and a size limit.

const SCOPES = ["identify", "email"];
const redirectUri = (env: Env) => `${env.APP_URL}/api/auth/discord/callback`;

/** Values that the browser must bring back from Discord, kept in a cookie. */
export type Grant = { state: string; verifier: string };

/** Begins the authorization-code grant with state and PKCE (S256). https://discord.com/developers/docs/topics/oauth2 */
export function beginDiscordSignIn(env: Env) {
  const state = generateState();
  const verifier = generateCodeVerifier();
  const client = new OAuth2Client(env.DISCORD_CLIENT_ID, env.DISCORD_CLIENT_SECRET, redirectUri(env));
  const { S256 } = CodeChallengeMethod;
  const url = client.createAuthorizationURLWithPKCE(env.DISCORD_AUTHORIZE_URL, state, S256, verifier, SCOPES);
  return { url, grant: { state, verifier } };
}

const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1), z.maxLength(4096)) });
const userAnswer = z.object({
  id: snowflake,
  email: z.optional(z.nullable(z.string())),
  verified: z.optional(z.boolean()),
  username: z.optional(z.string()),
  global_name: z.optional(z.nullable(z.string())),
  avatar: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
});

type SignedIn = KeptSession & { user: ProfileRow };

/**
 * Signs in the user of the consenting Discord account whom a sync found in the server. Where the organization takes
 * applications from outside, everybody comes in who is no active member, as a new user if there is none yet.
 * @returns the values for the session, or the error for the sign-in page.
 * @throws as `identify`
 */
export async function finishDiscordSignIn(
  context: SystemContext,
  code: string,
  verifier: string,
  visitor: Visitor,
): Promise<SignedIn | { error: SignInError }> {
  const person = await identify(context.env, code, verifier);
  if (person.error) return person;
  const found = await findProfiles(context, person.id);
  const refused = found.length === 0 ? await addStranger(context, person, visitor) : null;
  if (refused) return { error: refused };
  const rows = found.length === 0 ? await findProfiles(context, person.id) : found;
  const row =
    rows.find(({ isPresent, memberStatus }) => isPresent && memberStatus !== "inactive") ??
    rows.find(({ mayComeIn, memberStatus }) => mayComeIn && memberStatus !== "active");
  if (!row) return { error: rows.some(({ isPresent }) => isPresent) ? "discord_auth_failed" : "not_synced" };
  return beginDiscordSession(context, row, person, visitor);
}

/** The users with a Discord account, the first organization's first, and whether the last sync found them in the server. */
async function findProfiles({ db }: SystemContext, discordId: string) {
  const all = db.select({ id: organizations.id }).from(organizations);
  const [profiles, present] = await readBatch(db, [
    selectProfiles(db)
      // Lists all organizations so that SQLite uses the index of organization and account.
      .where(and(inArray(users.organizationId, all), eq(users.discordId, discordId)))
      .orderBy(users.organizationId),
    db
      .select({ organizationId: guildMembers.organizationId })
      .from(guildMembers)
      .where(
        and(
          inArray(guildMembers.organizationId, all),
          eq(guildMembers.discordId, discordId),
          eq(guildMembers.present, true),
        ),
      ),
  ]);
  const places = new Set(present.map(({ organizationId }) => organizationId));
  return profiles.map((row) => ({ ...row, isPresent: places.has(row.organizationId) }));
}

/** Users whom one network adds within an hour. */
const STRANGERS_MOST = 10;

/**
 * Adds a user for a Discord account that is new here, unless the door is closed: under a name that imitates nobody, of which the
 * account's id is the last.
 * @returns null where there is one now
 */
async function addStranger(
  context: SystemContext,
  { id: discordId, username, displayName, ...person }: Person,
  { address }: Visitor,
): Promise<SignInError | null> {
  const [[first], [standing]] = await readBatch(context.db, [
    selectRegistration(context.db),
    selectStandingNames(context.db),
  ]);
  if (!first) return "not_synced";
  const isImitating = imitating(standing?.names ?? "[]");
  const named = (...names: string[]) => names.find((name) => !isImitating(name)) ?? discordId;
  const names = { username: named(username), displayName: named(displayName, username) };
  const { organizationId } = first;
  const closed = authErrors.registration_closed();
  const full = authErrors.registration_closed();
  try {
    await write(context.db, [
      guardUnlocked(organizationId),
      guard(settingIsOn(organizationId, "front_door"), closed),
      ...withinHour(context, { kind: "stranger", from: address, most: STRANGERS_MOST }, () => full),
      insertUser(context, { ...person, ...names, organizationId, discordId, language: context.language }),
    ]);
  } catch (error) {
    if (error === closed) return "not_synced";
    if (error === full) return "too_many_new";
    // Another request of the same browser may have added them.
    if (!/UNIQUE constraint/.test(String(error instanceof Error && (error.cause ?? error)))) throw error;
  }
  return null;
}

async function beginDiscordSession(
  context: SystemContext,
  row: ProfileRow,
  person: Person,
  visitor: Visitor,
): Promise<SignedIn | { error: SignInError }> {
  const isTheirs = sql`exists (select 1 from ${users} where id = ${row.id} and discord_id = ${person.id})`;
  const token = newToken();
  try {
    await write(context.db, [
      guard(isTheirs, authErrors.discord_missing()),
      ...beginSession(context, row, { method: "discord", email: person.email }, token, visitor),
    ]);
  } catch (error) {
    return { error: error instanceof AppError ? "discord_auth_failed" : "session_error" };
  }
  return { token, endsAt: endOfNew(context, row), user: row };
}

/** A refusal not caused by the user: our client secret, a limit, or a fault of Discord. */
export class DiscordFault extends Error {
  constructor(at: string, status: number, reason: string | number = "no code") {
    super(`${at}: ${status} ${reason}`);
    this.name = "DiscordFault";
  }
}

/** An error code of OAuth 2, such as `invalid_client`. https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export const oauthWord = z.string().check(z.regex(/^[a-z_]{1,40}$/));
const refusal = z.object({ error: z.optional(oauthWord), code: z.optional(z.int()) });
const reasonOf = (answer: unknown) => {
  const { error, code } = refusal.safeParse(answer).data ?? {};
  return error ?? code;
};

/**
 * Asks Discord which account consented.
 * @returns its id, names and verified e-mail address, or the error where Discord refuses the user's grant
 * @throws OutgoingError, DiscordFault for every other fault
 */
export async function identify(env: Env, code: string, verifier: string) {
  const client = `Basic ${btoa(`${env.DISCORD_CLIENT_ID}:${env.DISCORD_CLIENT_SECRET}`)}`;
  const grant = { grant_type: "authorization_code", code, code_verifier: verifier };
  const body = new URLSearchParams({ ...grant, redirect_uri: redirectUri(env) });
  const options = { method: "POST", body, schema: tokenAnswer, refusal } as const;
  const token = await callDiscord(env, "/oauth2/token", client, options);
  if (!token.ok) {
    const why = reasonOf(token.refusal);
    if (why === "invalid_grant") return { error: "discord_auth_failed" } as const;
    throw new DiscordFault("/oauth2/token", token.status, why);
  }
  const bearer = `Bearer ${token.body.access_token}`;
  const user = await callDiscord(env, "/users/@me", bearer, { schema: userAnswer, refusal });
  if (!user.ok) throw new DiscordFault("/users/@me", user.status, reasonOf(user.refusal));
  const { id, email, verified, username, global_name, avatar } = user.body;
  return {
    id,
    username: cleanName(username, 64) || id,
    displayName: [global_name, username].map((each) => cleanName(each, 64)).find(Boolean) ?? id,
    avatar: avatar ?? null,
    email: verified ? (email ?? null) : null,
  };
}

type Person = Exclude<Awaited<ReturnType<typeof identify>>, { error: string }>;
