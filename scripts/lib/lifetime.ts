type Ending = () => unknown;

/** What a running command has started and must end again, newest first. */
const endings: Ending[] = [];
let isEnding = false;

/** Whether this command is on its way out, so that what ends now was meant to. */
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

/** Longest time that ending everything may take, in milliseconds. */
const PATIENCE = 8_000;

/** Ends everything that was started, once; further calls wait for nothing. */
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

/** Ends everything, then the process. */
export async function quit(code: number): Promise<void> {
  if (isEnding) return;
  setTimeout(() => process.exit(code || 1), PATIENCE).unref();
  await endAll();
  process.exit(code);
}

let signalCode = 0;
const quitAsAsked = () => void quit(signalCode);

/**
 * Ends everything on Ctrl-C, on a termination signal, and when the process that started this one is gone; nobody
 * else's handlers of these stay.
 * @param code what the process then exits with; the one given before unless told
 */
export function endOnSignals(code = signalCode): void {
  signalCode = code;
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.removeAllListeners(event).on(event, quitAsAsked);
  }
  process.removeAllListeners("disconnect").on("disconnect", quitAsAsked);
  process.channel?.unref();
}
