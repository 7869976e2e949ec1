import { hash, randomBytes } from "node:crypto";

/** A new session token: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");

// Of a text the runtime makes a Buffer first, which takes longer than the hash.
const encoder = new TextEncoder();

/** SHA-256 of a token in hexadecimal, as stored. */
export const hashToken = (token: string): string => hash("sha256", encoder.encode(token));

/** A new token for a session that keeps its id, by which open pages and the audit log know it. */
export const renewedToken = (sessionId: number): string => `${sessionId}.${newToken()}`;

/**
 * The id of a token's session, which saves an index of hashes: a renewed token begins with it, any other has 48 bits of its
 * hash.
 */
export const sessionIdOf = (token: string, hashed = hashToken(token)): number =>
  Number(/^([1-9]\d{0,14})\.[\w-]{43}$/.exec(token)?.[1] ?? Number.parseInt(hashed.slice(0, 12), 16));
