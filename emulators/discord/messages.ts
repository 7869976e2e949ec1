import {
  type APIMessage,
  type APIUser,
  ChannelType,
  GatewayDispatchEvents,
  MessageFlags,
  MessageType,
} from "discord-api-types/v10";
import { checkComponents } from "./component-checks.ts";
import { shownComponents } from "./components.ts";
import { errors, invalidForm } from "./errors.ts";
import { collected, list, object, optional, problem, text, whole } from "./form-checks.ts";
import type { GuildControl } from "./guild.ts";
import { ControlError } from "./guild-inputs.ts";
import { isObject, type JsonObject } from "./http.ts";
import { timeOf, timestamp } from "./snowflake.ts";

const kept = 500;

/** Fields of a new message that are not in its body. */
export interface MessageFrame {
  id: string;
  channelId: string;
  author: APIUser;
  /** Added to the flags in the body. */
  flags?: number;
  applicationId?: string;
}

/** Channel messages, newest last, at most 500 in each channel. */
export class Messages {
  readonly #channels = new Map<string, APIMessage[]>();
  /** Channels outside the guild, of which only answers to interactions are known. */
  readonly #outside = new Set<string>();
  readonly #guild: () => GuildControl;
  readonly #dispatch: (name: GatewayDispatchEvents, data: object) => void;

  constructor(guild: () => GuildControl, dispatch: (name: GatewayDispatchEvents, data: object) => void) {
    this.#guild = guild;
    this.#dispatch = dispatch;
  }

  /**
   * Returns a channel's messages.
   * @throws DiscordError 10003 or, for a category, 50008
   */
  in(channelId: string): APIMessage[] {
    const channel = this.#guild().state.channels.get(channelId);
    if (!channel && !this.#outside.has(channelId)) throw errors.unknownChannel();
    if (channel?.type === ChannelType.GuildCategory) throw errors.notText();
    const known = this.#channels.get(channelId) ?? [];
    this.#channels.set(channelId, known);
    return known;
  }

  /** Makes a channel outside the guild known, such as a direct message. */
  open(channelId: string): void {
    this.#outside.add(channelId);
  }

  find(channelId: string, id: string): APIMessage {
    const found = this.in(channelId).find((message) => message.id === id);
    if (!found) throw errors.unknownMessage();
    return found;
  }

  /** Adds a message and dispatches it to the sessions with its intent. */
  post(message: APIMessage): APIMessage {
    const list = this.in(message.channel_id);
    list.push(message);
    if (list.length > kept) list.shift();
    this.#announce(GatewayDispatchEvents.MessageCreate, message);
    return message;
  }

  /** Makes a person write in a channel, given by name or id. */
  say(channel: string, userId: string, content: string, id: string): APIMessage {
    const guild = this.#guild();
    const author = guild.state.people.get(userId)?.user;
    if (!author) throw new ControlError(`${userId} is unknown`);
    checkMessage({ content });
    const channelId = this.#outside.has(channel) ? channel : guild.channel(channel).id;
    return this.post(makeMessage({ content }, { id, channelId, author }));
  }

  edited(message: APIMessage): void {
    this.#announce(GatewayDispatchEvents.MessageUpdate, message);
  }

  remove(channelId: string, id: string): void {
    const list = this.in(channelId);
    list.splice(list.indexOf(this.find(channelId, id)), 1);
    this.#announce(GatewayDispatchEvents.MessageDelete, { id, channel_id: channelId });
  }

  clear(): void {
    this.#channels.clear();
    this.#outside.clear();
  }

  #announce(name: GatewayDispatchEvents, message: { id: string; channel_id: string }): void {
    const { id, channels } = this.#guild().state;
    if (channels.has(message.channel_id)) this.#dispatch(name, { ...message, guild_id: id });
  }
}

/** The flags that a message can be given; the rest Discord sets itself. */
const settable =
  MessageFlags.SuppressEmbeds |
  MessageFlags.Ephemeral |
  MessageFlags.SuppressNotifications |
  MessageFlags.IsComponentsV2;
