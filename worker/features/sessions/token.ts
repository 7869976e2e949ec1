import { createHash, randomBytes } from "node:crypto";

/** A new session token: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** A new session id: 48 random bits, so that none is ever given twice. */
export const newSessionId = (): number =>
  crypto.getRandomValues(new Uint8Array(6)).reduce((id, byte) => id * 256 + byte, 0) + 1;

/** SHA-256 of a token in hexadecimal, as stored. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
