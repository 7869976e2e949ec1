import { type APIOverwrite, ChannelType, OverwriteType, PermissionFlagsBits } from "discord-api-types/v10";
import { channelDefaults, defaults, roleDefaults } from "./defaults.ts";
import type { GuildChannel } from "./guild-state.ts";

/** What a channel is made from; it can be changed later, except for its type. */
export interface ChannelPlace {
  id: string;
  guild_id: string;
  name: string;
  position: number;
  parent_id: string | null;
  permission_overwrites: APIOverwrite[];
}

/** Returns a channel with the fields that Discord sends for its type. */
export function channelOf(type: GuildChannel["type"], place: ChannelPlace, topic?: string): GuildChannel {
  const shared = { ...place, nsfw: false, flags: 0 };
  const written = { last_message_id: null, rate_limit_per_user: 0 };
  switch (type) {
    case ChannelType.GuildCategory:
      return { ...shared, type, parent_id: null };
    case ChannelType.GuildVoice:
      return { ...shared, ...written, type, bitrate: 64_000, user_limit: 0, rtc_region: null };
    case ChannelType.GuildForum:
      return {
        ...{ ...shared, ...written, type, topic: topic ?? null, available_tags: [] },
        ...{ default_reaction_emoji: null, default_sort_order: null, default_forum_layout: 0 },
      };
    default:
      return { ...shared, ...written, type, topic: topic ?? null };
  }
}

/** Returns the overwrites that give a permission to some roles only. */
function only(permission: bigint, guildId: string, ...roles: string[]): APIOverwrite[] {
  const bits = permission.toString();
  return [
    { id: guildId, type: OverwriteType.Role, allow: "0", deny: bits },
    ...roles.map((id) => ({ id, type: OverwriteType.Role, allow: bits, deny: "0" })),
  ];
}

const types: Readonly<Record<string, GuildChannel["type"]>> = {
  Community: ChannelType.GuildCategory,
  announcements: ChannelType.GuildAnnouncement,
  Bridge: ChannelType.GuildVoice,
  "Hangar 1": ChannelType.GuildVoice,
  "Hangar 2": ChannelType.GuildVoice,
};
const guarded: Readonly<Record<string, bigint>> = {
  announcements: PermissionFlagsBits.SendMessages,
  officers: PermissionFlagsBits.ViewChannel,
};

export function seedChannels(guildId: string): Map<string, GuildChannel> {
  return new Map(
    Object.entries(channelDefaults).map(([name, id], position) => {
      const type = types[name] ?? ChannelType.GuildText;
      const permission = guarded[name];
      const place = {
        ...{ id, guild_id: guildId, name, position },
        parent_id: type === ChannelType.GuildCategory ? null : channelDefaults.Community,
        permission_overwrites: permission
          ? only(permission, guildId, roleDefaults.Officer.id, defaults.botRoleId)
          : [],
      };
      const topic = name === "recruitment" ? "Ask here if you want to fly with us." : undefined;
      return [id, channelOf(type, place, topic)];
    }),
  );
}