/** The flags that an edit can add. */
const addable = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2;
const legacyFields = ["content", "embeds", "sticker_ids", "poll"] as const;
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * Checks the body of a message, or of an edit of `before`, as Discord does.
 * @throws DiscordError 50035 for a wrong field, 50006 for an empty message
 */
export function checkMessage(body: JsonObject, before?: APIMessage): void {
  const flags = optional(whole(0, 2 ** 31 - 1))(body["flags"]);
  if (flags) throw invalidForm({ flags });
  const wasNew = hasFlag(before, MessageFlags.IsComponentsV2);
  const isNew = wasNew || Boolean(Number(body["flags"] ?? 0) & MessageFlags.IsComponentsV2);
  const after: JsonObject = { ...before, ...body };
  const found = collected([
    ["content", optional(text(0, 2000))(body["content"])],
    ["embeds", optional(list(0, 10, object({})))(body["embeds"])],
    ["nonce", typeof body["nonce"] === "string" ? text(0, 25)(body["nonce"]) : undefined],
    ["components", isEmpty(body["components"]) ? undefined : checkComponents(body["components"], isNew)],
    [
      "flags",
      wasNew && typeof body["flags"] === "number" && !(body["flags"] & MessageFlags.IsComponentsV2)
        ? problem(
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "IS_COMPONENTS_V2 cannot be removed from a message",
          )
        : undefined,
    ],
    ...(isNew ? legacyFields : [])
      .filter((field) => !isEmpty(after[field]))
      .map(
        (field) =>
          [
            field,
            problem(
              "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
              `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
            ),
          ] as const,
      ),
  ]);
  if (found) throw invalidForm(found);
  const hasText = typeof after["content"] === "string" && after["content"].trim() !== "";
  const carried = ["embeds", "components", "sticker_ids", "attachments", "poll"].some(
    (field) => !isEmpty(after[field]),
  );
  if (!hasText && !carried) throw errors.emptyMessage();
}

export function hasFlag(message: APIMessage | null | undefined, flag: MessageFlags): boolean {
  return Boolean((message?.flags ?? 0) & flag);
}

/** Returns a message as Discord sends it, from a checked body. */
export function makeMessage(body: JsonObject, frame: MessageFrame): APIMessage {
  return {
    id: frame.id,
    channel_id: frame.channelId,
    author: frame.author,
    content: typeof body["content"] === "string" ? body["content"] : "",
    timestamp: timestamp(timeOf(frame.id)),
    edited_timestamp: null,
    tts: body["tts"] === true,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: embedsOf(body),
    components: shownComponents(body["components"]),
    pinned: false,
    type: MessageType.Default,
    flags: (Number(body["flags"] ?? 0) & settable) | (frame.flags ?? 0),
    ...(typeof body["nonce"] === "string" || typeof body["nonce"] === "number"
      ? { nonce: body["nonce"] }
      : {}),
    ...(frame.applicationId ? { application_id: frame.applicationId, webhook_id: frame.applicationId } : {}),
  };
}

/** Applies an edit in place; absent keys keep their values. */
export function editMessage(message: APIMessage, body: JsonObject): void {
  if ("content" in body) message.content = typeof body["content"] === "string" ? body["content"] : "";
  if ("embeds" in body) message.embeds = embedsOf(body);
  if ("components" in body) message.components = shownComponents(body["components"]);
  message.flags = (message.flags ?? 0) | (Number(body["flags"] ?? 0) & addable);
  message.edited_timestamp = timestamp(Date.now());
}

/** Returns embeds as Discord shows them, with type rich when a bot sent them. */
function embedsOf(body: JsonObject): APIMessage["embeds"] {
  return listed(body["embeds"])
    .filter(isObject)
    .map((embed) => ({
      ...embed,
      type: "rich",
      ...("fields" in embed
        ? {
            fields: listed(embed["fields"]).map((each) => ({
              inline: false,
              ...(isObject(each) ? each : {}),
            })),
          }
        : {}),
    })) as APIMessage["embeds"];
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
