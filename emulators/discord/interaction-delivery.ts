import { randomBytes, sign } from "node:crypto";
import { GatewayDispatchEvents, InteractionType } from "discord-api-types/v10";
import type { Application } from "./applications.ts";
import type { Core } from "./core.ts";
import { DiscordError, invalidField } from "./errors.ts";
import { described } from "./form-checks.ts";
import { isObject } from "./http.ts";
import { type InteractionRecord, replyWithin } from "./interaction-records.ts";
import { acknowledge } from "./interaction-replies.ts";

/** Sends a signed interaction to the application's endpoint and stores its reply. */
export async function deliver(
  core: Core,
  application: Application,
  record: InteractionRecord,
): Promise<void> {
  try {
    const payload = core.strange.event(GatewayDispatchEvents.InteractionCreate, record.payload);
    const reply = await post(
      application,
      application.interactionsEndpoint ?? "",
      payload,
      true,
      core.clock.deadline(replyWithin),
    );
    if (reply.status === 202) return;
    if (reply.status !== 200) throw new Error(`the endpoint answered ${reply.status}`);
    if (!reply.type.startsWith("application/json"))
      throw new Error(`the endpoint answered with the content type ${reply.type}`);
    const body: unknown = JSON.parse(reply.text);
    if (!isObject(body)) throw new Error("the endpoint's answer is not a JSON object");
    acknowledge(core, record, body);
  } catch (error) {
    record.failure ??= reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof DiscordError)
    return [error.message, ...(error.errors ? described(error.errors) : [])].join("; ");
  return error instanceof Error ? error.message : String(error);
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
    const good = await post(application, address, ping, true, AbortSignal.timeout(replyWithin));
    const bad = await post(application, address, ping, false, AbortSignal.timeout(replyWithin));
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
  signal: AbortSignal,
): Promise<{ status: number; type: string; text: string }> {
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
    signal,
  });
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, type, text: await response.text() };
}
