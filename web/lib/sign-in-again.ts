import { privateStorage } from "./private-storage.ts";
import { createQuestion } from "./store.ts";

let declined = false;

/** The question to sign in again; true when the session is there again. */
export const signInQuestion = createQuestion();

/** Asks the user to sign in again; `quiet` requests, which no user made, do not ask again once the user has declined. */
export function askToSignInAgain({ quiet }: { quiet: boolean }): Promise<boolean> {
  const isOpen = signInQuestion.get() !== null;
  if (quiet && declined && !isOpen) return Promise.resolve(false);
  if (signInQuestion.isFollowed()) privateStorage.hold();
  return signInQuestion.ask();
}

export function answerSignInAgain(signedIn: boolean): void {
  declined = !signedIn;
  signInQuestion.answer(signedIn);
}

/** Closes the question for a user who has signed out or in elsewhere, and forgets that it was declined. */
export function forgetSignInAgain(): void {
  answerSignInAgain(false);
  declined = false;
}
