import { type APIMessage, type APIUser, MessageFlags, MessageType } from "discord-api-types/v10";
import { checkComponents } from "./component-checks.ts";
import { shownComponents } from "./components.ts";
import { errors, invalidForm } from "./errors.ts";
import {
  boolean,
  type Check,
  collected,
  list,
  object,
  optional,
  problem,
  text,
  whole,
} from "./form-checks.ts";
import { isObject, type JsonObject } from "./http.ts";
import { checkAllowedMentions } from "./mentions.ts";
import { timeOf, timestamp } from "./snowflake.ts";

/** Fields of a new message that are not in its body. */
export interface MessageFrame {
  id: string;
  channelId: string;
  author: APIUser;
  /** Added to the flags in the body. */
  flags?: number;
  applicationId?: string;
}

/** The flags that a message can be given; the rest Discord sets itself. */
const settable =
  MessageFlags.SuppressEmbeds |
  MessageFlags.Ephemeral |
  MessageFlags.SuppressNotifications |
  MessageFlags.IsComponentsV2;
/** The flags that an edit can add. */
const addable = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2;
/** A whole number beyond 2^53 was read as a text. */
const nonce: Check = (value) =>
  typeof value === "string"
    ? text(0, 25)(value)
    : whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)(value);
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
    ["nonce", optional(nonce)(body["nonce"])],
    ["enforce_nonce", optional(boolean)(body["enforce_nonce"])],
    ["tts", optional(boolean)(body["tts"])],
    ["allowed_mentions", checkAllowedMentions(body["allowed_mentions"])],
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
    ...(frame.applicationId ? { application_id: frame.applicationId, webhook_id: frame.applicationId } : {}),
  };
}

/** Applies an edit in place; absent keys keep their values. */
export function editMessage(message: APIMessage, body: JsonObject): void {
  if ("content" in body) message.content = typeof body["content"] === "string" ? body["content"] : "";
  if ("embeds" in body) message.embeds = embedsOf(body);
  if ("components" in body) message.components = shownComponents(body["components"]);
  const given = typeof body["flags"] === "number" ? body["flags"] : (message.flags ?? 0);
  // Of the flags only SUPPRESS_EMBEDS can be taken back.
  message.flags = ((message.flags ?? 0) & ~MessageFlags.SuppressEmbeds) | (given & addable);
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
