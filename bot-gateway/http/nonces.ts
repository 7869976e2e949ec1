import { GATEWAY_LIMITS } from "../protocol.ts";

/** A signature is valid from one clock skew before its time to one after it, both included. */
const KEPT_MS = 2 * GATEWAY_LIMITS.clockSkewMs;
/** Far more requests than a worker sends in two minutes. */
const NONCES_MAX = 50_000;

/** The nonces of genuine requests, each kept for as long as its signature is valid. */
export class Nonces {
  readonly #keptUntil = new Map<string, number>();

  /** Refuses with "full" instead of forgetting a nonce, which could then be used twice. */
  take(nonce: string, now: number): "new" | "seen" | "full" {
    for (const [old, until] of this.#keptUntil) {
      if (until >= now) break;
      this.#keptUntil.delete(old);
    }
    if (this.#keptUntil.has(nonce)) return "seen";
    if (this.#keptUntil.size >= NONCES_MAX) return "full";
    this.#keptUntil.set(nonce, now + KEPT_MS);
    return "new";
  }
}
