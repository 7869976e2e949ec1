import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX = "cc_";

/** The CRC-32 of a text as six base62 letters, with leading zeros. */
function checksumOf(text: string): string {
  let [rest, letters] = [crc32(text), ""];
  for (; letters.length < 6; rest = Math.floor(rest / 62)) letters = LETTERS.charAt(rest % 62) + letters;
  return letters;
}

/** A new token: `cc_`, 30 random base62 letters (178 bits), and their checksum. */
export function makeToken(): string {
  const letters = Array.from({ length: 30 }, () => LETTERS.charAt(randomInt(62))).join("");
  return PREFIX + letters + checksumOf(letters);
}

/** Whether a text is a token by its checksum, which rejects typing errors without a query. */
export function isToken(text: string): boolean {
  const [, letters = "", checksum] = /^cc_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  return checksum === checksumOf(letters);
}
