import { Buffer } from "node:buffer";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

// Codes of authenticator apps (RFC 6238): HMAC-SHA-1 over 30 seconds and six digits, which every app supports.

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps that an app's clock may be ahead or behind. */
const WINDOW = 1;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret of 160 random bits. */
export const newSecret = (): Buffer => randomBytes(20);

/** Base32 without padding (RFC 4648), as secrets are typed into apps. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((each) => ALPHABET[Number.parseInt(each.padEnd(5, "0"), 2)])
    .join("");
}

export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

export function codeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac[19] as number) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The time step of a code, at most one from now and after the last accepted one; null for a wrong code. */
export function findStep(secret: Uint8Array, code: string, now: Date, lastStep: number): number | null {
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = stepOf(now) - WINDOW; step <= stepOf(now) + WINDOW; step += 1) {
    const expected = Buffer.from(codeOf(secret, step));
    const isSame = given.length === expected.length && timingSafeEqual(given, expected);
    if (isSame && step > lastStep) found ??= step;
  }
  return found;
}

/** The text of the QR code for an app. https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function uriOf(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
