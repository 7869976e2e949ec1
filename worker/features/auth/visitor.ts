import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { hoursFrom } from "../../lib/db/columns.ts";
import { type Place, takeOwnPlace, takePlace } from "../../lib/scrypt.ts";
import { signer } from "../../lib/signed.ts";
import { instant, recordId } from "../../lib/wire.schema.ts";

/** The origin of a sign-in. */
export type Visitor = {
  /** The key for counting attempts: an IPv4 address, or the /64 network that belongs to one IPv6 customer. */
  address: string;
  /** The address shortened to its network, for the user to read; null if unknown. */
  network: string | null;
  /** A town and country, such as `Aarhus, DK`, if the platform knows it. */
  place: string | null;
  userAgent: string | null;
  /** The device, if a user has signed in on it before. */
  device: Device | null;
  /** The token of the browser's session, valid or not: signing in replaces it. */
  replaces: string | null;
};

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const [first, last] = [head.split(":"), tail ? tail.split(":") : []];
  const missing = tail === undefined ? 0 : 8 - first.length - last.length;
  const zeros = Array.from({ length: Math.max(0, missing) }, () => "0");
  return [...first, ...zeros, ...last].map((group) => group || "0");
}

/** Private addresses, which have no place. */
const LOCAL = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/;

/** The origin of a request. @param at the platform's values, which the visitor cannot choose */
export function whereOf(
  address: string | null,
  at: { city?: unknown; country?: unknown } = {},
): Pick<Visitor, "address" | "network" | "place"> {
  const ip = (address ?? "").replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
  const names = [at.city, at.country].filter((each) => typeof each === "string" && each !== "");
  const place = LOCAL.test(ip) || names.length === 0 ? null : names.join(", ").slice(0, 80);
  if (!ip) return { address: "unknown", network: null, place };
  if (!ip.includes(":")) return { address: ip, network: ip.replace(/\.\d+$/, ".0/24"), place };
  const groups = groupsOf(ip);
  return { address: groups.slice(0, 4).join(":"), network: `${groups.slice(0, 3).join(":")}::/48`, place };
}

/** The place of a visitor, for a sentence. */
export const inWords = ({ network, place }: Pick<Visitor, "network" | "place">): string =>
  place && network ? `${place} (${network})` : (place ?? network ?? "–");

const devices = signer("known devices");
/** Days that a device is known after its user last signed in on it. */
export const DEVICE_DAYS = 400;
/** Most users in the cookie of a device: the latest. */
const USERS = 8;

/** A device with the users who signed in on it and when each last did. */
export type Device = z.infer<typeof stored>;
const stored = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{22}$/)),
  users: z.array(z.strictObject({ userId: recordId, at: instant })).check(z.maxLength(USERS)),
});

/** Reads a device's cookie, without users older than DEVICE_DAYS; null for one that we did not sign. */
export function openDevice(keys: string, cookie: string | undefined, now: Date): Device | null {
  const device = stored.safeParse(devices.open(keys, cookie?.slice(0, 2_000))).data;
  if (!device) return null;
  const oldest = hoursFrom(now, -DEVICE_DAYS * 24);
  return { ...device, users: device.users.filter(({ at }) => at >= oldest) };
}

/** The new cookie of a device on which a user signs in. */
export function signDevice(keys: string, device: Device | null, userId: number, now: Date): string {
  const others = (device?.users ?? []).filter((each) => each.userId !== userId);
  const known: Device = {
    id: device?.id ?? randomBytes(16).toString("base64url"),
    users: [{ userId, at: now.toISOString() }, ...others].slice(0, USERS),
  };
  return devices.seal(keys, known);
}

/** Whether a user signed in on the device before and has not forgotten it since. */
export const knows = (device: Device | null, user: { id: number; devicesSince: string | null }): boolean =>
  device?.users.some(({ userId, at }) => userId === user.id && at >= (user.devicesSince ?? "")) ?? false;

/**
 * A visitor's place in the line for slow hashes: on a device with an earlier sign-in that of its last user, whatever name is
 * typed now, which only the database knows. A sign-in without a cookie gets another device each time, so that its number counts
 * nothing.
 * @throws AppError line_full
 */
export const placeOf = ({ address, device }: Pick<Visitor, "address" | "device">): Place => {
  const last = device?.users[0];
  return last ? takeOwnPlace(last.userId) : takePlace("strangers", address);
};
