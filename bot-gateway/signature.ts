import { GATEWAY_LIMITS } from "./protocol.ts";

export const SIGNATURE_HEADERS = {
  timestamp: "x-gateway-timestamp",
  nonce: "x-gateway-nonce",
  signature: "x-gateway-signature",
  /** The bot's number, sent by a gateway that runs one bot and signs with that bot's own secret. */
  bot: "x-gateway-bot",
} as const;

type SignedRequest = { method: string; url: string | URL; body: string };

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

const keyOf = (secret: string) =>
  crypto.subtle.importKey("raw", new TextEncoder().encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);

/**
 * Derives the secret of a gateway that runs one bot from the worker's. Stolen from that bot's container, it
 * authenticates that bot alone.
 */
export async function secretOfBot(secret: string, botId: number): Promise<string> {
  return hex(await crypto.subtle.sign("HMAC", await keyOf(secret), new TextEncoder().encode(`bot ${botId}`)));
}

/** Returns the signed bytes: version, method, path with query, time, nonce and body, one per line. */
function signedBytes({ method, url, body }: SignedRequest, timestamp: string, nonce: string) {
  const { pathname, search } = new URL(url);
  const lines = ["v1", method.toUpperCase(), pathname + search, timestamp, nonce, body];
  return new TextEncoder().encode(lines.join("\n"));
}

/** Returns the headers that sign a request: `now` in milliseconds, a nonce of 128 random bits, HMAC-SHA256 in hex. */
export async function signGatewayRequest(
  secret: string,
  request: SignedRequest,
  now: number = Date.now(),
): Promise<Record<string, string>> {
  const timestamp = String(now);
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
  const bytes = signedBytes(request, timestamp, nonce);
  return {
    [SIGNATURE_HEADERS.timestamp]: timestamp,
    [SIGNATURE_HEADERS.nonce]: nonce,
    [SIGNATURE_HEADERS.signature]: hex(await crypto.subtle.sign("HMAC", await keyOf(secret), bytes)),
  };
}

/**
 * Checks that a request was signed with the secret within the allowed clock skew, comparing in constant time. Returns
 * its nonce, which the receiver accepts once, or null when the signature is wrong.
 */
export async function verifyGatewayRequest(
  secret: string,
  request: SignedRequest & { header: (name: string) => string | null | undefined },
  now: number = Date.now(),
): Promise<{ nonce: string } | null> {
  const timestamp = request.header(SIGNATURE_HEADERS.timestamp) ?? "";
  const nonce = request.header(SIGNATURE_HEADERS.nonce) ?? "";
  const signature = request.header(SIGNATURE_HEADERS.signature) ?? "";
  if (!/^\d{13}$/.test(timestamp) || !/^[0-9a-f]{32}$/.test(nonce) || !/^[0-9a-f]{64}$/.test(signature))
    return null;
  if (Math.abs(now - Number(timestamp)) > GATEWAY_LIMITS.clockSkewMs) return null;
  const claimed = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const bytes = signedBytes(request, timestamp, nonce);
  const isGenuine = await crypto.subtle.verify("HMAC", await keyOf(secret), claimed, bytes);
  return isGenuine ? { nonce } : null;
}
