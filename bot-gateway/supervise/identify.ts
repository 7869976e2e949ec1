import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod/mini";
import type { RunPolicy } from "../policy.ts";

const HOUR = 3_600_000;
/** The most clock hours that any 24 hours span. */
const HOURS_KEPT = 25;

const stored = z.record(
  z.string(),
  z.object({ last: z.number(), hours: z.record(z.string(), z.int().check(z.nonnegative())) }),
);
type Stored = z.infer<typeof stored>;

/**
 * Counts the IDENTIFYs of each token, in a file that outlives the gateway and contains only SHA-256 hashes of tokens.
 */
export class IdentifyLimits {
  readonly #file: string;
  readonly #policy: Pick<RunPolicy, "identifyGap" | "identifiesMax">;
  #tokens: Stored = {};
  /** The time before which the record is unknown, because it could not be read. */
  #unknownBefore = Number.NEGATIVE_INFINITY;

  constructor(file: string, policy: Pick<RunPolicy, "identifyGap" | "identifiesMax">, now: number) {
    this.#file = file;
    this.#policy = policy;
    try {
      this.#tokens = stored.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (!isMissing) this.#unknownBefore = now;
    }
  }

  /** Returns the milliseconds until the next IDENTIFY with this token may be made; 0 for now, null for not today. */
  wait(token: string, now: number): number | null {
    const entry = this.#tokens[keyOf(token)];
    if (entry && this.#today(entry, now) >= this.#policy.identifiesMax) return null;
    const last = Math.max(entry?.last ?? Number.NEGATIVE_INFINITY, this.#unknownBefore);
    const wait = Math.max(0, last + this.#policy.identifyGap - now);
    // After the clock was set back, the recorded time may be far in the future.
    return wait > 2 * this.#policy.identifyGap ? 0 : wait;
  }

  /**
   * Counts one IDENTIFY; it is on disk when this returns.
   * @throws Error when the disk refuses
   */
  take(token: string, now: number): void {
    const key = keyOf(token);
    const entry = this.#tokens[key] ?? { last: now, hours: {} };
    const hour = String(Math.floor(now / HOUR));
    entry.last = now;
    entry.hours[hour] = (entry.hours[hour] ?? 0) + 1;
    this.#tokens[key] = entry;
    this.#forgetOld(now);
    this.#save();
  }

  /** Notes that the IDENTIFY that was counted last is made only now, so that the gap to the next one begins now. */
  touch(token: string, now: number): void {
    const entry = this.#tokens[keyOf(token)];
    if (!entry) return;
    entry.last = now;
    this.#save();
  }

  #today(entry: Stored[string], now: number): number {
    const oldest = Math.floor(now / HOUR) - HOURS_KEPT + 1;
    return Object.entries(entry.hours).reduce(
      (sum, [hour, count]) => (Number(hour) >= oldest ? sum + count : sum),
      0,
    );
  }

  #forgetOld(now: number): void {
    const oldest = Math.floor(now / HOUR) - HOURS_KEPT + 1;
    for (const [key, entry] of Object.entries(this.#tokens)) {
      for (const hour of Object.keys(entry.hours)) if (Number(hour) < oldest) delete entry.hours[hour];
      if (Object.keys(entry.hours).length === 0) delete this.#tokens[key];
    }
  }

  #save(): void {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#tokens), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

const keyOf = (token: string) => createHash("sha256").update(token).digest("hex");
