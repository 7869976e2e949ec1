import { ChannelType, InteractionContextType, Locale, PermissionFlagsBits } from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import { defaults } from "./defaults.ts";
import type { GuildControl } from "./guild.ts";
import { ControlError } from "./guild-inputs.ts";
import { channelPermissions, memberOf } from "./guild-state.ts";
import type { Install, InteractionInput, Payload, Place } from "./interaction-records.ts";
import type { Messages } from "./messages.ts";
import { timestamp } from "./snowflake.ts";

/** Where and by whose installation an interaction happens. */
export type Surroundings = Pick<
  Payload,
  | "app_permissions"
  | "authorizing_integration_owners"
  | "channel"
  | "channel_id"
  | "context"
  | "guild"
  | "guild_id"
  | "guild_locale"
  | "member"
  | "user"
>;

/** Permissions that Discord documents for a direct message with the application's bot. */
const inPrivate =
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.MentionEveryone |
  PermissionFlagsBits.UseExternalEmojis;

/** The parts of the emulator that know places. */
export interface PlaceHost {
  guild: GuildControl;
  messages: Messages;
}

/**
 * Returns the fields of an interaction that describe its place.
 * @throws ControlError when the person is not there
 */
export function surroundings(
  host: PlaceHost,
  application: Application,
  input: InteractionInput,
): Surroundings {
  const { state } = host.guild;
  const { place = "guild", install = "guild", userId } = input;
  const user = state.people.get(userId)?.user;
  if (!user) throw new ControlError(`${userId} is unknown`);
  const owners = ownersOf(place, install, userId, state.id);
  if (place === "direct_message") {
    const id = host.messages.direct.of(application.id, userId);
    return {
      channel: { id, type: ChannelType.DM, flags: 0 as never, last_message_id: null, recipients: [user] },
      channel_id: id,
      user,
      app_permissions: inPrivate.toString(),
      authorizing_integration_owners: owners,
      context: InteractionContextType.BotDM,
    };
  }
  if (place === "other_guild") {
    return {
      guild: { id: defaults.otherGuildId, locale: Locale.EnglishUS, features: [] },
      guild_id: defaults.otherGuildId,
      guild_locale: Locale.EnglishUS,
      channel: {
        id: defaults.otherChannelId,
        guild_id: defaults.otherGuildId,
        name: "lobby",
        type: ChannelType.GuildText,
        position: 0,
        flags: 0 as never,
      },
      channel_id: defaults.otherChannelId,
      member: {
        ...guest,
        user,
        permissions: state.roles.get(state.id)?.permissions ?? "0",
      },
      app_permissions: inPrivate.toString(),
      authorizing_integration_owners: owners,
      context: InteractionContextType.Guild,
    };
  }
  const member = memberOf(state, userId);
  if (!member) throw new ControlError(`${userId} is not in the guild`);
  const channel = host.guild.channel(input.channel ?? "general");
  const granted = channelPermissions(state, channel, userId);
  if (granted === 0n && !input.forged) throw new ControlError(`${userId} cannot see ${channel.name}`);
  return {
    guild: { id: state.id, locale: Locale.Danish, features: [] },
    guild_id: state.id,
    guild_locale: Locale.Danish,
    channel,
    channel_id: channel.id,
    member: { ...member, permissions: granted.toString() },
    app_permissions: (
      channelPermissions(state, channel, application.id) | PermissionFlagsBits.UseApplicationCommands
    ).toString(),
    authorizing_integration_owners: owners,
    context: InteractionContextType.Guild,
  };
}

const guest = {
  nick: null,
  avatar: null,
  banner: null,
  roles: [],
  joined_at: timestamp(Date.UTC(2025, 4, 4)),
  premium_since: null,
  deaf: false,
  mute: false,
  flags: 0 as never,
  pending: false,
  communication_disabled_until: null,
};

function ownersOf(place: Place, install: Install, userId: string, guildId: string) {
  const server = { guild: guildId, other_guild: defaults.otherGuildId, direct_message: "0" }[place];
  return { ...(install === "user" ? {} : { 0: server }), ...(install === "guild" ? {} : { 1: userId }) };
}
