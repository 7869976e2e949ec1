import {
  type Answers,
  type AnswerValue,
  checkAnswers,
  type FormContent,
  fitting,
  openQuestions,
  progressOf,
  type Question,
  type Section,
  shownQuestions,
  textIn,
} from "../../../worker/features/forms/forms.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { ApiError } from "../../lib/api.ts";
import { fieldWords } from "./field-words.ts";

/** A section that the answers show, with how far it is and the questions in it that Send asks for. */
export type Stop = { section: Section; answered: number; of: number; open: Question[] };

export function stopsOf(content: FormContent, answers: Answers): Stop[] {
  const open = openQuestions(content, answers);
  const shown = new Set(shownQuestions(content, answers));
  return content.sections
    .filter(({ questions }) => questions.some((question) => shown.has(question)))
    .map((section) => ({
      section,
      ...progressOf(content, section, answers),
      open: open.filter((question) => section.questions.includes(question)),
    }));
}

/** What keeps the answers from being sent, with the section that each question stands in. */
export function lacksOf(content: FormContent, answers: Answers) {
  const issues = checkAnswers(content, answers, { complete: true });
  return content.sections.flatMap((section) =>
    section.questions.flatMap((question) => {
      const issue = issues[question.id];
      return issue ? [{ section, question, issue }] : [];
    }),
  );
}

/** What corrected answers were before, and when they were corrected, by question. */
export type Corrections = Readonly<Record<string, { was: AnswerValue | null; at: string }>>;

/** A piece of an answer: as it was sent, what it was before a correction, or what it was corrected to. */
export type Piece = { text: string; kind: "same" | "old" | "new" };

const textsOf = (question: Question, value: AnswerValue | undefined, language: Language) => {
  const words = fieldWords(language);
  const optionText = (id: string) =>
    textIn(question.options?.find((option) => option.id === id)?.label, language).text;
  const given = fitting(question, value);
  if (given === undefined) return [];
  if (typeof given === "boolean") return [given ? words.yes : words.no];
  if (Array.isArray(given)) return given.map(optionText);
  if (typeof given === "object") return "names" in given ? given.names : [given.handle.trim()];
  if (question.kind === "ship") return [words.noShip];
  return [question.kind === "one" ? optionText(String(given)) : String(given)];
};

/** An answer in words; empty without one. */
export const answerText = (question: Question, value: AnswerValue | undefined, language: Language): string =>
  textsOf(question, value, language).join(", ");

/** An answer in words, with what it was before it was corrected; empty without one. */
export function piecesOf(
  question: Question,
  value: AnswerValue | undefined,
  correction: Corrections[string] | undefined,
  language: Language,
): Piece[] {
  const now = textsOf(question, value, language);
  if (!correction) return now.map((text) => ({ text, kind: "same" }));
  const was = textsOf(question, correction.was ?? undefined, language);
  return [
    ...was.filter((text) => !now.includes(text)).map((text) => ({ text, kind: "old" as const })),
    ...now.map((text) => ({ text, kind: was.includes(text) ? ("same" as const) : ("new" as const) })),
  ];
}

/** What the server says of single answers, by question. */
export const refusedOf = (failure: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(failure instanceof ApiError ? failure.errors : {}).map(([id, [said = ""]]) => [
      id.replace(/^answers\./, ""),
      said,
    ]),
  );
