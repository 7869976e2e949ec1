type Waiting = { promise: Promise<boolean>; resolve: (signedIn: boolean) => void };

let waiting: Waiting | null = null;
let declined = false;
const listeners = new Set<() => void>();

function change(next: Waiting | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the person to sign in again over the page; requests that fail meanwhile wait for the same answer.
 * @param quiet for what the page fetches by itself: once declined, it asks no more
 */
export function askToSignInAgain({ quiet }: { quiet: boolean }): Promise<boolean> {
  if (waiting) return waiting.promise;
  if (quiet && declined) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  change({ promise, resolve });
  return promise;
}

/** Answers the question: true when the session is there again. */
export function answerSignInAgain(signedIn: boolean): void {
  declined = !signedIn;
  waiting?.resolve(signedIn);
  change(null);
}

/** Whether the question is open, for the component that shows it. */
export const signInAgainStore = {
  isOpen: (): boolean => waiting !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
