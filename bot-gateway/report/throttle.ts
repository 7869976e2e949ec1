/** Admits a number of units per second, and a burst after a pause. */
export class Throttle {
  readonly #perSecond: number;
  readonly #burst: number;
  #units: number;
  #filledAt: number;

  constructor(limits: { perSecond: number; burst: number }, now: number) {
    this.#perSecond = limits.perSecond;
    this.#burst = limits.burst;
    this.#units = limits.burst;
    this.#filledAt = now;
  }

  /** Takes one unit; returns whether there was one. */
  take(now: number): boolean {
    this.#fill(now);
    if (this.#units < 1) return false;
    this.#units -= 1;
    return true;
  }

  /** Takes units even when there are fewer; the debt makes the next wait longer. */
  force(now: number, units: number): void {
    this.#fill(now);
    this.#units -= units;
  }

  /** Returns the milliseconds until the next unit; 0 when there is one. */
  wait(now: number): number {
    this.#fill(now);
    return this.#units >= 1 ? 0 : Math.ceil(((1 - this.#units) * 1_000) / this.#perSecond);
  }

  #fill(now: number): void {
    const passed = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#units = Math.min(this.#burst, this.#units + (passed * this.#perSecond) / 1_000);
  }
}
