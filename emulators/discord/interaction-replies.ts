import {
  type APIMessage,
  ApplicationCommandType,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from "discord-api-types/v10";
import { checkModal } from "./component-checks.ts";
import { shownComponents } from "./components.ts";
import type { Core } from "./core.ts";
import { DiscordError, errors, type FormErrors, invalidForm } from "./errors.ts";
import { type Check, list, number, object, optional, problem, text } from "./form-checks.ts";
import { isObject, type JsonObject } from "./http.ts";
import { type InteractionRecord, replyWithin } from "./interaction-records.ts";
import { checkMessage, editMessage, hasFlag, makeMessage } from "./message-form.ts";

/** Milliseconds for which an interaction's token is valid. */
const tokenLifetime = 15 * 60_000;
/** The most follow-ups where the application was installed by the person alone. */
const mostFollowUps = 5;

/**
 * Stores the first reply.
 * @throws DiscordError 10062 when it is late, 40060 when there was one, 50035 when it is malformed
 */
export function acknowledge(core: Core, record: InteractionRecord, body: JsonObject): void {
  if (record.response) throw errors.alreadyAcknowledged();
  if (record.failure || core.clock.now() - record.createdAt > replyWithin) throw errors.unknownInteraction();
  const { type } = body;
  const data = isObject(body["data"]) ? body["data"] : {};
  const allowed = repliesTo(record);
  if (typeof type !== "number" || !allowed.includes(type))
    throw invalidForm({
      type: problem("BASE_TYPE_CHOICES", `Value must be one of {${allowed.join(", ")}}.`),
    });
  const { message } = record.payload;
  switch (type) {
    case InteractionResponseType.ChannelMessageWithSource:
      underData(() => checkMessage(data));
      record.original = reply(core, record, data, 0);
      break;
    case InteractionResponseType.DeferredChannelMessageWithSource:
      refuse(checkDeferred(data));
      record.original = reply(core, record, data, MessageFlags.Loading);
      record.deferred = { at: core.clock.now(), asked: 0 };
      break;
    case InteractionResponseType.UpdateMessage:
      underData(() => checkMessage(data, message));
      record.original = message ?? null;
      if (message) edit(core, message, data);
      break;
    case InteractionResponseType.DeferredMessageUpdate:
      record.original = message ?? null;
      record.deferred = { at: core.clock.now(), asked: 0 };
      break;
    case InteractionResponseType.ApplicationCommandAutocompleteResult:
      refuse(checkChoices(record, data));
      break;
    case InteractionResponseType.Modal:
      refuse(checkModal(data));
      record.modal = { ...data, components: shownComponents(data["components"]) };
  }
  record.response = "data" in body ? { type, data: body["data"] } : { type };
  core.interactions.changed();
}

/** Adds a followup; it fills a deferred reply that is still empty. */
export function followUp(core: Core, record: InteractionRecord, body: JsonObject): APIMessage {
  const { original, followups } = record;
  if (original && hasFlag(original, MessageFlags.Loading)) return editReply(core, original, body);
  checkMessage(body);
  const owners = Object.keys(record.payload.authorizing_integration_owners);
  if (!owners.includes("0") && followups.length >= mostFollowUps) throw errors.tooManyFollowUps();
  const message = reply(core, record, body, 0);
  followups.push(message);
  core.interactions.changed();
  return message;
}

/** Edits a reply or followup; editing a deferred reply makes it visible. */
export function editReply(core: Core, message: APIMessage, body: JsonObject): APIMessage {
  checkMessage(body, message);
  const wasLoading = hasFlag(message, MessageFlags.Loading);
  edit(core, message, body);
  message.flags = (message.flags ?? 0) & ~MessageFlags.Loading;
  if (wasLoading) message.edited_timestamp = null;
  core.interactions.changed();
  return message;
}

/** Deletes a message, also for the interactions whose reply or followup it is. */
export function removeReply(core: Core, message: APIMessage): void {
  if (!hasFlag(message, MessageFlags.Ephemeral)) core.messages.remove(message.channel_id, message.id);
  for (const record of core.interactions.list()) {
    if (record.original === message) record.original = null;
    record.followups = record.followups.filter((each) => each !== message);
  }
  core.interactions.changed();
}

/**
 * Asserts that an interaction's webhook can be used.
 * @throws DiscordError 10015 before the first reply, and as often after a deferral as a test asked for; 50027 after
 * fifteen minutes
 */
export function requireToken(core: Core, record: InteractionRecord): void {
  if (!record.response) throw errors.unknownWebhook();
  if (core.clock.now() - record.createdAt > tokenLifetime) throw errors.invalidWebhookToken();
  if (core.interactions.isTooEarly(record)) throw errors.unknownWebhook();
}

/** Throws what a check found, in its place under `data`. */
function refuse(found: FormErrors | undefined): void {
  if (found) throw invalidForm({ data: found });
}

function underData(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof DiscordError) refuse(error.errors);
    throw error;
  }
}

