import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether a text is the secret, compared in constant time; nothing is where there is none. */
export const isSecret = (given: string, secret: string | undefined): boolean =>
  secret !== undefined && timingSafeEqual(digest(given), digest(secret));

/**
 * Whether a request may control an emulator: what runs on the same machine reaches its port, so that being there
 * proves nothing. The secret comes in the header `x-control-secret`.
 */
export const mayControl = ({ "x-control-secret": given }: IncomingHttpHeaders, secret: string | undefined) =>
  typeof given === "string" && isSecret(given, secret);
