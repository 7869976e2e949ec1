import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";
import type { Application } from "../applications.ts";
import type { Core } from "../core.ts";
import { defaults } from "../defaults.ts";
import { ControlError } from "../guild-inputs.ts";
import { channelPermissions, type GuildChannel } from "../guild-state.ts";
import type { Install, Place } from "../interaction-records.ts";

/** Where a person chats, with the installation by which the application is there. */
export const places = {
  guild: { install: "guild", label: "The organization's server" },
  direct_message: { install: "user", label: "Personal install, in a direct message" },
  other_guild: { install: "user", label: "Personal install, in another server" },
} as const satisfies Record<Place, { install: Install; label: string }>;
export const languages = { "en-GB": "English", da: "Dansk" } as const;

/** The person who looks at the chat, where, and in which language. */
export interface Viewer {
  userId: string;
  place: Place;
  install: Install;
  locale: keyof typeof languages;
  channelId: string;
  channelName: string;
  application: Application;
}

/**
 * Returns who chats according to an address.
 * @throws ControlError when the person is unknown, not in the server, or does not see the channel
 */
export function viewerOf(core: Core, query: URLSearchParams): Viewer {
  const userId = query.get("user") ?? "";
  const place = Object.keys(places).find((each): each is Place => each === query.get("place")) ?? "guild";
  const locale = query.get("locale") === "da" ? "da" : "en-GB";
  const application = core.applications.values().next().value;
  const { state } = core.guild;
  if (!application || !state.people.has(userId)) throw new ControlError("Pick the person to chat as.");
  if (place === "guild" && !state.members.has(userId))
    throw new ControlError("This person is not in the server: pick another place or person.");
  const shared = { userId, place, install: places[place].install, locale, application } as const;
  if (place === "direct_message") {
    const channelId = core.messages.direct.of(application.id, userId);
    return { ...shared, channelId, channelName: application.name };
  }
  if (place === "other_guild") return { ...shared, channelId: defaults.otherChannelId, channelName: "lobby" };
  const seen = visibleChannels(core, userId);
  const wanted = query.get("channel") ?? seen[0]?.id;
  const channel = seen.find(({ id, name }) => id === wanted || name === wanted);
  if (!channel) throw new ControlError("This person does not see such a channel.");
  return { ...shared, channelId: channel.id, channelName: channel.name };
}

/** Returns the channels of the server where a member can read messages, in their order. */
export function visibleChannels(core: Core, userId: string): GuildChannel[] {
  const { state } = core.guild;
  return [...state.channels.values()]
    .filter(({ type }) => type === ChannelType.GuildText || type === ChannelType.GuildAnnouncement)
    .filter((channel) => channelPermissions(state, channel, userId) !== 0n)
    .sort((left, right) => left.position - right.position);
}

/** @throws ControlError when the person may only read the channel */
export function assertMayWrite(core: Core, { userId, channelId }: Viewer): void {
  const channel = core.guild.state.channels.get(channelId);
  if (channel && !(channelPermissions(core.guild.state, channel, userId) & PermissionFlagsBits.SendMessages))
    throw new ControlError("This person may not write in this channel.");
}
