import { Buffer } from "node:buffer";
import type { Env } from "../../lib/env.ts";
import { decryptSecret, encryptSecret } from "../../lib/secrets.ts";
import type { webhooks } from "./webhooks.table.ts";

const PREFIX = "whsec_";
const BYTES = 32;

/** A new secret in the format of Standard Webhooks. */
export const newSecret = (): string =>
  PREFIX + Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString("base64");

const place = (row: number) => ({ table: "webhooks", row, column: "secret" });

/** The columns of a secret, encrypted for its row. */
export const closeSecret = async (env: Env, id: number, secret: string) => ({
  secret: await encryptSecret(env.SECRETS_KEYS, secret, place(id)),
  secretEnding: secret.slice(-4),
});

/** The secrets that sign a webhook's messages now, including a replaced one for a day. Omits those that cannot be decrypted. */
export async function openSecrets(
  env: Env,
  { id, secret, oldSecret, oldUntil }: typeof webhooks.$inferSelect,
  now: Date,
): Promise<string[]> {
  const isOldValid = oldSecret !== null && oldUntil !== null && oldUntil > now.toISOString();
  const stored = isOldValid ? [secret, oldSecret] : [secret];
  const opened = await Promise.all(stored.map((each) => decryptSecret(env.SECRETS_KEYS, each, place(id))));
  return opened.filter((each) => each !== null);
}

/**
 * The headers of a message by Standard Webhooks 1.0: a signature for each secret.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function signedHeaders(secrets: readonly string[], id: string, body: string, now: Date) {
  const timestamp = Math.floor(now.getTime() / 1000);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const signatures = secrets.map(async (secret) => {
    const bytes = Buffer.from(secret.slice(PREFIX.length), "base64");
    const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
    return `v1,${Buffer.from(await crypto.subtle.sign("HMAC", key, content)).toString("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": (await Promise.all(signatures)).join(" "),
  };
}
