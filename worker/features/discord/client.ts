import * as z from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import type { Env } from "../../lib/env.ts";
import { AppError } from "../../lib/errors.ts";
import { logWarning } from "../../lib/log.ts";
import { cleanName } from "../../lib/names.schema.ts";
import {
  callJson,
  OutgoingError,
  type OutgoingRequest,
  retryAfterSeconds,
} from "../../lib/outgoing/outgoing.ts";
import { instantOf, snowflake } from "../../lib/wire.schema.ts";
import { discordErrors } from "./discord.errors.ts";
import type { RoleHold } from "./roles/roles.schema.ts";

/** Members in one page, Discord's maximum. https://discord.com/developers/docs/resources/guild#list-guild-members */
export const PAGE_SIZE = 1000;

/** Longest time that a call waits for Discord's rate limit before it throws. */
const PATIENCE_SECONDS = 5;
const TRIES = 3;

const guildRole = z.pipe(
  z.object({
    id: snowflake,
    name: z.string().check(z.maxLength(200)),
    color: z._default(z.int().check(z.nonnegative()), 0),
    position: z._default(z.int(), 0),
    managed: z._default(z.boolean(), false),
    permissions: z._default(z.string().check(z.regex(/^\d{1,30}$/)), "0"),
  }),
  z.transform((role) => ({ ...role, name: cleanName(role.name, 200) || role.id })),
);
export type GuildRole = z.infer<typeof guildRole>;

const guildAnswer = z.object({
  id: snowflake,
  name: z.optional(z.string().check(z.maxLength(200))),
  // Discord's maximum.
  roles: z.array(guildRole).check(z.maxLength(250)),
  approximate_member_count: z.optional(z.nullable(z.int().check(z.nonnegative()))),
});
export type Guild = z.infer<typeof guildAnswer>;

/** The state of a member in Discord's answer; Discord may omit both values. */
const standing = { pending: z.optional(z.boolean()), flags: z.optional(z.int()) };

/** Flags of members whose name, or whose guild's tag, AutoMod blocks. */
const QUARANTINED = (1 << 7) | (1 << 10);

/**
 * Returns why a member should get no role for now, or null. A role bypasses the rules that they have not accepted yet, and may
 * be exempt from AutoMod. A timeout is no reason: it ends by itself and holds whatever the roles.
 * https://docs.discord.com/developers/resources/guild#guild-member-object
 */
const holdOf = ({
  pending,
  flags = 0,
}: {
  pending?: boolean | undefined;
  flags?: number | undefined;
}): RoleHold | null => (pending ? "screening" : flags & QUARANTINED ? "quarantine" : null);

const name = z.string().check(z.minLength(1), z.maxLength(100));
const guildPerson = z.pipe(
  z.object({
    user: z.object({
      id: snowflake,
      username: name,
      global_name: z.optional(z.nullable(name)),
      avatar: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
      bot: z.optional(z.boolean()),
    }),
    nick: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    roles: z.array(snowflake).check(z.maxLength(250)),
    joined_at: z.optional(z.nullable(z.string())),
    ...standing,
  }),
  z.transform(({ user, nick, roles, joined_at, ...standing }) => ({
    discordId: user.id,
    username: cleanName(user.username) || user.id,
    displayName:
      [nick, user.global_name, user.username].map((each) => cleanName(each)).find(Boolean) ?? user.id,
    avatar: user.avatar ?? null,
    /** Discord role ids, sorted. */
    roles: [...new Set(roles)].sort(),
    joinedAt: instantOf(joined_at ?? ""),
    isBot: user.bot ?? false,
    hold: holdOf(standing),
  })),
);
export type GuildPerson = z.infer<typeof guildPerson>;
const membersAnswer = z.array(guildPerson).check(z.maxLength(PAGE_SIZE));

export const readGuild = (env: Env, token: string): Promise<Guild> =>
  get(env, token, `/guilds/${env.DISCORD_GUILD_ID}?with_counts=true`, guildAnswer);

/** The bot itself, with the ids of the roles that it holds in the guild. */
export async function readSelf(env: Env, token: string): Promise<{ id: string; roles: string[] }> {
  const { id } = await get(env, token, "/users/@me", z.object({ id: snowflake }));
  const path = `/guilds/${env.DISCORD_GUILD_ID}/members/${id}`;
  return { id, ...(await get(env, token, path, z.object({ roles: z.array(snowflake) }))) };
}

export const readOwnRoles = async (env: Env, token: string): Promise<string[]> =>
  (await readSelf(env, token)).roles;

const bits = z.string().check(z.regex(/^\d{1,30}$/));
const overwrites = z.array(z.object({ id: snowflake, allow: bits, deny: bits })).check(z.maxLength(1_000));
const guildChannel = z.object({
  id: snowflake,
  type: z.int(),
  name: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  position: z._default(z.int(), 0),
  permission_overwrites: z.optional(z.nullable(overwrites)),
});
export type GuildChannel = z.infer<typeof guildChannel>;

// Discord's maximum.
export const readChannels = (env: Env, token: string): Promise<GuildChannel[]> =>
  get(env, token, `/guilds/${env.DISCORD_GUILD_ID}/channels`, z.array(guildChannel).check(z.maxLength(500)));

