import { ChannelType } from "discord-api-types/v10";
import type { Call, Read } from "./control-input.ts";
import type { DiscordEmulator } from "./emulator.ts";
import { ControlError } from "./guild-inputs.ts";
import type { MessageFilter } from "./messages.ts";

const types = {
  text: ChannelType.GuildText,
  voice: ChannelType.GuildVoice,
  category: ChannelType.GuildCategory,
  announcement: ChannelType.GuildAnnouncement,
  forum: ChannelType.GuildForum,
} as const;
const typeOf = (name: string) => {
  const found = Object.entries(types).find(([key]) => key === name)?.[1];
  if (found === undefined) throw new ControlError(`type must be one of ${Object.keys(types).join(", ")}`);
  return found;
};

/** Control calls for channels and messages. */
export const messageCalls: Record<string, Call> = {
  "channels/create": ({ guild }, input) => {
    const { type = "text", ...rest } = input.some<{ type?: string; parent?: string }>({
      type: "text",
      parent: "text",
    });
    return guild.channels.create({ ...rest, name: input.text("name"), type: typeOf(type) });
  },
  "channels/rename": ({ guild }, input) => guild.channels.rename(input.text("channel"), input.text("name")),
  "channels/permit": ({ guild }, input) => {
    const { userId } = input.some<{ userId?: string }>({ userId: "text" });
    const holder = userId ? { userId } : { role: input.text("role") };
    return guild.channels.permit(input.text("channel"), holder, input.some({ allow: "text", deny: "text" }));
  },
  "channels/delete": ({ guild }, input) => guild.channels.delete(input.text("channel")),
  "threads/delete": ({ messages }, input) =>
    messages.threads.delete(messages.threads.named(input.text("thread"))),
  "threads/lock": ({ messages }, input) =>
    messages.threads.change(messages.threads.named(input.text("thread")), { locked: true, archived: true }),
  "direct-messages/close": ({ messages }, input) =>
    messages.direct.close(input.text("userId"), input.value("closed") !== false),
  "messages/say": (emulator, input) =>
    emulator.say(
      input.text("userId"),
      input.text("content"),
      input.some<{ channel?: string }>({ channel: "text" }).channel,
    ),
};

export const messageReads: Record<string, Read> = {
  messages: (emulator, query) =>
    emulator.messages.in(channelOf(emulator, query) ?? emulator.guild.channel("general").id),
  threads: ({ messages, guild }, query) => {
    const channel = query.get("channel");
    return messages.threads.list(channel ? guild.channel(channel).id : undefined);
  },
  "messages/count": (emulator, query) => {
    const filter: MessageFilter = {};
    const channelId = channelOf(emulator, query);
    if (channelId !== undefined) filter.channelId = channelId;
    for (const name of ["nonce", "customId", "url"] as const) {
      const value = query.get(name);
      if (value !== null) filter[name] = value;
    }
    const ids = emulator.messages.matching(filter).map(({ id }) => id);
    return { count: ids.length, ids };
  },
  "messages/nonces": ({ messages }) => messages.nonces(),
  "messages/pings": ({ messages }) => messages.pings,
};

/** Returns the id of a query's channel, if it names one or the user of a direct message with the main application. */
function channelOf(
  { guild, messages, clientId }: DiscordEmulator,
  query: URLSearchParams,
): string | undefined {
  const userId = query.get("userId");
  if (userId) return messages.direct.of(clientId, userId);
  const thread = query.get("thread");
  if (thread) return messages.threads.named(thread).id;
  const channel = query.get("channel");
  return channel ? guild.channel(channel).id : undefined;
}
