import { createHash, randomBytes } from "node:crypto";

/** A new session token: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** SHA-256 of a token in hexadecimal, as stored. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The id of a token's session: 48 bits of its hash, so that the session is found without an index of hashes. */
export const sessionIdOf = (token: string): number => Number.parseInt(hashToken(token).slice(0, 12), 16);
