import { Buffer } from "node:buffer";
import { type ScryptOptions, scrypt } from "node:crypto";
import { promisify } from "node:util";

/** The cost of a hash; N·r·p must stay within the platform's 2^20. */
export type Cost = { N: number; r: number; p: number };

const KEY_BYTES = 32;
const keyOf = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const derive = (text: string, salt: Buffer, cost: Cost) =>
  keyOf(text.normalize("NFKC"), salt, KEY_BYTES, { ...cost, maxmem: 64 * 1024 * 1024 });

/** Hashes a text as `scrypt$N$r$p$salt$key`, base64url: the cost is stored with it so that it can be raised later. */
export async function scryptHash(text: string, salt: Buffer, cost: Cost): Promise<string> {
  const key = await derive(text, salt, cost);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** The hash of a text with the cost and the salt of another hash. */
export function scryptHashLike(text: string, stored: string): Promise<string> {
  const [, n, r, p, salt = ""] = stored.split("$");
  return scryptHash(text, Buffer.from(salt, "base64url"), { N: Number(n), r: Number(r), p: Number(p) });
}
