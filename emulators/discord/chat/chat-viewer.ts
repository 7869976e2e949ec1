import type { Application } from "../applications.ts";
import type { Core } from "../core.ts";
import { defaults } from "../defaults.ts";
import { ControlError } from "../guild-inputs.ts";
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
 * @throws ControlError when the person is unknown, or not in the server
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
  const channelId = {
    guild: core.guild.channel("general").id,
    other_guild: defaults.otherChannelId,
    direct_message: core.interactions.directMessages.of(application.id, userId),
  }[place];
  if (place !== "guild") core.messages.open(channelId);
  const channelName = { guild: "general", other_guild: "lobby", direct_message: application.name }[place];
  return { userId, place, install: places[place].install, locale, channelId, channelName, application };
}