function edit(core: Core, message: APIMessage, body: JsonObject): void {
  editMessage(message, body);
  if (!hasFlag(message, MessageFlags.Ephemeral)) core.messages.edited(message, body);
}

function reply(core: Core, record: InteractionRecord, body: JsonObject, flags: number): APIMessage {
  const author = core.guild.state.people.get(record.applicationId)?.user;
  const { channel_id: channelId, message: source } = record.payload;
  if (!author || !channelId) throw new DiscordError(500, 0, "500: Internal Server Error");
  const frame = { id: core.nextId(), channelId, author, flags, applicationId: record.applicationId };
  const message = Object.assign(makeMessage(body, frame), origin(record));
  if (source) {
    message.type = MessageType.Reply;
    message.message_reference = {
      type: MessageReferenceType.Default,
      channel_id: channelId,
      message_id: source.id,
    };
  }
  return hasFlag(message, MessageFlags.Ephemeral) ? message : core.messages.post(message, body);
}

/** Returns the fields of a message that say to which interaction it belongs. */
function origin({ payload, id }: InteractionRecord): Partial<APIMessage> {
  const data = isObject(payload.data) ? payload.data : {};
  const user = payload.member?.user ?? payload.user;
  const { authorizing_integration_owners: owners, type } = payload;
  if (type !== InteractionType.ApplicationCommand || !user) return {};
  return {
    type:
      data["type"] === ApplicationCommandType.ChatInput
        ? MessageType.ChatInputCommand
        : MessageType.ContextMenuCommand,
    interaction: { id, type, name: String(data["name"]), user },
    interaction_metadata: { id, type, user, authorizing_integration_owners: owners },
  };
}

/** Returns the types with which an interaction can be answered. */
function repliesTo({ payload }: InteractionRecord): number[] {
  if (payload.type === InteractionType.ApplicationCommandAutocomplete) return [8];
  if (payload.type === InteractionType.MessageComponent) return [4, 5, 6, 7, 9];
  if (payload.type === InteractionType.ModalSubmit) return payload.message ? [4, 5, 6, 7] : [4, 5];
  return [4, 5, 9];
}

function checkDeferred({ flags }: JsonObject): FormErrors | undefined {
  return flags === undefined || flags === null || flags === 0 || flags === MessageFlags.Ephemeral
    ? undefined
    : { flags: problem("BASE_TYPE_CHOICES", "Only EPHEMERAL can be set when an answer is deferred.") };
}

function checkChoices({ payload }: InteractionRecord, data: JsonObject): FormErrors | undefined {
  const asked = focusedType(isObject(payload.data) ? payload.data["options"] : undefined);
  const value: Check = asked === 4 || asked === 10 ? number : text(1, 100);
  const choice = object({
    name: text(1, 100),
    value,
    name_localizations: optional((names) => (isObject(names) ? undefined : object({})(names))),
  });
  return object({ choices: optional(list(0, 25, choice)) })(data);
}

/** Returns the type of the option that is being typed. */
function focusedType(options: unknown): unknown {
  if (!Array.isArray(options)) return undefined;
  for (const option of options.filter(isObject)) {
    const type = option["focused"] === true ? option["type"] : focusedType(option["options"]);
    if (type !== undefined) return type;
  }
  return undefined;
}
