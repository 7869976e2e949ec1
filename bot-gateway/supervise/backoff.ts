import type { RunPolicy } from "../policy.ts";

type CrashPolicy = Pick<
  RunPolicy,
  "restartDelay" | "restartDelayMax" | "crashPairWindow" | "crashWindow" | "crashesMax"
>;

/** Records the crashes of one run and decides what follows from each. */
export class CrashHistory {
  readonly #policy: CrashPolicy;
  readonly #random: () => number;
  #crashes: number[] = [];
  #inARow = 0;

  constructor(policy: CrashPolicy, random: () => number) {
    this.#policy = policy;
    this.#random = random;
  }

  /**
   * Records a crash at `now`. Returns the milliseconds to wait before the next attempt (up to a fifth more than the
   * plain delay, so that bots that crashed together do not restart together), or null when it has crashed too often.
   * The delay starts again after `crashWindow` without a crash.
   */
  crashed(now: number): number | null {
    const { restartDelay, restartDelayMax, crashPairWindow, crashWindow, crashesMax } = this.#policy;
    const previous = this.#crashes.at(-1);
    this.#crashes = this.#crashes.filter((time) => now - time < crashWindow);
    if (this.#crashes.length === 0) this.#inARow = 0;
    this.#crashes.push(now);
    this.#inARow += 1;
    if (previous !== undefined && now - previous < crashPairWindow) return null;
    if (this.#crashes.length >= crashesMax) return null;
    const bare = Math.min(restartDelayMax, restartDelay * 2 ** Math.min(this.#inARow - 1, 30));
    return Math.min(restartDelayMax, Math.round(bare * (1 + this.#random() / 5)));
  }
}
