import { fieldErrors, invalidInput } from "../../lib/validation.ts";
import type { Language } from "../../lib/wire.schema.ts";
import {
  type Answers,
  answers as answersSchema,
  checkAnswers,
  type FormContent,
  issueText,
  keptAnswers,
} from "./forms.schema.ts";

/**
 * The answers that a form asks for, of what was typed: without those to hidden questions, and with no handle verified.
 * @param complete refuses answers that lack a required one, too
 * @throws AppError invalid_input by `answers.<id of the question>`
 */
export function validate(
  content: FormContent,
  given: unknown,
  { complete, language }: { complete: boolean; language: Language },
): Answers {
  const { data, error } = answersSchema.safeParse(given, { reportInput: true });
  if (error) {
    const byField = Object.entries(fieldErrors(error.issues, language));
    throw invalidInput(Object.fromEntries(byField.map(([name, texts]) => [`answers.${name}`, texts])));
  }
  const issues = Object.entries(checkAnswers(content, data, { complete }));
  if (issues.length > 0) {
    throw invalidInput(
      Object.fromEntries(issues.map(([id, issue]) => [`answers.${id}`, [issueText(issue, language)]])),
    );
  }
  const kept = Object.entries(keptAnswers(content, data)).map(([id, value]) => [
    id,
    typeof value === "object" && "handle" in value ? { handle: value.handle } : value,
  ]);
  return Object.fromEntries(kept);
}
