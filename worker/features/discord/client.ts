import * as z from "zod/mini";
import type { $ZodType, output } from "zod/v4/core";
import type { Env } from "../../lib/env.ts";
import type { AppError } from "../../lib/errors.ts";
import { callJson, OutgoingError, retryAfterSeconds } from "../../lib/outgoing/outgoing.ts";
import { snowflake } from "../../lib/wire.schema.ts";
import { discordErrors } from "./discord.errors.ts";

/** Members in one page, Discord's maximum. https://discord.com/developers/docs/resources/guild#list-guild-members */
export const PAGE_SIZE = 1000;

/** Longest wait that a call makes before it gives up and says how long Discord wants. */
const PATIENCE_SECONDS = 5;
const TRIES = 3;

const guildAnswer = z.object({
  id: snowflake,
  roles: z.array(z.object({ id: snowflake, name: z.string().check(z.maxLength(200)) })),
  approximate_member_count: z.optional(z.int().check(z.nonnegative())),
});
export type Guild = z.infer<typeof guildAnswer>;

const name = z.string().check(z.minLength(1), z.maxLength(100));
const memberAnswer = z.object({
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
});
const membersAnswer = z.array(memberAnswer).check(z.maxLength(PAGE_SIZE));

/** A person of a guild as Discord lists them. */
export type GuildPerson = {
  discordId: string;
  username: string;
  displayName: string;
  avatar: string | null;
  /** Discord role ids, sorted. */
  roles: string[];
  joinedAt: string | null;
  isBot: boolean;
};

/** The guild with its roles and, where the server says so, about how many members it has. */
export const readGuild = (env: Env, token: string): Promise<Guild> =>
  get(env, token, `/guilds/${env.DISCORD_GUILD_ID}?with_counts=true`, guildAnswer);

/**
 * One page of members in the order of their ids, beginning after one.
 * @throws AppError sync_bad_answer when the page is out of order or repeats, so that no member is taken
 * for one who left
 */
export async function readMembers(env: Env, token: string, after: string): Promise<GuildPerson[]> {
  const path = `/guilds/${env.DISCORD_GUILD_ID}/members?limit=${PAGE_SIZE}&after=${after}`;
  const members = await get(env, token, path, membersAnswer);
  let last = BigInt(after);
  for (const { user } of members) {
    const id = BigInt(user.id);
    if (id <= last) throw discordErrors.sync_bad_answer();
    last = id;
  }
  return members.map(({ user, nick, roles, joined_at }) => ({
    discordId: user.id,
    username: user.username,
    displayName: nick?.trim() || user.global_name?.trim() || user.username,
    avatar: user.avatar ?? null,
    roles: [...new Set(roles)].sort(),
    joinedAt: joined_at && !Number.isNaN(Date.parse(joined_at)) ? new Date(joined_at).toISOString() : null,
    isBot: user.bot ?? false,
  }));
}

async function get<Schema extends $ZodType>(
  env: Env,
  token: string,
  path: string,
  schema: Schema,
): Promise<output<Schema>> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === TRIES;
    const outcome = await once(env, token, path, schema);
    if ("body" in outcome) return outcome.body;
    if (isLast || outcome.waitSeconds === null || outcome.waitSeconds > PATIENCE_SECONDS) throw outcome.error;
    await new Promise((resolve) => setTimeout(resolve, (outcome.waitSeconds ?? 0) * 1000));
  }
}

type Outcome<Body> = { body: Body } | { error: AppError; waitSeconds: number | null };

async function once<Schema extends $ZodType>(
  env: Env,
  token: string,
  path: string,
  schema: Schema,
): Promise<Outcome<output<Schema>>> {
  try {
    const answer = await callJson({
      url: env.DISCORD_API_URL + path,
      headers: { Authorization: `Bot ${token}`, "User-Agent": `DiscordBot (${env.APP_URL}, 1.0)` },
      schema,
    });
    return answer.ok ? { body: answer.body } : refusal(answer.status, answer.headers);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const isPassing = error.fault === "unreachable";
    const code =
      error.fault === "nonsense" || error.fault === "too_large"
        ? "sync_bad_answer"
        : "sync_discord_unavailable";
    return { error: discordErrors[code](), waitSeconds: isPassing ? 0.2 : null };
  }
}

const REFUSALS: Record<
  number,
  "sync_discord_unauthorized" | "sync_discord_forbidden" | "sync_guild_not_found"
> = {
  401: "sync_discord_unauthorized",
  403: "sync_discord_forbidden",
  404: "sync_guild_not_found",
};

function refusal(status: number, headers: Headers): { error: AppError; waitSeconds: number | null } {
  if (status === 429) {
    const seconds = retryAfterSeconds(headers);
    const error = discordErrors.sync_discord_rate_limited(
      { minutes: Math.max(1, Math.ceil(seconds / 60)) },
      { retryAfterSeconds: Math.ceil(seconds) },
    );
    return { error, waitSeconds: seconds };
  }
  if (status >= 500) return { error: discordErrors.sync_discord_unavailable(), waitSeconds: 0.2 };
  return { error: discordErrors[REFUSALS[status] ?? "sync_bad_answer"](), waitSeconds: null };
}
