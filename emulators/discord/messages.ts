import { type APIMessage, ChannelType, ComponentType, GatewayDispatchEvents } from "discord-api-types/v10";
import type { Clock } from "./clock.ts";
import { allComponents } from "./components.ts";
import { defaults } from "./defaults.ts";
import { DirectMessages } from "./direct-messages.ts";
import { errors } from "./errors.ts";
import type { GuildControl } from "./guild.ts";
import { ControlError } from "./guild-inputs.ts";
import type { JsonObject } from "./http.ts";
import { type Mentioned, mentionsOf } from "./mentions.ts";
import { checkMessage, makeMessage } from "./message-form.ts";
import { compareIds } from "./snowflake.ts";
import { Threads } from "./threads.ts";

const kept = 500;
/** Milliseconds for which Discord knows a nonce again; it documents "the past few minutes". */
const nonceLifetime = 5 * 60_000;

/** Which part of a channel's messages is asked for; at most one of the ids. */
export interface Page {
  limit: number;
  before?: string;
  after?: string;
  around?: string;
}

/** Selects messages of bots that have not been deleted; all of the given fields must fit. */
export interface MessageFilter {
  channelId?: string;
  nonce?: string;
  /** Of a button or select. */
  customId?: string;
  /** Of a link button, or anywhere in the text. */
  url?: string;
}

/** The notifications that one message of a bot caused. */
export interface Ping extends Mentioned {
  messageId: string;
  channelId: string;
}

/** Channel messages, newest last, at most 500 in each channel. */
export class Messages {
  readonly direct: DirectMessages;
  readonly threads: Threads;
  /** Messages of bots that notified anybody, oldest first. Edits notify nobody. */
  readonly pings: Ping[] = [];
  readonly #channels = new Map<string, APIMessage[]>();
  readonly #nonces: { nonce: string; at: number; message: APIMessage }[] = [];
  readonly #guild: () => GuildControl;
  readonly #clock: Clock;
  readonly #dispatch: (name: GatewayDispatchEvents, data: object, channelId: string) => void;

  constructor(
    guild: () => GuildControl,
    clock: Clock,
    nextId: () => string,
    dispatch: (name: GatewayDispatchEvents, data: object, channelId: string) => void,
  ) {
    this.#guild = guild;
    this.#clock = clock;
    this.direct = new DirectMessages(nextId);
    this.#dispatch = dispatch;
    this.threads = new Threads((name, data, channelId) => dispatch(name, data, channelId));
  }

  /**
   * Returns a channel's messages.
   * @throws DiscordError 10003 or, for a category or forum, 50008
   */
  in(channelId: string): APIMessage[] {
    const channel = this.#guild().state.channels.get(channelId);
    const isElsewhere = this.direct.find(channelId) ?? this.threads.find(channelId);
    if (!channel && channelId !== defaults.otherChannelId && !isElsewhere) throw errors.unknownChannel();
    if (channel?.type === ChannelType.GuildCategory || channel?.type === ChannelType.GuildForum)
      throw errors.notText();
    const known = this.#channels.get(channelId) ?? [];
    this.#channels.set(channelId, known);
    return known;
  }

  find(channelId: string, id: string): APIMessage {
    const found = this.in(channelId).find((message) => message.id === id);
    if (!found) throw errors.unknownMessage();
    return found;
  }

  /** Returns a message of any channel that is still there. */
  locate(id: string): APIMessage | undefined {
    return this.#all().find((message) => message.id === id);
  }

  /** Returns a part of a channel's messages, newest first. */
  page(channelId: string, { limit, before, after, around }: Page): APIMessage[] {
    const all = this.in(channelId);
    const than = (id: string, order: number) => (message: APIMessage) =>
      compareIds(message.id, id) * order > 0;
    if (before !== undefined) return all.filter(than(before, -1)).slice(-limit).reverse();
    if (after !== undefined) return all.filter(than(after, 1)).slice(0, limit).reverse();
    const end =
      around === undefined ? all.length : all.filter(than(around, -1)).length + Math.ceil(limit / 2);
    return all.slice(Math.max(0, end - limit), end).reverse();
  }

  /**
   * Adds a message and dispatches it to the sessions with its intent.
   * @param body from which it was made: its nonce and whom it may mention
   */
  post(message: APIMessage, body: JsonObject = {}): APIMessage {
    const list = this.in(message.channel_id);
    const mentioned = this.#mention(message, body);
    if (message.author.bot && (mentioned.everyone || mentioned.users.length + mentioned.roles.length > 0))
      this.pings.push({ messageId: message.id, channelId: message.channel_id, ...mentioned });
    list.push(message);
    if (list.length > kept) list.shift();
    this.threads.written(message);
    const nonce = nonceOf(body);
    if ("nonce" in nonce) this.#nonces.push({ nonce: String(nonce.nonce), at: this.#clock.now(), message });
    this.#announce(GatewayDispatchEvents.MessageCreate, { ...message, ...nonce });
    return message;
  }

