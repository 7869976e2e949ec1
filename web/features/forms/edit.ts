import {
  type FormContent,
  hasOptions,
  OPTIONS,
  QUESTIONS_MOST,
  type Question,
  type QuestionKind,
  questionsOf,
  SECTIONS_MOST,
  type Section,
} from "../../../worker/features/forms/forms.schema.ts";

/** An id that nothing in the form has: a letter and a number. */
function freeId(content: FormContent, letter: "q" | "s"): string {
  const taken = new Set([
    ...content.sections.map(({ id }) => id),
    ...questionsOf(content).map(({ id }) => id),
  ]);
  // A random one, because a removed question's answers go on under its id.
  for (;;) {
    const id = letter + Math.random().toString(36).slice(2, 8).padEnd(6, "0");
    if (!taken.has(id)) return id;
  }
}

/** An option's id that its question does not have. */
export function freeOption(question: Question): string {
  const taken = new Set(question.options?.map(({ id }) => id));
  for (let at = 1; ; at++) if (!taken.has(`o${at}`)) return `o${at}`;
}

/** The question as one of another kind: what only the other kinds have goes. */
export function asKind(question: Question, kind: QuestionKind): Question {
  const { least: _least, most: _most, options, ships: _ships, ...rest } = question;
  const kept = hasOptions({ kind })
    ? { options: options ?? ["o1", "o2"].map((id) => ({ id, label: {} })) }
    : {};
  if (kind !== "text") return { ...rest, kind, ...kept };
  const { required: _required, short: _short, ...text } = rest;
  return { ...text, kind };
}

export const sectionOf = (content: FormContent, id: string): Section | undefined =>
  content.sections.find((section) => section.id === id || section.questions.some((each) => each.id === id));

export const questionOf = (content: FormContent, id: string): Question | undefined =>
  questionsOf(content).find((question) => question.id === id);

const mapSections = (content: FormContent, change: (section: Section) => Section): FormContent => ({
  sections: content.sections.map(change),
});

export const setQuestion = (content: FormContent, question: Question): FormContent =>
  mapSections(content, (section) => ({
    ...section,
    questions: section.questions.map((each) => (each.id === question.id ? question : each)),
  }));

export const setSection = (content: FormContent, section: Section): FormContent =>
  mapSections(content, (each) => (each.id === section.id ? section : each));

export const canAdd = (content: FormContent): boolean => questionsOf(content).length < QUESTIONS_MOST;
export const canAddSection = (content: FormContent): boolean => content.sections.length < SECTIONS_MOST;

/** Adds an empty question after a question, or at the end of a section; of the last section where `after` is neither. */
export function addQuestion(content: FormContent, kind: QuestionKind, after: string) {
  const id = freeId(content, "q");
  const question = asKind({ id, kind: "short", label: {} }, kind);
  const target = (sectionOf(content, after) ?? content.sections.at(-1))?.id;
  const next = mapSections(content, (section) => {
    if (section.id !== target) return section;
    const at = section.questions.findIndex((each) => each.id === after);
    const place = at < 0 ? section.questions.length : at + 1;
    return { ...section, questions: section.questions.toSpliced(place, 0, question) };
  });
  return { content: next, id };
}

export function addSection(content: FormContent) {
  const id = freeId(content, "s");
  return { content: { sections: [...content.sections, { id, title: {}, questions: [] }] }, id };
}

/** Removes a question, or a section with its questions. A form keeps its last section. */
export function removed(content: FormContent, id: string): FormContent {
  const sections = content.sections.filter((section) => section.id !== id);
  if (sections.length === 0) return content;
  return mapSections({ sections }, (section) => ({
    ...section,
    questions: section.questions.filter((question) => question.id !== id),
  }));
}

/** Puts what `removed` took out of `before` back where it was; a question whose section is gone comes into the last one. */
export function putBack(content: FormContent, before: FormContent, id: string): FormContent {
  const section = before.sections.find((each) => each.id === id);
  if (section) {
    if (sectionOf(content, id)) return content;
    const questions = section.questions.filter((each) => !questionOf(content, each.id));
    return {
      sections: content.sections.toSpliced(before.sections.indexOf(section), 0, { ...section, questions }),
    };
  }
  const [question, from] = [questionOf(before, id), sectionOf(before, id)];
  if (!question || !from || questionOf(content, id)) return content;
  const target = (sectionOf(content, from.id) ?? content.sections.at(-1))?.id;
  return mapSections(content, (each) =>
    each.id === target
      ? { ...each, questions: each.questions.toSpliced(from.questions.indexOf(question), 0, question) }
      : each,
  );
}

/** Puts a question where another one is, or at the end of a section; behind the other one where it comes from above. */
export function movedTo(content: FormContent, id: string, over: string): FormContent {
  const question = questionOf(content, id);
  const target = sectionOf(content, over);
  if (!question || !target || id === over) return content;
  const order = questionsOf(content).map((each) => each.id);
  const isFromAbove = order.indexOf(id) < order.indexOf(over);
  return mapSections(removed(content, id), (section) => {
    if (section.id !== target.id) return section;
    const at = section.questions.findIndex((each) => each.id === over);
    const isSame = sectionOf(content, id)?.id === target.id;
    const place = at < 0 ? section.questions.length : at + (isFromAbove && isSame ? 1 : 0);
    return { ...section, questions: section.questions.toSpliced(place, 0, question) };
  });
}

/** Moves a question a step up or down, also into the section before or after; null where it is at the end. */
export function movedBy(content: FormContent, id: string, step: 1 | -1): FormContent | null {
  const from = content.sections.findIndex(({ questions }) => questions.some((each) => each.id === id));
  const section = content.sections[from];
  const question = questionOf(content, id);
  if (!section || !question) return null;
  const at = section.questions.findIndex((each) => each.id === id);
  const inside = section.questions[at + step];
  if (inside) return movedTo(content, id, inside.id);
  const beside = content.sections[from + step];
  if (!beside) return null;
  return mapSections(removed(content, id), (each) =>
    each.id === beside.id
      ? { ...each, questions: step > 0 ? [question, ...each.questions] : [...each.questions, question] }
      : each,
  );
}

/** Moves a section a step; null where it is at the end. */
export function sectionMovedBy(content: FormContent, id: string, step: 1 | -1): FormContent | null {
  const from = content.sections.findIndex((section) => section.id === id);
  const section = content.sections[from];
  const to = from + step;
  if (!section || to < 0 || to >= content.sections.length) return null;
  return { sections: content.sections.toSpliced(from, 1).toSpliced(to, 0, section) };
}

/** Moves an option a step; the same question where it is at the end. */
export function optionMovedBy(question: Question, id: string, step: 1 | -1): Question {
  const options = question.options ?? [];
  const from = options.findIndex((option) => option.id === id);
  const option = options[from];
  const to = from + step;
  if (!option || to < 0 || to >= options.length) return question;
  return { ...question, options: options.toSpliced(from, 1).toSpliced(to, 0, option) };
}

export const canRemoveOption = ({ options = [] }: Question): boolean => options.length > OPTIONS.least;
