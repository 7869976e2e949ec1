import type { Device } from "./devices.ts";

/** Where a sign-in comes from. */
export type Visitor = {
  /** What attempts are counted by: an IPv4 address, or the /64 network that one IPv6 customer has to themselves. */
  address: string;
  /** The address shortened to its network, for the user to read; null where it is not known. */
  network: string | null;
  /** A town and country, such as `Aarhus, DK`, where the platform knows it. */
  place: string | null;
  userAgent: string | null;
  /** The device, if users have signed in on it before. */
  device: Device | null;
};

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const [first, last] = [head.split(":"), tail ? tail.split(":") : []];
  const missing = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...last].map(
    (group) => group || "0",
  );
}

/** Addresses that no map knows, whatever the platform makes of them. */
const LOCAL = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/;

/** What is told of where a request comes from. @param at what the platform says, which its visitor cannot choose */
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
  return {
    address: groups.slice(0, 4).join(":"),
    network: `${groups.slice(0, 3).join(":")}::/48`,
    place,
  };
}

/** Where a visitor is, for a sentence. */
export const inWords = ({ network, place }: Pick<Visitor, "network" | "place">): string =>
  place && network ? `${place} (${network})` : (place ?? network ?? "–");
