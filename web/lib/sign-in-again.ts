import { privateStorage } from "./private-storage.ts";
import { createStore } from "./store.ts";

let declined = false;

/** The open question, for the component that shows it; null when none is. */
export const signInAgainStore = createStore<PromiseWithResolvers<boolean> | null>(null);

/**
 * Asks the user to sign in again over the page, which keeps what was typed to itself until then; requests that fail meanwhile wait for the same answer.
 * @param quiet for what the page fetches by itself: once declined, it asks no more
 */
export function askToSignInAgain({ quiet }: { quiet: boolean }): Promise<boolean> {
  const waiting = signInAgainStore.get();
  if (waiting) return waiting.promise;
  if (quiet && declined) return Promise.resolve(false);
  privateStorage.hold();
  const question = Promise.withResolvers<boolean>();
  signInAgainStore.set(question);
  return question.promise;
}

/** Answers the question: true when the session is there again. */
export function answerSignInAgain(signedIn: boolean): void {
  declined = !signedIn;
  signInAgainStore.get()?.resolve(signedIn);
  signInAgainStore.set(null);
}