  /** Returns the message that an author made lately with the nonce of a body, in whichever channel. */
  repeated(authorId: string, body: JsonObject): APIMessage | undefined {
    const nonce = String(body["nonce"]);
    return this.#nonces.findLast(
      (each) =>
        each.nonce === nonce &&
        each.message.author.id === authorId &&
        this.#clock.now() - each.at < nonceLifetime &&
        this.locate(each.message.id),
    )?.message;
  }

  /** Returns the messages of bots that fit, oldest first. */
  matching({ channelId, nonce, customId, url }: MessageFilter): APIMessage[] {
    return this.#all()
      .filter((message) => message.author.bot)
      .filter((message) => channelId === undefined || message.channel_id === channelId)
      .filter(
        (message) =>
          nonce === undefined ||
          this.#nonces.some((each) => each.message === message && each.nonce === nonce),
      )
      .filter((message) => {
        const components = allComponents(message.components).map(({ component }) => component);
        const texts = components.filter(({ type }) => type === ComponentType.TextDisplay);
        return (
          (customId === undefined || components.some((each) => each["custom_id"] === customId)) &&
          (url === undefined ||
            components.some((each) => each["url"] === url) ||
            [message.content, ...texts.map(({ content }) => String(content))].join("\n").includes(url))
        );
      })
      .sort((left, right) => compareIds(left.id, right.id));
  }

  /** Returns how many messages of bots there are by nonce. */
  nonces(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { nonce, message } of this.#nonces)
      if (this.locate(message.id)) counts[nonce] = (counts[nonce] ?? 0) + 1;
    return counts;
  }

  /** Makes a person write in a channel, given by name or id. */
  say(channel: string, userId: string, content: string, id: string): APIMessage {
    const guild = this.#guild();
    const author = guild.state.people.get(userId)?.user;
    if (!author) throw new ControlError(`${userId} is unknown`);
    checkMessage({ content });
    const isOutside =
      channel === defaults.otherChannelId || (this.direct.find(channel) ?? this.threads.find(channel));
    const channelId = isOutside ? channel : guild.channel(channel).id;
    return this.post(makeMessage({ content }, { id, channelId, author }));
  }

  /** Dispatches an edit, whose mentions are read anew from its body. */
  edited(message: APIMessage, body: JsonObject = {}): void {
    this.#mention(message, body);
    this.#announce(GatewayDispatchEvents.MessageUpdate, message);
  }

  remove(channelId: string, id: string): void {
    const list = this.in(channelId);
    list.splice(list.indexOf(this.find(channelId, id)), 1);
    const thread = this.threads.find(channelId);
    if (thread) thread.message_count -= 1;
    this.#announce(GatewayDispatchEvents.MessageDelete, { id, channel_id: channelId });
  }

  clear(): void {
    this.#channels.clear();
    this.#nonces.length = 0;
    this.pings.length = 0;
    this.direct.clear();
    this.threads.clear();
  }

  #all(): APIMessage[] {
    const { channels } = this.#guild().state;
    return [...this.#channels].flatMap(([id, messages]) =>
      channels.has(id) || id === defaults.otherChannelId || (this.direct.find(id) ?? this.threads.find(id))
        ? messages
        : [],
    );
  }

  #mention(message: APIMessage, body: JsonObject): Mentioned {
    const { state } = this.#guild();
    const recipient = this.direct.find(message.channel_id)?.userId;
    const mentioned = mentionsOf(state, message, recipient, body["allowed_mentions"]);
    message.mentions = mentioned.users.flatMap((id) => state.people.get(id)?.user ?? []);
    message.mention_roles = mentioned.roles;
    message.mention_everyone = mentioned.everyone;
    return mentioned;
  }

  #announce(name: GatewayDispatchEvents, message: { id: string; channel_id: string }): void {
    const { id, channels } = this.#guild().state;
    const channelId = message.channel_id;
    // Who sees a channel sees its threads.
    const seenIn = this.threads.find(channelId)?.parent_id ?? channelId;
    if (channels.has(seenIn)) this.#dispatch(name, { ...message, guild_id: id }, seenIn);
  }
}

/** Returns the nonce of a body as a field, if it has one; Discord answers it only when a message is created. */
export function nonceOf({ nonce }: JsonObject): { nonce?: string | number } {
  return typeof nonce === "string" || typeof nonce === "number" ? { nonce } : {};
}
