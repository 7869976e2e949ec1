import { Buffer } from "node:buffer";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { type Place, scryptHash, scryptHashLike } from "../../lib/scrypt.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

/** Cost of new hashes: 16 MiB and about 0.2 s. */
const COST = { N: 2 ** 14, r: 8, p: 5 };

/** Hashes a password; the parameters are stored with it so that they can be raised later. */
export const hashPassword = (place: Place, password: string): Promise<string> =>
  scryptHash(place, password, randomBytes(16), COST);

/** A hash that matches no password, so that an unknown user takes the same time as a wrong password. */
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Whether a password matches a stored hash; without a hash, or with an invalid one, false after the same time. */
export async function verifyPassword(
  place: Place,
  password: string,
  stored: string | null,
): Promise<boolean> {
  const hash = stored?.startsWith("scrypt$") ? stored : null;
  const expected = Buffer.from(hash ?? NOBODY);
  const actual = Buffer.from(await scryptHashLike(place, password, hash ?? NOBODY));
  return expected.length === actual.length && timingSafeEqual(actual, expected) && hash !== null;
}

/** Most letters and digits beside a name, such as those of a year. */
const BESIDE_NAME = 4;

/** A text without the characters and the case that people vary first. */
const folded = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a password is a name, whole or one of its words, with few characters beside it. */
const isMadeOf = (password: string, name: string): boolean => {
  const plain = folded(password);
  const words = [name, ...name.split(/[^\p{L}\p{N}]+/u)].map(folded).filter((word) => word.length >= 3);
  return words.some((word) => plain.includes(word) && plain.length - word.length <= BESIDE_NAME);
};

/**
 * Why a password is easy to guess: it is very common, one repeated character, or made of a name.
 * @param names of the user, such as the username and the handle, and of the organization
 * @returns null for a strong one
 */
export function weaknessOf(
  password: string,
  names: readonly (string | null | undefined)[],
): "common" | "name" | null {
  const plain = password.normalize("NFKC").toLowerCase();
  if (COMMON_PASSWORDS.has(plain) || /^(.)\1*$/u.test(plain)) return "common";
  return names.some((name) => name && isMadeOf(password, name)) ? "name" : null;
}
