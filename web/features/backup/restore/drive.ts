import type { Restore } from "../../../../worker/features/backup/restore/restore.schema.ts";
import { isPassing } from "../../../lib/figures.ts";

/** Milliseconds before the first repetition; each further one waits twice as long, up to the most. */
const PAUSE = 2_000;
const MOST_PAUSE = 30_000;
/** Failures in a row after which it is left to the user. */
const MOST_TRIES = 10;

type Calls = {
  /** Applies the next part; null where the restore has to stop. */
  apply: () => Promise<Restore | null>;
  look: () => Promise<Restore | null>;
  wait: (ms: number) => Promise<void>;
  onCut: () => void;
};

/**
 * Has a restore applied, a part with each call, until it runs no longer. After a failure that may pass it looks first what
 * became of the restore: another user may have stopped it, and one more call would start it again.
 * @throws what a call throws that does not pass, or that kept it from starting
 */
export async function drive({ apply, look, wait, onCut }: Calls): Promise<void> {
  let failure: unknown = null;
  for (let tries = 0; ; ) {
    try {
      if (failure !== null) {
        const state = (await look())?.state;
        if (state === "rehearsed") break;
        if (state !== "running") return;
      }
      if ((await apply())?.state !== "running") return;
      failure = null;
      tries = 0;
    } catch (error) {
      failure = error;
      if (!isPassing(error) || tries === MOST_TRIES) break;
      onCut();
      await wait(Math.min(PAUSE * 2 ** tries, MOST_PAUSE));
      tries += 1;
    }
  }
  throw failure;
}
