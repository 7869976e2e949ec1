import { Buffer } from "node:buffer";
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** The signature of a text by each key of `SECRETS_KEYS`, the newest first. */
const signaturesOf = (keys: string, purpose: string, text: string): Buffer[] =>
  keys.split(",").map((each) => {
    const secret = Buffer.from(each.split(":")[1] ?? "", "base64");
    const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
    return createHmac("sha256", key).update(text).digest();
  });

/**
 * Signs a text with the newest of the keys (HMAC-SHA-256, base64url).
 * @param keys as in `SECRETS_KEYS`  @param purpose part of what is signed: the signature is not valid for another purpose
 */
export const sign = (keys: string, purpose: string, text: string): string =>
  signaturesOf(keys, purpose, text)[0]?.toString("base64url") ?? "";

/** Whether one of the keys signed a text for a purpose. */
export function isSigned(keys: string, purpose: string, text: string, signature: string): boolean {
  const given = Buffer.from(signature, "base64url");
  return signaturesOf(keys, purpose, text).some(
    (each) => each.length === given.length && timingSafeEqual(each, given),
  );
}
