import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Returns whether a text is the secret, in constant time; false when there is no secret. */
export const isSecret = (given: string, secret: string | undefined): boolean =>
  secret !== undefined && timingSafeEqual(digest(given), digest(secret));

/**
 * Returns whether a request may control an emulator, by the secret in the header `x-control-secret`. Bots on the same
 * machine reach the port too, so a local connection proves nothing.
 */
export const mayControl = ({ "x-control-secret": given }: IncomingHttpHeaders, secret: string | undefined) =>
  typeof given === "string" && isSecret(given, secret);
