const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** How long to wait before the next connection to Discord. */
export class Patience {
  #isIn = false;
  #failures = 0;

  /** Discord has let the bot in: the next loss is the first. */
  letIn() {
    this.#isIn = true;
    this.#failures = 0;
  }

  /**
   * A connection was lost. Returns the milliseconds to wait: none after one that had let the bot in, else a second,
   * doubled with each further one up to half a minute, and up to a fifth more by chance.
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
