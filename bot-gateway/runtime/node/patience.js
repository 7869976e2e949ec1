const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Computes how long to wait before the next connection to Discord. */
export class Patience {
  #isIn = false;
  #failures = 0;

  /** Notes that Discord has let the bot in: the next loss counts as the first. */
  letIn() {
    this.#isIn = true;
    this.#failures = 0;
  }

  /**
   * Notes a lost connection. Returns the milliseconds to wait: none after a connection that had let the bot in, else
   * a second, doubled with each further loss up to half a minute, and up to a random fifth more.
   */
  lost() {
    const wasIn = this.#isIn;
    this.#isIn = false;
    if (wasIn) return 0;
    const bare = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    return bare * (1 + Math.random() / 5);
  }
}
