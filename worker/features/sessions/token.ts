import { createHash, randomBytes } from "node:crypto";

/** A new session token: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** SHA-256 of a token in hexadecimal, as stored. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
