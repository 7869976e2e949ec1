import { createStore } from "./store.ts";

/** The open question for a proof of who the user is, for the component that shows it; null when none is. */
export const proofStore = createStore<PromiseWithResolvers<boolean> | null>(null);

/** Asks the user to prove who they are over the page; requests that need it meanwhile wait for the same answer. */
export function askForProof(): Promise<boolean> {
  const waiting = proofStore.get();
  if (waiting) return waiting.promise;
  const question = Promise.withResolvers<boolean>();
  proofStore.set(question);
  return question.promise;
}

/** Answers the question: true when the server has taken the proof. */
export function answerProof(isProved: boolean): void {
  proofStore.get()?.resolve(isProved);
  proofStore.set(null);
}
