import { createQuestion } from "./store.ts";

/** The question who the user is; true when the server has taken the proof. */
export const proofQuestion = createQuestion();
export const answerProof = proofQuestion.answer;
