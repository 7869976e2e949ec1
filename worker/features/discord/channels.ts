import type { Env } from "../../lib/env.ts";
import { cleanName } from "../../lib/names.schema.ts";
import { type Guild, type GuildChannel, readChannels, readGuild, readSelf } from "./client.ts";
import { heldBy, permissionsOf } from "./roles/discord-roles.ts";

/** Types of channels that hold messages: text and announcements. */
const TEXT_TYPES = [0, 5];
/** https://docs.discord.com/developers/topics/permissions */
const ADMINISTRATOR = 1n << 3n;
const VIEW_CHANNEL = 1n << 10n;
const SEND_MESSAGES = 1n << 11n;
const CREATE_PUBLIC_THREADS = 1n << 35n;
const SEND_MESSAGES_IN_THREADS = 1n << 38n;

/** A text channel, and which permission the bot lacks to write in it, or in threads of it. */
export type TextChannel = {
  id: string;
  name: string;
  lacks: "view" | "send" | null;
  lacksInThreads: "no_threads" | "no_replies" | null;
};

/** The server's text channels in the order of Discord. @throws AppError the sync_… codes for errors of Discord */
export async function readTextChannels(env: Env, token: string): Promise<TextChannel[]> {
  const [guild, self, channels] = await Promise.all([
    readGuild(env, token),
    readSelf(env, token),
    readChannels(env, token),
  ]);
  return channels
    .filter(({ type }) => TEXT_TYPES.includes(type))
    .sort((a, b) => a.position - b.position)
    .map((channel) => {
      const { id, name } = channel;
      const held = permissionsIn(channel, guild, self);
      return {
        id,
        name: cleanName(name ?? "", 100) || id,
        lacks: lackOf(held),
        lacksInThreads: lackInThreads(held),
      };
    });
}

function lackOf(permissions: bigint): TextChannel["lacks"] {
  if ((permissions & ADMINISTRATOR) !== 0n) return null;
  if ((permissions & VIEW_CHANNEL) === 0n) return "view";
  return (permissions & SEND_MESSAGES) === 0n ? "send" : null;
}

function lackInThreads(permissions: bigint): TextChannel["lacksInThreads"] {
  if ((permissions & ADMINISTRATOR) !== 0n) return null;
  if ((permissions & CREATE_PUBLIC_THREADS) === 0n) return "no_threads";
  return (permissions & SEND_MESSAGES_IN_THREADS) === 0n ? "no_replies" : null;
}

/** The permissions of a member in a channel: overwrites of @everyone first, then of all their roles, then their own. */
function permissionsIn(
  { permission_overwrites: overwrites }: GuildChannel,
  guild: Guild,
  self: { id: string; roles: readonly string[] },
): bigint {
  const steps = [[guild.id], self.roles, [self.id]];
  return steps.reduce(
    (allowed, ids) => {
      const own = (overwrites ?? []).filter(({ id }) => ids.includes(id));
      const all = (name: "allow" | "deny") => own.reduce((bits, each) => bits | BigInt(each[name]), 0n);
      return (allowed & ~all("deny")) | all("allow");
    },
    permissionsOf(heldBy(guild, self.roles)),
  );
}
