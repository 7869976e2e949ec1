import { encryptNotification, vapidHeaders } from "@block65/webcrypto-web-push";
import type { Env } from "../../lib/env.ts";
import { checkBeforeCall } from "../../lib/outgoing/before-call.ts";
import { NotDelivered } from "../../lib/outgoing/channels.ts";
import { retryAfterSeconds } from "../../lib/outgoing/outgoing.ts";
import { isPublicAddress } from "../../lib/outgoing/public-address.ts";
import { pushContact } from "../../lib/settings.schema.ts";
import type { Device } from "./devices.ts";

const TIMEOUT_MS = 8_000;
/** Seconds for which a push service keeps a message for a device that is off. */
const KEPT_SECONDS = 3 * 24 * 3600;
/** Longest wait between requests to a push service in seconds, and the one if it demands none. */
const LONGEST_WAIT = 3600;
const USUAL_WAIT = 60;

/** A message for a push service. */
export type PushMessage = {
  /** At most 3,993 bytes. */
  body: Uint8Array;
  /** At most 32 letters, digits, `-` and `_`: a message replaces a waiting one with the same topic. */
  topic: string;
  urgency: "high" | "normal" | "low";
};

/**
 * Sends a message to the push service of a device (RFC 8030), encrypted for it (RFC 8291) and signed (RFC 8292). Reads only the
 * status of the answer, and follows no redirect.
 * @returns "gone" for a device that no longer accepts messages, "refused" for a message that this one never accepts
 * @throws NotDelivered, or another error where it may have been delivered
 */
export async function sendPush(
  env: Env,
  device: Device,
  { body, topic, urgency }: PushMessage,
): Promise<"sent" | "gone" | "refused"> {
  const { endpoint, p256dh, auth } = device;
  const subject = pushContact(env);
  const { PUSH_PUBLIC_KEY: publicKey = "", PUSH_PRIVATE_KEY: privateKey = "" } = env;
  if (!subject || !publicKey || !privateKey)
    throw new NotDelivered("no keys or no contact for push services");
  if (!isPublicAddress(new URL(endpoint)) || !auth) return "gone";
  const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
  const { headers } = await vapidHeaders(subscription, { subject, publicKey, privateKey });
  const sealed = await encryptNotification(subscription, body);
  await checkBeforeCall();
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      ...headers,
      ...{ "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream" },
      ...{ TTL: `${KEPT_SECONDS}`, Urgency: urgency, Topic: topic },
    },
    body: sealed,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  const { ok, status } = response;
  if (ok) return "sent";
  if (status === 404 || status === 410) return "gone";
  if (status === 400 || status === 413) return "refused";
  const reason = `the push service answered ${status}`;
  if (status !== 429 && !response.headers.has("Retry-After")) throw new NotDelivered(reason);
  const wait = retryAfterSeconds(response.headers, USUAL_WAIT);
  throw new NotDelivered(reason, { retryAfter: Math.min(wait, LONGEST_WAIT) });
}
