import { randomBytes, sign } from "node:crypto";
import {
  type APIMessage,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import type { Core } from "./core.ts";
import { DiscordError, errors, invalidField } from "./errors.ts";
import { isObject, type JsonObject } from "./http.ts";
import type { InteractionRecord } from "./interaction-records.ts";
import { checkMessage, editMessage, makeMessage } from "./messages.ts";

/** Milliseconds within which an interaction must be acknowledged. */
export const replyWithin = 3000;

/** Sends a signed interaction to the application's endpoint and stores its reply. */
export async function deliver(
  core: Core,
  application: Application,
  record: InteractionRecord,
): Promise<void> {
  try {
    const reply = await post(application, application.interactionsEndpoint ?? "", record.payload, true);
    if (reply.status === 202) return;
    const body: unknown = reply.status === 200 ? JSON.parse(reply.text) : undefined;
    if (!isObject(body)) throw new Error(`the endpoint answered ${reply.status}`);
    acknowledge(core, record, body);
  } catch (error) {
    record.failure = error instanceof Error ? error.message : String(error);
  }
}

/**
 * Checks an endpoint as Discord does before it accepts one: it must answer a PING with 200 and type 1, and a PING
 * with a bad signature with 401. Only addresses on this machine are accepted, and where redirect addresses are
 * registered only theirs; otherwise a client with a bot's token could send requests to any port here.
 * @throws DiscordError 50035 when the check fails
 */
export async function verifyEndpoint(application: Application, address: string): Promise<void> {
  const refused = invalidField(
    "interactions_endpoint_url",
    "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
    "The specified interactions endpoint url could not be verified.",
  );
  if (!URL.canParse(address)) throw refused;
  const { hostname, origin } = new URL(address);
  if (!["localhost", "127.0.0.1", "[::1]"].includes(hostname)) throw refused;
  const known = application.redirectUris.map((each) => new URL(each).origin);
  if (known.length > 0 && !known.includes(origin)) throw refused;
  const ping = {
    id: "1",
    application_id: application.id,
    type: InteractionType.Ping,
    token: randomBytes(16).toString("hex"),
    version: 1,
  };
  try {
    const good = await post(application, address, ping, true);
    const bad = await post(application, address, ping, false);
    const body: unknown = JSON.parse(good.text);
    if (good.status === 200 && isObject(body) && body["type"] === 1 && bad.status === 401) return;
  } catch {
    throw refused;
  }
  throw refused;
}

async function post(
  application: Application,
  address: string,
  payload: object,
  validSignature: boolean,
): Promise<{ status: number; text: string }> {
  const body = JSON.stringify(payload);
  const time = Math.floor(Date.now() / 1000).toString();
  const signature = validSignature
    ? sign(null, Buffer.from(time + body), application.signingKey)
    : randomBytes(64);
  const response = await fetch(address, {
    method: "POST",
    redirect: "error",
    headers: {
      "content-type": "application/json",
      "user-agent": "Discord-Interactions/1.0 (+https://discord.com)",
      "x-signature-ed25519": signature.toString("hex"),
      "x-signature-timestamp": time,
    },
    body,
    signal: AbortSignal.timeout(replyWithin),
  });
  return { status: response.status, text: await response.text() };
}

/**
 * Stores the first reply.
 * @throws DiscordError 10062 when it is late, 40060 when there was one, 50035 when it is malformed
 */
export function acknowledge(core: Core, record: InteractionRecord, body: JsonObject): void {
  if (record.response) throw errors.alreadyAcknowledged();
  if (record.failure || Date.now() - record.createdAt > replyWithin) throw errors.unknownInteraction();
  const { type } = body;
  const data = isObject(body["data"]) ? body["data"] : {};
  if (typeof type !== "number" || !replyFits(record.payload.type, type))
    throw invalidField("type", "BASE_TYPE_CHOICES", "Value must be one of {4, 5, 6, 7, 8, 9, 12}.");
  if (type === InteractionResponseType.ChannelMessageWithSource) {
    checkMessage(data);
    record.original = reply(core, record, data, 0);
  } else if (type === InteractionResponseType.DeferredChannelMessageWithSource)
    record.original = reply(core, record, { flags: data["flags"] }, MessageFlags.Loading);
  else if (type === InteractionResponseType.UpdateMessage) {
    checkMessage(data, true);
    record.original = record.payload.message ?? null;
    if (record.original) editMessage(record.original, data);
  } else if (type === InteractionResponseType.DeferredMessageUpdate)
    record.original = record.payload.message ?? null;
  else if (type === InteractionResponseType.ApplicationCommandAutocompleteResult) checkChoices(data);
  else if (type === InteractionResponseType.Modal) checkModal(data);
  record.response = "data" in body ? { type, data: body["data"] } : { type };
  core.interactions.changed();
}

/** Adds a followup; it fills a deferred reply that is still empty. */
export function followUp(core: Core, record: InteractionRecord, body: JsonObject): APIMessage {
  requireToken(record);
  checkMessage(body);
  const { original } = record;
  if (original && (original.flags ?? 0) & MessageFlags.Loading)
    return editReply(core, record, original, body);
  const message = reply(core, record, body, 0);
  record.followups.push(message);
  core.interactions.changed();
  return message;
}

/** Edits a reply or followup; editing a deferred reply makes it visible. */
export function editReply(
  core: Core,
  record: InteractionRecord,
  message: APIMessage,
  body: JsonObject,
): APIMessage {
  requireToken(record);
  checkMessage(body, !((message.flags ?? 0) & MessageFlags.Loading));
  const wasLoading = Boolean((message.flags ?? 0) & MessageFlags.Loading);
  editMessage(message, body);
  message.flags = (message.flags ?? 0) & ~MessageFlags.Loading;
  if (wasLoading) message.edited_timestamp = null;
  core.interactions.changed();
  return message;
}

/** @throws DiscordError 10015 before the first reply and 50027 after fifteen minutes */
export function requireToken(record: InteractionRecord): void {
  if (!record.response) throw errors.unknownWebhook();
  if (Date.now() - record.createdAt > 15 * 60_000) throw errors.invalidWebhookToken();
}

function reply(core: Core, record: InteractionRecord, body: JsonObject, flags: number): APIMessage {
  const author = core.guild.state.people.get(record.applicationId)?.user;
  const channelId = record.payload.channel_id;
  if (!author || !channelId) throw new DiscordError(500, 0, "500: Internal Server Error");
  const frame = { id: core.nextId(), channelId, author, flags, applicationId: record.applicationId };
  const message = makeMessage(body, frame);
  return (message.flags ?? 0) & MessageFlags.Ephemeral ? message : core.messages.post(message);
}

function replyFits(interaction: InteractionType, type: number): boolean {
  const message = [4, 5];
  if (interaction === InteractionType.ApplicationCommandAutocomplete) return type === 8;
  if (interaction === InteractionType.MessageComponent) return [...message, 6, 7, 9].includes(type);
  if (interaction === InteractionType.ModalSubmit) return [...message, 6, 7].includes(type);
  return [...message, 9].includes(type);
}

function checkChoices(data: JsonObject): void {
  if (!Array.isArray(data["choices"]) || data["choices"].length > 25)
    throw invalidField("choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.");
}

function checkModal(data: JsonObject): void {
  const { title, custom_id: id } = data;
  if (typeof title !== "string" || title.length < 1 || title.length > 45)
    throw invalidField("title", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 45 in length.");
  if (typeof id !== "string" || id.length < 1 || id.length > 100)
    throw invalidField("custom_id", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.");
}