/** One page of members by id, after one. @throws AppError sync_bad_answer for another order, which could hide members */
export async function readMembers(env: Env, token: string, after: string): Promise<GuildPerson[]> {
  const path = `/guilds/${env.DISCORD_GUILD_ID}/members?limit=${PAGE_SIZE}&after=${after}`;
  const people = await get(env, token, path, membersAnswer);
  const ids = [after, ...people.map(({ discordId }) => discordId)].map(BigInt);
  const wrong = ids.findIndex((id, at) => at > 0 && id <= (ids[at - 1] ?? 0n));
  if (wrong > 0) throw badAnswer(`${wrong - 1}.user.id`);
  return people;
}

/** Ids of the roles that a member of the guild holds, and what blocks further ones; null for a user who is not in the guild. */
export async function readRolesOf(env: Env, token: string, userId: string) {
  const path = `/guilds/${env.DISCORD_GUILD_ID}/members/${userId}`;
  const schema = z.object({ roles: z.array(snowflake), ...standing });
  return unlessGone(
    ask(env, token, path, { schema }).then(({ roles, ...member }) => ({ roles, hold: holdOf(member) })),
  );
}

/**
 * Gives a member a role in Discord, or takes it; idempotent. The reason is written to the Discord server's audit log.
 * @returns "gone" when the member or the role is not there, "forbidden" when the bot may not
 */
export async function changeRole(
  env: Env,
  token: string,
  change: { gives: boolean; userId: string; roleId: string; reason: string },
): Promise<"done" | "forbidden" | "gone"> {
  const { gives, userId, roleId, reason } = change;
  const path = `/guilds/${env.DISCORD_GUILD_ID}/members/${userId}/roles/${roleId}`;
  const method = gives ? "PUT" : "DELETE";
  try {
    const done = ask(env, token, path, { schema: z.null(), method, reason }).then(() => true);
    return (await unlessGone(done)) ? "done" : "gone";
  } catch (error) {
    if (error instanceof AppError && error.code === "sync_discord_forbidden") return "forbidden";
    throw error;
  }
}

const unlessGone = <Value>(call: Promise<Value>): Promise<Value | null> =>
  call.catch((error) => {
    if (error instanceof AppError && error.code === "sync_guild_not_found") return null;
    throw error;
  });

/** The error for a malformed answer, which is logged for the operator. @param place the field that does not fit */
export function badAnswer(place: string): AppError {
  const error = discordErrors.sync_bad_answer({ place });
  logWarning("discord", { code: error.code, name: place });
  return error;
}

/** Calls Discord's API at a path. @throws OutgoingError as `callJson` does */
export const callDiscord = <Schema extends $ZodType>(
  env: Env,
  path: string,
  authorization: string,
  { reason, ...request }: Omit<OutgoingRequest<Schema>, "url" | "headers"> & { reason?: string },
) =>
  callJson({
    ...request,
    url: env.DISCORD_API_URL + path,
    headers: {
      Authorization: authorization,
      ...(typeof request.body === "string" && { "Content-Type": "application/json" }),
      // https://discord.com/developers/docs/reference#user-agent
      "User-Agent": `DiscordBot (${env.APP_URL}, 1.0)`,
      ...(reason && { "X-Audit-Log-Reason": encodeURIComponent(reason.slice(0, 100)) }),
    },
  });

const get = <Body>(env: Env, token: string, path: string, schema: z.ZodMiniType<Body>): Promise<Body> =>
  ask(env, token, path, { schema });

type Asked<Body> = { schema: z.ZodMiniType<Body>; method?: "GET" | "PUT" | "DELETE"; reason?: string };

async function ask<Body>(env: Env, token: string, path: string, asked: Asked<Body>): Promise<Body> {
  for (let tries = TRIES; ; tries--) {
    const answer = await callDiscord(env, path, `Bot ${token}`, asked).catch((error) => {
      if (error instanceof OutgoingError) return error;
      throw error;
    });
    if ("ok" in answer && answer.ok) return answer.body;
    const { error, waitSeconds = Infinity } = failureOf(answer);
    if (tries === 1 || waitSeconds > PATIENCE_SECONDS) throw error;
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
  }
}

/** Why a call failed, and how long to wait before a retry; without a wait where a retry would not help. */
type Failure = { error: AppError; waitSeconds?: number };

function failureOf(answer: OutgoingError | { status: number; headers: Headers }): Failure {
  const error = discordErrors.sync_discord_unavailable();
  if (answer instanceof OutgoingError) {
    if (answer.fault === "unreachable") return { error, waitSeconds: 0.2 };
    return { error: answer.fault === "timeout" ? error : badAnswer(answer.place ?? answer.fault) };
  }
  const { status, headers } = answer;
  if (status >= 500) return { error, waitSeconds: 0.2 };
  if (status === 401) return { error: discordErrors.sync_discord_unauthorized() };
  if (status === 403) return { error: discordErrors.sync_discord_forbidden() };
  if (status === 404) return { error: discordErrors.sync_guild_not_found() };
  if (status !== 429) return { error: badAnswer(`status ${status}`) };
  const waitSeconds = retryAfterSeconds(headers);
  const minutes = Math.max(1, Math.ceil(waitSeconds / 60));
  const extra = { retryAfterSeconds: Math.ceil(waitSeconds) };
  return { error: discordErrors.sync_discord_rate_limited({ minutes }, extra), waitSeconds };
}
