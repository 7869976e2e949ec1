import * as z from "zod/mini";
import { line, text } from "../../lib/names.schema.ts";
import { type Language, recordId } from "../../lib/wire.schema.ts";

export const QUESTION_KINDS = [
  "short",
  "long",
  "number",
  "one",
  "several",
  "yes_no",
  "ship",
  "handle",
  "text",
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const SECTIONS_MOST = 8;
export const QUESTIONS_MOST = 30;
export const OPTIONS = { least: 2, most: 12 } as const;
export const LABEL_LENGTH = 200;
export const HELP_LENGTH = 600;
export const SHORT_NAME_LENGTH = 40;
/** Ships that one answer names. */
export const SHIPS_MOST = 6;
/** Characters of an answer: the most that a form may ask for, and what it asks for unless it says so. */
export const CHARACTERS = { short: { most: 200, usual: 100 }, long: { most: 4000, usual: 600 } } as const;
/** Numbers that a form may ask for. */
export const NUMBER_MOST = 1_000_000_000;
/** Answers kept at once, with those to questions that a form no longer asks. */
const ANSWERS_MOST = 60;

/** The id of a question, a section or an option: unique in its form, and kept from version to version. */
const partId = z.string().check(z.regex(/^[a-z][a-zA-Z0-9_]{0,19}$/));
/** "any" is what a condition calls any option. */
const optionId = partId.check(z.refine((id: string) => id !== "any"));

const words = (most: number) =>
  z.strictObject({ en: z.exactOptional(line(most)), da: z.exactOptional(line(most)) });
/** A text of an organization in one or both languages; an empty one is none. */
export type FormWords = { en?: string; da?: string };

export const question = z.strictObject({
  id: partId,
  kind: z.enum(QUESTION_KINDS),
  label: words(LABEL_LENGTH),
  help: z.exactOptional(
    z.strictObject({ en: z.exactOptional(text(HELP_LENGTH)), da: z.exactOptional(text(HELP_LENGTH)) }),
  ),
  /** Its name in the record of the person. */
  short: z.exactOptional(words(SHORT_NAME_LENGTH)),
  required: z.exactOptional(z.boolean()),
  least: z.exactOptional(z.int().check(z.minimum(0), z.maximum(NUMBER_MOST))),
  /** Most characters of a text, or the greatest number. */
  most: z.exactOptional(z.int().check(z.minimum(0), z.maximum(NUMBER_MOST))),
  options: z.exactOptional(
    z
      .array(z.strictObject({ id: optionId, label: words(LABEL_LENGTH) }))
      .check(z.maxLength(OPTIONS.most), unique),
  ),
  ships: z.exactOptional(z.enum(["one", "several"])),
  /** How a fixed question is answered: by a ship of one's hangar or any other text, by a time zone, or by a tick for yes. */
  control: z.exactOptional(z.enum(["hangar", "timezone", "tick"])),
  /** The earlier question whose answer shows this one: an option, any answer, or one of yes and no. */
  when: z.exactOptional(z.strictObject({ question: partId, has: partId })),
});
export type Question = z.infer<typeof question>;

const section = z.strictObject({
  id: partId,
  title: words(LABEL_LENGTH),
  hint: z.exactOptional(words(LABEL_LENGTH)),
  questions: z.array(question).check(z.maxLength(QUESTIONS_MOST)),
});
export type Section = z.infer<typeof section>;

/** A form as a draft may be; what must be right before it is published says `faultsOf`. */
export const formContent = z.strictObject({
  sections: z
    .array(section)
    .check(z.minLength(1), z.maxLength(SECTIONS_MOST), unique, ({ value, issues }) => {
      const ids = questionsOf({ sections: value }).map(({ id }) => id);
      if (ids.length > QUESTIONS_MOST)
        issues.push({ code: "too_big", origin: "array", maximum: QUESTIONS_MOST, input: value });
      if (new Set(ids).size < ids.length) issues.push({ code: "custom", input: value });
    }),
});
export type FormContent = z.infer<typeof formContent>;

function unique({ value, issues }: { value: { id: string }[]; issues: object[] }): void {
  if (new Set(value.map(({ id }) => id)).size < value.length) issues.push({ code: "custom", input: value });
}

const shipAnswer = z.strictObject({
  ids: z.array(recordId).check(z.maxLength(SHIPS_MOST)),
  /** Names of the catalogue in the order of `ids`, or what was typed where it could not be read. */
  names: z.array(line(LABEL_LENGTH, 1)).check(z.maxLength(SHIPS_MOST)),
});
export type ShipAnswer = z.infer<typeof shipAnswer>;

/** Characters of a handle: as many as the record of the person takes. */
export const HANDLE_LENGTH = 60;
const handleAnswer = z.strictObject({
  handle: line(HANDLE_LENGTH),
  isVerified: z.exactOptional(z.boolean()),
});
export type HandleAnswer = z.infer<typeof handleAnswer>;

/** An answer as it is typed: an option's id is a text, a ship "none" is no ship yet, a number that is not one yet is a text. */
export const answerValue = z.union([
  text(CHARACTERS.long.most),
  z.number().check(z.minimum(0), z.maximum(NUMBER_MOST)),
  z.boolean(),
  z.array(partId).check(z.maxLength(OPTIONS.most)),
  shipAnswer,
  handleAnswer,
]);
export type AnswerValue = z.infer<typeof answerValue>;

/** Answers by the ids of their questions. */
export const answers = z
  .record(partId, answerValue)
  .check(z.refine((given) => Object.keys(given).length <= ANSWERS_MOST));
export type Answers = Record<string, AnswerValue>;

export const questionsOf = (content: Pick<FormContent, "sections">): Question[] =>
  content.sections.flatMap(({ questions }) => questions);

export const hasOptions = ({ kind }: Pick<Question, "kind">): boolean => kind === "one" || kind === "several";

/** The text in a language; where that lacks, the other one with `isOther`. Empty where both lack. */
export function textIn(
  words: FormWords | undefined,
  language: Language,
): { text: string; isOther: boolean; language: Language } {
  const other = language === "en" ? "da" : "en";
  const own = words?.[language]?.trim() ?? "";
  const text = own || (words?.[other]?.trim() ?? "");
  const isOther = !own && text !== "";
  return { text, isOther, language: isOther ? other : language };
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The answer as far as it fits its question; undefined for none, such as one to an option that is gone. */
export function fitting(question: Question, value: AnswerValue | undefined): AnswerValue | undefined {
  const isOption = (id: string) => question.options?.some((option) => option.id === id) ?? false;
  const isText = typeof value === "string" && value.trim() !== "";
  switch (question.kind) {
    case "short":
    case "long":
      return isText ? value : undefined;
    case "number":
      return isText || typeof value === "number" ? value : undefined;
    case "one":
      return typeof value === "string" && isOption(value) ? value : undefined;
    case "several": {
      const chosen = Array.isArray(value) ? [...new Set(value)].filter(isOption) : [];
      return chosen.length > 0 ? chosen : undefined;
    }
    case "yes_no":
      return typeof value === "boolean" ? value : undefined;
    case "ship": {
      if (value === "none") return value;
      return isObject(value) && "names" in value && value.names.length > 0 ? value : undefined;
    }
    case "handle":
      return isObject(value) && "handle" in value && value.handle.trim() !== "" ? value : undefined;
    default:
      return undefined;
  }
}

const holds = (question: Question, value: AnswerValue | undefined, has: string): boolean => {
  const given = fitting(question, value);
  if (given === undefined) return false;
  if (has === "any") return true;
  if (question.kind === "yes_no") return given === (has === "yes");
  return Array.isArray(given) ? given.includes(has) : question.kind === "one" && given === has;
};

/** The questions that these answers show, in the order of the form. A condition on a hidden question shows nothing. */
export function shownQuestions(content: FormContent, answers: Answers): Question[] {
  const shown = new Map<string, Question>();
  for (const question of questionsOf(content)) {
    const { when } = question;
    const asked = when && shown.get(when.question);
    if (!when || (asked && holds(asked, answers[asked.id], when.has))) shown.set(question.id, question);
  }
  return [...shown.values()];
}

/** The answers that belong to shown questions and fit them: what is sent, without what the form no longer asks. */
export function keptAnswers(content: FormContent, answers: Answers): Answers {
  const kept = shownQuestions(content, answers).flatMap((question) => {
    const value = fitting(question, answers[question.id]);
    return value === undefined ? [] : [[question.id, value] as const];
  });
  return Object.fromEntries(kept);
}

/** Shown questions that have no answer yet; those that must be answered alone with `required`. */
export const openQuestions = (content: FormContent, answers: Answers, required = true): Question[] =>
  shownQuestions(content, answers).filter(
    (question) =>
      question.kind !== "text" &&
      (!required || question.required === true) &&
      fitting(question, answers[question.id]) === undefined,
  );

/** What is wrong with answers, in the words of both languages. */
export const ANSWER_FAULTS = {
  missing: { en: "Answer this one.", da: "Besvar dette." },
  long: { en: "At most {most} characters: leave out {over}.", da: "Højst {most} tegn: udelad {over}." },
  number: { en: "Enter a whole number.", da: "Angiv et helt tal." },
  least: { en: "At least {least}.", da: "Mindst {least}." },
  most: { en: "At most {most}.", da: "Højst {most}." },
  handle: {
    en: "Letters, digits, _ and - alone, as in the address of your RSI page.",
    da: "Kun bogstaver, tal, _ og -, som i adressen på din RSI-side.",
  },
  one_ship: { en: "Choose one ship.", da: "Vælg ét skib." },
} as const satisfies Record<string, Record<Language, string>>;
export type AnswerIssue = { fault: keyof typeof ANSWER_FAULTS; least?: number; most?: number; over?: number };

export const issueText = ({ fault, ...values }: AnswerIssue, language: Language): string =>
  ANSWER_FAULTS[fault][language].replace(/\{(\w+)\}/g, (_, name: keyof typeof values) =>
    String(values[name] ?? ""),
  );

/** Most characters of a text question. */
export const charactersOf = ({ kind, most }: Pick<Question, "kind" | "most">): number => {
  const bounds = CHARACTERS[kind === "long" ? "long" : "short"];
  return Math.min(Math.max(most ?? bounds.usual, 1), bounds.most);
};

function issueOf(question: Question, value: AnswerValue): AnswerIssue | null {
  const { kind, least, most } = question;
  if (kind === "short" || kind === "long") {
    const over = String(value).trim().length - charactersOf(question);
    return over > 0 ? { fault: "long", most: charactersOf(question), over } : null;
  }
  if (kind === "number") {
    if (typeof value !== "number" || !Number.isInteger(value)) return { fault: "number" };
    if (least !== undefined && value < least) return { fault: "least", least };
    return most !== undefined && value > most ? { fault: "most", most } : null;
  }
  if (kind === "ship" && question.ships !== "several" && isObject(value) && "names" in value)
    return value.names.length > 1 ? { fault: "one_ship" } : null;
  if (kind === "handle" && isObject(value) && "handle" in value)
    return /^[\w-]+$/.test(value.handle.trim()) ? null : { fault: "handle" };
  return null;
}

/** What is wrong with the answers to shown questions, by question; with `complete` also which required ones lack. */
export function checkAnswers(
  content: FormContent,
  answers: Answers,
  { complete }: { complete: boolean },
): Record<string, AnswerIssue> {
  const issues = shownQuestions(content, answers).flatMap((question) => {
    const value = fitting(question, answers[question.id]);
    if (value === undefined) {
      const lacks = complete && question.required === true && question.kind !== "text";
      return lacks ? [[question.id, { fault: "missing" } as AnswerIssue] as const] : [];
    }
    const issue = issueOf(question, value);
    return issue ? [[question.id, issue] as const] : [];
  });
  return Object.fromEntries(issues);
}

/** How many of a section's shown questions are answered, of how many. */
export function progressOf(
  content: FormContent,
  section: Section,
  answers: Answers,
): { answered: number; of: number } {
  const ids = new Set(section.questions.map(({ id }) => id));
  const asked = shownQuestions(content, answers).filter(({ id, kind }) => ids.has(id) && kind !== "text");
  const answered = asked.filter((question) => fitting(question, answers[question.id]) !== undefined);
  return { answered: answered.length, of: asked.length };
}
