import { Buffer } from "node:buffer";
import { defineErrors, problem } from "./errors.ts";
import { type Cost, scryptInParts } from "./scrypt-in-parts.ts";

// A hash takes the thread in which its isolate answers everybody. So it is computed in parts, few requests at a time have a
// place to hash, and the others are refused before they cost anything.

const KEY_BYTES = 32;

/** The most that N·r and N·r·p may be: a backup made by hand can hold any hash, which its user's next sign-in computes. */
const MOST_MEMORY = 2 ** 19;
const MOST_COST = 2 ** 20;

/**
 * Requests that have a place in a line of an isolate at once, and how many of them may be of one network or user, which
 * leaves others the rest. The last one waits about 7 seconds. Those whom the product knows, by a session, a device or the first of
 * two steps, have a line of their own, so that no number of strangers keeps them out.
 */
export const PLACES = 6;
export const PLACES_EACH = 3;
/** Milliseconds after which a place without a sign of life is free again: the platform may end the request of a client that hangs up. */
const PLACE_MS = 10_000;
/** Milliseconds that a part of a hash takes, and for how many times as long its line pauses while others stand in it. */
const PART_MS = 6;
const PAUSES = 4;
/** How many times longer than usual a part counts at most, on a slow or busy machine. */
const SLOWEST = 10;
/** Milliseconds between two looks whether it is a place's turn, and after which what did not go on has ended. */
const LOOK_MS = 25;
const HUNG_MS = 1_000;
/** Seconds that a password takes its line: 40 parts and pauses. */
const PASSWORD_SECONDS = (40 * PART_MS * (1 + PAUSES)) / 1000;

/** A place in a line for slow hashes. Who has it hashes as often as needed, one after another, and leaves it at the end of its scope. */
export type Place = Disposable & {
  line: "strangers" | "known";
  owner: string;
  until: number;
  /** When it last looked whether it is its turn, while it waits for that. */
  lookedAt: number;
};

const lines = {
  strangers: { taken: new Set<Place>(), busyUntil: 0 },
  known: { taken: new Set<Place>(), busyUntil: 0 },
};

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const lineErrors = defineErrors({
  line_full: problem(429)(
    "Many passwords and codes are being checked right now. Wait {wait} and try again.",
    "Der kontrolleres mange adgangskoder og koder lige nu. Vent {wait}, og prøv igen.",
  ),
});

/**
 * Takes a place in this isolate's line, or refuses the request. Call it before anything is read or written, so that a refusal costs
 * nothing and is the same for known and unknown names.
 * @param owner the network of a stranger, the user of the known
 * @throws AppError line_full with the seconds in which all who have a place come to their turn
 */
export function takePlace(line: Place["line"], owner: string): Place {
  const { taken } = lines[line];
  const now = performance.now();
  for (const each of taken) if (each.until <= now) taken.delete(each);
  const own = [...taken].filter((each) => each.owner === owner).length;
  if (taken.size >= PLACES || own >= PLACES_EACH) {
    const seconds = Math.ceil(taken.size * PASSWORD_SECONDS);
    throw lineErrors.line_full({ wait: `${seconds} s` }, { retryAfterSeconds: seconds });
  }
  const place: Place = {
    ...{ line, owner, until: now + PLACE_MS, lookedAt: Number.NEGATIVE_INFINITY },
    [Symbol.dispose]: () => void taken.delete(place),
  };
  taken.add(place);
  return place;
}

/** The place of a user who has proved who they are: in a session, by a device, or by the first step of a sign-in. @throws as `takePlace` */
export const takeOwnPlace = (userId: number): Place => takePlace("known", `user:${userId}`);

/** Takes the line of a place when it is free and nobody with an earlier place waits. */
async function takeTurn(place: Place): Promise<void> {
  const line = lines[place.line];
  for (;;) {
    const now = performance.now();
    place.lookedAt = now;
    place.until = now + PLACE_MS;
    const first = [...line.taken].find(({ lookedAt }) => now - lookedAt < HUNG_MS) ?? place;
    if (line.busyUntil <= now && first === place) break;
    await sleep(LOOK_MS);
  }
  place.lookedAt = Number.NEGATIVE_INFINITY;
  line.busyUntil = performance.now() + HUNG_MS;
}

/** Computes a key when it is the place's turn. @throws RangeError for a cost that takes too much memory or time */
async function derive(place: Place, text: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const line = lines[place.line];
  const { N, r, p } = cost;
  if (!(N * r <= MOST_MEMORY && N * r * p <= MOST_COST)) throw new RangeError("a hash that costs too much");
  await takeTurn(place);
  const parts = scryptInParts(text.normalize("NFKC"), salt, cost, KEY_BYTES);
  for (;;) {
    const began = performance.now();
    place.until = began + PLACE_MS;
    line.busyUntil = began + HUNG_MS;
    const part = parts.next();
    if (part.done) {
      line.busyUntil = 0;
      return part.value;
    }
    // Cloudflare's clock stands still while a part is computed.
    const took = Math.min(Math.max(performance.now() - began, PART_MS), SLOWEST * PART_MS);
    await sleep(line.taken.size > 1 ? PAUSES * took : 0);
  }
}

/** Hashes a text as `scrypt$N$r$p$salt$key`, base64url: the cost is stored with it so that it can be raised later. */
export async function scryptHash(place: Place, text: string, salt: Buffer, cost: Cost): Promise<string> {
  const key = await derive(place, text, salt, cost);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** The hash of a text with the cost and the salt of another hash. */
export function scryptHashLike(place: Place, text: string, stored: string): Promise<string> {
  const [, n, r, p, salt = ""] = stored.split("$");
  return scryptHash(place, text, Buffer.from(salt, "base64url"), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
}
