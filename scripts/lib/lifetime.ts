type Ending = () => unknown;

/** Everything that a running command has started and must end, newest first. */
const endings: Ending[] = [];
let isEnding = false;

/** Returns whether this command is ending, so that processes that end now were meant to. */
export const isQuitting = () => isEnding;

/** Registers how to end something; the returned function ends it now. */
export function onEnd(ending: Ending): () => Promise<void> {
  endings.push(ending);
  return async () => {
    const index = endings.indexOf(ending);
    if (index < 0) return;
    endings.splice(index, 1);
    await ending();
  };
}

/** The longest time for ending everything, in milliseconds. */
const PATIENCE = 30_000;

/** Ends everything that was started, once; further calls return at once. */
export async function endAll(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  for (let ending = endings.pop(); ending; ending = endings.pop()) {
    try {
      await ending();
    } catch (error) {
      console.error(error);
    }
  }
}

export async function quit(code: number): Promise<void> {
  if (isEnding) return;
  setTimeout(() => process.exit(code || 1), PATIENCE).unref();
  await endAll();
  process.exit(code);
}

let signalCode = 0;
const quitAsAsked = () => void quit(signalCode);

/**
 * Ends everything on Ctrl-C, on a termination signal, and when the parent process is gone; removes all other handlers
 * of these events.
 * @param code the exit code; by default that of the previous call
 */
export function endOnSignals(code = signalCode): void {
  signalCode = code;
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.removeAllListeners(event).on(event, quitAsAsked);
  }
  process.removeAllListeners("disconnect").on("disconnect", quitAsAsked);
  process.channel?.unref();
}
