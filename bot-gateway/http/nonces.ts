import { GATEWAY_LIMITS } from "../protocol.ts";

/** A signature is good from one skew before its time to one after it. */
const KEPT_MS = 2 * GATEWAY_LIMITS.clockSkewMs;
/** Far more than a worker sends in two minutes. */
const NONCES_MAX = 50_000;

/** The nonces of genuine requests, each as long as its signature could be sent again. */
export class Nonces {
  readonly #keptUntil = new Map<string, number>();

  /** "full" refuses rather than forgets: a forgotten nonce could be used twice. */
  take(nonce: string, now: number): "new" | "seen" | "full" {
    for (const [old, until] of this.#keptUntil) {
      if (until > now) break;
      this.#keptUntil.delete(old);
    }
    if (this.#keptUntil.has(nonce)) return "seen";
    if (this.#keptUntil.size >= NONCES_MAX) return "full";
    this.#keptUntil.set(nonce, now + KEPT_MS);
    return "new";
  }
}
