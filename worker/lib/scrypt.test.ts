import { Buffer } from "node:buffer";
import { scryptSync } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AppError } from "./errors.ts";
import { PLACES, PLACES_EACH, type Place, scryptHash, scryptHashLike, takePlace } from "./scrypt.ts";
import { scryptInParts } from "./scrypt-in-parts.ts";

let taken: Place[] = [];
afterEach(() => {
  for (const each of taken) each[Symbol.dispose]();
  taken = [];
  vi.restoreAllMocks();
});

/** Takes a place until the end of the test. @returns whether there was one, or the seconds to wait */
function take(line: Place["line"], owner: string): true | number | undefined {
  try {
    taken.push(takePlace(line, owner));
    return true;
  } catch (error) {
    return (error as AppError).extra.retryAfterSeconds;
  }
}
const many = (line: Place["line"], count: number) =>
  Array.from({ length: count }, (_, at) => take(line, `${line} ${at}`));

describe("a place to hash", () => {
  it("is given to few requests at once, to known users in a line of their own; others are refused with the seconds to wait", () => {
    expect(many("strangers", PLACES + 2)).toEqual([...Array(PLACES).fill(true), 8, 8]);
    expect(many("known", PLACES + 1)).toEqual([...Array(PLACES).fill(true), 8]);
  });

  it("is given to three requests of one network at once, which leaves places for other networks", () => {
    expect(Array.from({ length: PLACES_EACH + 1 }, () => take("strangers", "192.0.2.1"))).toEqual([
      ...Array(PLACES_EACH).fill(true),
      4,
    ]);
    expect(take("strangers", "192.0.2.2")).toBe(true);
  });

  it("is free again at the end of its scope, or ten seconds after the last sign of life of an aborted request", async () => {
    for (let turn = 0; turn <= PLACES; turn++) {
      using place = takePlace("strangers", "192.0.2.1");
      expect(place.owner).toBe("192.0.2.1");
    }
    many("strangers", PLACES);
    const now = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(now + 9_000);
    expect(take("strangers", "late")).toBe(8);
    // Five of them hang up, one hashes.
    await scryptHash(taken[0] as Place, "text", Buffer.alloc(16), { N: 16, r: 1, p: 1 });
    clock.mockReturnValue(now + 18_000);
    expect(many("strangers", PLACES)).toEqual([...Array(PLACES - 1).fill(true), 8]);
    clock.mockReturnValue(now + 30_000);
    expect(take("strangers", "late")).toBe(true);
  });
});

describe("a hash", () => {
  /** That of a recovery code, which has eight parts. */
  const COST = { N: 2 ** 14, r: 8, p: 1 };
  const hash = (line: Place["line"]) => {
    const place = takePlace(line, "tests");
    taken.push(place);
    return scryptHash(place, "text", Buffer.alloc(16), COST);
  };

  /** From now on waiting takes no time; returns the milliseconds. */
  function hurry(): number[] {
    const waits: number[] = [];
    const { setTimeout: later } = globalThis;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((wake: () => void, ms = 0) => {
      waits.push(ms);
      return later(wake, 0);
    }) as typeof setTimeout);
    return waits;
  }

  it("equals the hash of node:crypto for every cost", () => {
    for (const [N, r, p] of [
      [2, 1, 1],
      [16, 1, 1],
      [64, 3, 2],
      [2 ** 10, 8, 5],
    ] as const) {
      const salt = Buffer.from("NaCl");
      const parts = scryptInParts("pleaseletmein ø", salt, { N, r, p }, 64);
      let part = parts.next();
      while (!part.done) part = parts.next();
      expect([N, part.value.toString("hex")]).toEqual([
        N,
        scryptSync("pleaseletmein ø", salt, 64, { N, r, p }).toString("hex"),
      ]);
    }
  });

  it("throws for a cost that takes more memory or time than the platform's scrypt may", async () => {
    using place = takePlace("known", "tests");
    for (const cost of ["1048576$8$1", "16384$8$1000000", "16384$8$x"])
      await expect(scryptHashLike(place, "text", `scrypt$${cost}$AAAA$AAAA`)).rejects.toThrow(RangeError);
  });

  it("lets other requests be answered after each part, and pauses while others wait in its line", async () => {
    const waits = hurry();
    await hash("known");
    expect(waits).toEqual(Array(7).fill(0));
    many("strangers", 1);
    await hash("strangers");
    // Four times 6 ms, and up to ten times as long on a busy machine.
    expect(waits.slice(7)).toEqual(Array(7).fill(expect.toSatisfy((ms: number) => ms >= 24 && ms <= 240)));
  });

  it("waits for the hash before it in its line, not for the other line", async () => {
    const waits = hurry();
    const parts = () => waits.filter((ms) => ms !== 25).length;
    const first = hash("strangers").then(parts);
    const second = hash("strangers");
    expect(await first).toBe(7);
    await second;
    expect(parts()).toBe(2 * 7);
    const before = waits.filter((ms) => ms === 25).length;
    await Promise.all([hash("strangers"), hash("known")]);
    expect(waits.filter((ms) => ms === 25)).toHaveLength(before);
  });

  it("waits until requests with earlier places in its line have hashed, also when it is called first", async () => {
    hurry();
    const order: string[] = [];
    const [one, two, three] = ["one", "two", "three"].map((name) => {
      const place = takePlace("strangers", name);
      taken.push(place);
      return async () => {
        await scryptHash(place, "text", Buffer.alloc(16), COST);
        order.push(name);
      };
    });
    await Promise.all([one, three, two].map((each) => each?.()));
    expect(order).toEqual(["one", "two", "three"]);
  });

  it("of an abandoned request holds up its line for a second at most", async () => {
    vi.spyOn(globalThis, "setTimeout").mockReturnValue(0 as never);
    void hash("strangers");
    vi.restoreAllMocks();
    const waits = hurry();
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 1_100);
    await hash("strangers");
    expect(waits).not.toContain(25);
  });
});
