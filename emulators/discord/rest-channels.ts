import {
  type APIDMChannel,
  type APIMessage,
  ChannelType,
  GatewayIntentBits,
  MessageFlags,
  PermissionFlagsBits,
  type RESTGetAPIChannelMessagesResult,
  type RESTGetAPIChannelResult,
} from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import type { Core } from "./core.ts";
import { errors, type FormErrors, invalidForm } from "./errors.ts";
import { problem } from "./form-checks.ts";
import { channelPermissions } from "./guild-state.ts";
import { type Answer, answer, type Context, noContent, objectBody, type Route } from "./http.ts";
import { removeReply } from "./interaction-replies.ts";
import { checkMessage, editMessage, makeMessage } from "./message-form.ts";
import { nonceOf, type Page } from "./messages.ts";
import { notSnowflake, snowflake, wholeNumber } from "./rest-guilds.ts";
import { isSnowflake } from "./snowflake.ts";
import type { Thread } from "./threads.ts";

const { ViewChannel, SendMessages, SendTTSMessages, ReadMessageHistory, ManageMessages } =
  PermissionFlagsBits;
const { SendMessagesInThreads, ManageThreads } = PermissionFlagsBits;

/** A channel as a bot reaches it. */
export interface Reached {
  id: string;
  application: Application;
  /** The other person, in a direct message. */
  recipient: string | undefined;
  /** In a thread SEND_MESSAGES is asked for as SEND_MESSAGES_IN_THREADS. */
  thread: Thread | undefined;
  may(permission: bigint): boolean;
}

/** Returns a channel that the bot sees. */
export function reach(core: Core, { application, params }: Context): Reached {
  if (!application) throw errors.unauthorized();
  const { state } = core.guild;
  const id = snowflake(params["channel"], "channel_id");
  const thread = core.messages.threads.find(id);
  const channel = state.channels.get(thread?.parent_id ?? id);
  const direct = core.messages.direct.find(id);
  if (!channel && !direct) throw errors.unknownChannel();
  const granted = channel ? channelPermissions(state, channel, application.id) : 0n;
  const may = (permission: bigint): boolean =>
    channel
      ? Boolean(granted & (thread && permission === SendMessages ? SendMessagesInThreads : permission))
      : direct?.applicationId === application.id;
  if (!may(ViewChannel)) throw errors.missingAccess();
  const isGuest = thread?.type === ChannelType.PrivateThread && thread.owner_id !== application.id;
  if (isGuest && !may(ManageThreads)) throw errors.missingAccess();
  return { id, application, recipient: direct?.userId, thread, may };
}

/** Routes of channels, their messages, and direct messages. */
export function channelRoutes(core: Core): Route[] {
  const { messages } = core;
  const on = (
    method: string,
    path: string,
    handle: (channel: Reached, context: Context) => Answer,
  ): Route => ({
    method,
    path: `/channels/:channel${path}`,
    auth: "bot",
    handle: (context) => handle(reach(core, context), context),
  });
  const named = ({ id }: Reached, { params }: Context): APIMessage =>
    messages.find(id, snowflake(params["message"], "message_id"));
  return [
    on("GET", "", ({ id, recipient, thread }) =>
      answer<RESTGetAPIChannelResult | Omit<APIDMChannel, "name">>(
        recipient ? directChannel(core, id, recipient) : (thread ?? core.guild.channel(id)),
      ),
    ),
    on("GET", "/messages", (channel, { request }) => {
      const page = pageOf(request.query);
      const found = messages.page(channel.id, page);
      const shown = channel.may(ReadMessageHistory) ? found : [];
      return answer<RESTGetAPIChannelMessagesResult>(shown.map((message) => readable(message, channel)));
    }),
    on("GET", "/messages/:message", (channel, context) => {
      if (!channel.may(ReadMessageHistory)) throw errors.missingPermissions();
      return answer<APIMessage>(readable(named(channel, context), channel));
    }),
    on("POST", "/messages", (channel, { request }) =>
      answer<APIMessage>(createMessage(core, channel, objectBody(request))),
    ),
    on("PATCH", "/messages/:message", (channel, context) => {
      const message = named(channel, context);
      if (message.author.id !== channel.application.id) throw errors.otherAuthor();
      assertWritable(channel, true);
      const body = objectBody(context.request);
      checkMessage(body, message);
      editMessage(message, body);
      messages.edited(message, body);
      return answer<APIMessage>(message);
    }),
    on("DELETE", "/messages/:message", (channel, context) => {
      const message = named(channel, context);
      const isOwn = message.author.id === channel.application.id;
      if (!isOwn && channel.recipient) throw errors.notInPrivate();
      if (!isOwn && !channel.may(ManageMessages)) throw errors.missingPermissions();
      const { locked, archived } = channel.thread?.thread_metadata ?? {};
      if (locked && archived && !channel.may(ManageThreads)) throw errors.threadLocked();
      removeReply(core, message);
      return noContent;
    }),
    {
      method: "POST",
      path: "/users/@me/channels",
      auth: "bot",
      handle: ({ application, request }) => {
        const { recipient_id: given } = objectBody(request);
        if (given === undefined || given === null)
          throw invalidForm({ recipient_id: problem("BASE_TYPE_REQUIRED", "This field is required") });
        const recipient = snowflake(String(given), "recipient_id");
        const isKnown = core.guild.state.people.has(recipient);
        if (!application || !isKnown || recipient === application.id) throw errors.invalidRecipient();
        const id = messages.direct.of(application.id, recipient);
        return answer<Omit<APIDMChannel, "name">>(directChannel(core, id, recipient));
      },
    },
  ];
}

