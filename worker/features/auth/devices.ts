import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { isSigned, sign } from "../../lib/signed.ts";
import { instant, recordId } from "../../lib/wire.schema.ts";

/** Days that a device is known after its user last signed in on it. */
export const DEVICE_DAYS = 400;
/** Users that one device knows at most: the latest. */
const USERS = 8;

/** A device that users have signed in on, as its own cookie says; `at` is when each did last. */
export type Device = { id: string; users: { userId: number; at: string }[] };

const stored = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{22}$/)),
  users: z.array(z.strictObject({ userId: recordId, at: instant })).check(z.maxLength(USERS)),
});

/** What a device's cookie is signed for. */
const PURPOSE = "known devices";

/** Reads a device's cookie; null for one that we did not sign. Users who signed in too long ago are left out. */
export function openDevice(keys: string, cookie: string | undefined, now: Date): Device | null {
  const [text = "", signature = ""] = (cookie ?? "").slice(0, 2_000).split(".");
  if (!isSigned(keys, PURPOSE, text, signature)) return null;
  try {
    const device = stored.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    const oldest = new Date(now.getTime() - DEVICE_DAYS * 24 * 3_600_000).toISOString();
    return { ...device, users: device.users.filter(({ at }) => at >= oldest) };
  } catch {
    return null;
  }
}

/** The cookie of a device on which a user signs in now. */
export function signDevice(keys: string, device: Device | null, userId: number, now: Date): string {
  const others = (device?.users ?? []).filter((each) => each.userId !== userId);
  const known: Device = {
    id: device?.id ?? randomBytes(16).toString("base64url"),
    users: [{ userId, at: now.toISOString() }, ...others].slice(0, USERS),
  };
  const text = Buffer.from(JSON.stringify(known)).toString("base64url");
  return `${text}.${sign(keys, PURPOSE, text)}`;
}

/** Whether a user signed in on the device before, and has not had all devices forgotten since. */
export const knows = (device: Device | null, user: { id: number; devicesSince: string | null }): boolean =>
  device?.users.some(({ userId, at }) => userId === user.id && at >= (user.devicesSince ?? "")) ?? false;
