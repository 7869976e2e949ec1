import {
  type APIMessage,
  type APIUser,
  ChannelType,
  GatewayDispatchEvents,
  MessageType,
} from "discord-api-types/v10";
import { errors, type FormErrors, invalidForm } from "./errors.ts";
import type { GuildControl } from "./guild.ts";
import { isObject, type JsonObject } from "./http.ts";
import { timestamp } from "./snowflake.ts";

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
    if (!channel) throw errors.unknownChannel();
    if (channel.type === ChannelType.GuildCategory) throw errors.notText();
    const known = this.#channels.get(channelId) ?? [];
    this.#channels.set(channelId, known);
    return known;
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
    this.#dispatch(GatewayDispatchEvents.MessageCreate, { ...message, guild_id: this.#guild().state.id });
    return message;
  }

  edited(message: APIMessage): void {
    this.#dispatch(GatewayDispatchEvents.MessageUpdate, { ...message, guild_id: this.#guild().state.id });
  }

  remove(channelId: string, id: string): void {
    const list = this.in(channelId);
    list.splice(list.indexOf(this.find(channelId, id)), 1);
    const guildId = this.#guild().state.id;
    this.#dispatch(GatewayDispatchEvents.MessageDelete, { id, channel_id: channelId, guild_id: guildId });
  }

  clear(): void {
    this.#channels.clear();
  }
}

/**
 * Checks a message body as Discord does.
 * @throws DiscordError 50035 for a field that is too long, 50006 for an empty message
 */
export function checkMessage(body: JsonObject, mayBeEmpty = false): void {
  const fields: FormErrors = {};
  const { content, embeds } = body;
  if (content !== undefined && content !== null && typeof content !== "string")
    fields["content"] = one("STRING_TYPE_CONVERT", "Could not interpret value as string.");
  else if (typeof content === "string" && [...content].length > 2000)
    fields["content"] = one("BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.");
  if (Array.isArray(embeds) && embeds.length > 10)
    fields["embeds"] = one("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
  if (typeof body["nonce"] === "string" && body["nonce"].length > 25)
    fields["nonce"] = one("BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.");
  if (Object.keys(fields).length > 0) throw invalidForm(fields);
  const carried = ["embeds", "components", "sticker_ids", "attachments"].some(
    (key) => Array.isArray(body[key]) && body[key].length > 0,
  );
  const hasText = typeof content === "string" && content.trim() !== "";
  if (!mayBeEmpty && !hasText && !carried && !body["poll"]) throw errors.emptyMessage();
}

function one(code: string, message: string): FormErrors {
  return { _errors: [{ code, message }] };
}

/** Returns a message as Discord sends it, from a checked body. */
export function makeMessage(body: JsonObject, frame: MessageFrame): APIMessage {
  return {
    id: frame.id,
    channel_id: frame.channelId,
    author: frame.author,
    content: typeof body["content"] === "string" ? body["content"] : "",
    timestamp: timestamp(Date.now()),
    edited_timestamp: null,
    tts: body["tts"] === true,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: embedsOf(body),
    components: componentsOf(body),
    pinned: false,
    type: MessageType.Default,
    flags: (typeof body["flags"] === "number" ? body["flags"] : 0) | (frame.flags ?? 0),
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
  if ("components" in body) message.components = componentsOf(body);
  message.edited_timestamp = timestamp(Date.now());
}

/** Returns embeds as Discord shows them, with type rich when a bot sent them. */
function embedsOf(body: JsonObject): APIMessage["embeds"] {
  return list(body["embeds"])
    .filter(isObject)
    .map((embed) => ({
      ...embed,
      type: "rich",
      ...("fields" in embed
        ? {
            fields: list(embed["fields"]).map((each) => ({ inline: false, ...(isObject(each) ? each : {}) })),
          }
        : {}),
    })) as APIMessage["embeds"];
}

/** Returns components as Discord shows them: each has a number, and a menu has its limits. */
function componentsOf(body: JsonObject): NonNullable<APIMessage["components"]> {
  let next = 1;
  const shown = (component: unknown): unknown => {
    if (!isObject(component)) return component;
    const id = next;
    next += 1;
    const inner = component["components"];
    const menu = "options" in component ? { min_values: 1, max_values: 1 } : {};
    return { id, ...menu, ...component, ...(Array.isArray(inner) ? { components: inner.map(shown) } : {}) };
  };
  return list(body["components"]).map(shown) as NonNullable<APIMessage["components"]>;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