function createMessage(core: Core, channel: Reached, body: Record<string, unknown>): APIMessage {
  const { id: channelId, application, recipient, may } = channel;
  const { people, channels } = core.guild.state;
  const author = people.get(application.id)?.user;
  if (channels.get(channelId)?.type === ChannelType.GuildForum) throw errors.inForum();
  core.messages.in(channelId);
  if (!author || !may(SendMessages)) throw errors.missingPermissions();
  assertWritable(channel, false);
  if (body["tts"] === true && !may(SendTTSMessages)) throw errors.missingPermissions();
  checkMessage(body);
  if (recipient) assertReceived(core, application, recipient);
  // Only answers to interactions can be ephemeral.
  body["flags"] = Number(body["flags"] ?? 0) & ~MessageFlags.Ephemeral;
  const nonce = nonceOf(body);
  const known =
    body["enforce_nonce"] === true && "nonce" in nonce ? core.messages.repeated(author.id, body) : undefined;
  const message =
    known ?? core.messages.post(makeMessage(body, { id: core.nextId(), channelId, author }), body);
  return { ...message, ...nonce };
}

/** @throws DiscordError 160005 in a locked thread; 50083 for an edit in an archived one, which a new message makes active */
function assertWritable({ thread, may }: Reached, isEdit: boolean): void {
  if (thread?.thread_metadata.locked && !may(ManageThreads)) throw errors.threadLocked();
  if (thread?.thread_metadata.archived && isEdit) throw errors.inArchivedThread();
}

/** @throws DiscordError 50007, or the newer 50278 with an odd strange seed, when the user does not get messages of this bot */
function assertReceived(core: Core, application: Application, userId: string): void {
  const { members, people } = core.guild.state;
  if (!members.has(userId) || !members.has(application.id))
    throw (core.strange.seed ?? 0) % 2 ? errors.noMutualGuild() : errors.notReceived();
  if (core.messages.direct.isClosed(userId) || people.get(userId)?.user.bot) throw errors.notReceived();
}

function directChannel(core: Core, id: string, recipient: string): Omit<APIDMChannel, "name"> {
  const user = core.guild.state.people.get(recipient)?.user;
  const last = core.messages.in(id).at(-1)?.id ?? null;
  return {
    ...{ id, type: ChannelType.DM, flags: 0 as never, last_message_id: last },
    recipients: user ? [user] : [],
  };
}

/** Returns a message without what only applications with the message content intent may read of others' messages. */
function readable(message: APIMessage, { application, recipient }: Reached): APIMessage {
  const mayRead =
    recipient !== undefined ||
    message.author.id === application.id ||
    message.mentions.some(({ id }) => id === application.id) ||
    application.privilegedIntents & GatewayIntentBits.MessageContent;
  return mayRead ? message : { ...message, content: "", embeds: [], attachments: [], components: [] };
}

/** @throws DiscordError 50035; also for more than one position, which Discord documents as mutually exclusive */
function pageOf(query: URLSearchParams): Page {
  const fields: FormErrors = {};
  const limit = wholeNumber(query.get("limit") ?? "50", 1, 100, "limit", fields);
  const given = (["before", "after", "around"] as const).flatMap((name) => {
    const id = query.get(name);
    return id === null ? [] : [[name, id] as const];
  });
  for (const [name, id] of given) if (!isSnowflake(id)) fields[name] = notSnowflake(id);
  for (const [name] of given.slice(1))
    fields[name] ??= problem("MUTUALLY_EXCLUSIVE", `${name} cannot be used with ${given[0]?.[0]}.`);
  if (Object.keys(fields).length > 0) throw invalidForm(fields);
  return { limit, ...Object.fromEntries(given) };
}
