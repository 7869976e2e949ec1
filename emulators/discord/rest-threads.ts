import {
  type APIMessage,
  type APIThreadChannel,
  ChannelType,
  MessageFlags,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import type { Core } from "./core.ts";
import { errors, invalidForm } from "./errors.ts";
import { boolean, type Check, collected, oneOf, optional, text, whole } from "./form-checks.ts";
import { answer, type JsonObject, objectBody, type Route } from "./http.ts";
import { makeMessage } from "./message-form.ts";
import { type Reached, reach } from "./rest-channels.ts";
import { snowflake } from "./rest-guilds.ts";
import { starterOf, type Thread } from "./threads.ts";

const { CreatePublicThreads, CreatePrivateThreads, ManageThreads } = PermissionFlagsBits;
const durations = [60, 1440, 4320, 10_080] as const;
const slowest = 21_600;

const shared: Record<string, Check> = {
  auto_archive_duration: optional(oneOf(...durations)),
  rate_limit_per_user: optional(whole(0, slowest)),
};

/** @throws DiscordError 50035 */
function check(body: JsonObject, fields: Record<string, Check>): void {
  const found = collected(Object.entries(fields).map(([field, of]) => [field, of(body[field])]));
  if (found) throw invalidForm(found);
}

/**
 * Routes that start, change and delete threads: https://docs.discord.com/developers/topics/threads. Documentation does not say
 * whether a message whose thread was deleted can get another; here it cannot.
 */
export function threadRoutes(core: Core): Route[] {
  const { messages, guild } = core;
  const shown = (thread: Thread): APIThreadChannel => thread;

  function start(channel: Reached, body: JsonObject, from: APIMessage | null): Thread {
    const parent = guild.state.channels.get(channel.id);
    const isNews = parent?.type === ChannelType.GuildAnnouncement;
    if (!parent || (parent.type !== ChannelType.GuildText && !isNews)) throw errors.wrongChannelType();
    const fields = { name: text(1, 100), ...shared };
    if (from) check(body, fields);
    else check(body, { ...fields, type: optional(oneOf(10, 11, 12)), invitable: optional(boolean) });
    const usual = isNews ? ChannelType.AnnouncementThread : ChannelType.PublicThread;
    const type = from ? usual : Number(body["type"] ?? ChannelType.PrivateThread);
    const isPrivate = type === ChannelType.PrivateThread;
    if (isNews ? type !== usual : type === ChannelType.AnnouncementThread) throw errors.wrongChannelType();
    if (!channel.may(isPrivate ? CreatePrivateThreads : CreatePublicThreads))
      throw errors.missingPermissions();
    if (from && (from.flags ?? 0) & MessageFlags.HasThread) throw errors.threadExists();
    const thread = messages.threads.create(parent, {
      id: from?.id ?? core.nextId(),
      ...{ name: String(body["name"]), owner: channel.application.id, type: type as Thread["type"] },
      minutes: Number(body["auto_archive_duration"] ?? 4320),
      ...{ slow: Number(body["rate_limit_per_user"] ?? 0), invitable: body["invitable"] !== false },
    });
    if (from) {
      from.flags = (from.flags ?? 0) | MessageFlags.HasThread;
      const { frame, more } = starterOf(from, guild.state.id, core.nextId());
      messages.in(thread.id).push({ ...makeMessage({}, frame), ...more });
      messages.edited(from);
    }
    return thread;
  }

  return [
    {
      method: "POST",
      path: "/channels/:channel/messages/:message/threads",
      auth: "bot",
      handle: (context) => {
        const channel = reach(core, context);
        if (channel.thread) throw errors.wrongChannelType();
        const from = messages.find(channel.id, snowflake(context.params["message"], "message_id"));
        return answer<APIThreadChannel>(shown(start(channel, objectBody(context.request), from)), 201);
      },
    },
    {
      method: "POST",
      path: "/channels/:channel/threads",
      auth: "bot",
      handle: (context) => {
        const channel = reach(core, context);
        return answer<APIThreadChannel>(shown(start(channel, objectBody(context.request), null)), 201);
      },
    },
    {
      method: "PATCH",
      path: "/channels/:channel",
      auth: "bot",
      handle: (context) => {
        const { thread, application, may } = reach(core, context);
        // Other channels need a permission that no bot here has.
        if (!thread) throw errors.missingPermissions();
        const body = objectBody(context.request);
        check(body, {
          name: optional(text(1, 100)),
          ...{ ...shared, archived: optional(boolean), locked: optional(boolean) },
        });
        const { locked, archived } = thread.thread_metadata;
        const isOwn = thread.owner_id === application.id;
        const isManager = may(ManageThreads);
        if (body["locked"] !== undefined || body["rate_limit_per_user"] !== undefined || locked)
          if (!isManager) throw locked ? errors.threadLocked() : errors.missingPermissions();
        if (!isOwn && !isManager) throw errors.missingPermissions();
        const isEdited = "name" in body || "auto_archive_duration" in body;
        if (archived && body["archived"] !== false && isEdited) throw errors.inArchivedThread();
        const given = Object.entries(body).filter(([, value]) => value !== null);
        const { rate_limit_per_user: slow, ...rest } = Object.fromEntries(given);
        if (typeof slow === "number") thread.rate_limit_per_user = slow;
        return answer<APIThreadChannel>(shown(messages.threads.change(thread, rest)));
      },
    },
    {
      method: "DELETE",
      path: "/channels/:channel",
      auth: "bot",
      handle: (context) => {
        const { thread, may } = reach(core, context);
        if (!thread || !may(ManageThreads)) throw errors.missingPermissions();
        messages.threads.delete(thread);
        return answer<APIThreadChannel>(shown(thread));
      },
    },
  ];
}
