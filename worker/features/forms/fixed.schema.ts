import { isSameForm } from "./changes.schema.ts";
import { type FormContent, questionsOf, type Section } from "./forms.schema.ts";

/** The ids of the sections and questions of a form. */
export const partsOf = (content: FormContent): string[] => [
  ...content.sections.map(({ id }) => id),
  ...questionsOf(content).map(({ id }) => id),
];

/** The section with a fixed form's questions, and its own ones behind the same fixed question as before. */
function mended(fixed: Section, { questions }: Section): Section {
  const ids = new Set(fixed.questions.map(({ id }) => id));
  const behind = (at: number) => {
    let seen = 0;
    return questions.filter(({ id }) => {
      if (ids.has(id)) seen++;
      return !ids.has(id) && Math.min(seen, fixed.questions.length) === at;
    });
  };
  return {
    ...fixed,
    questions: [...behind(0), ...fixed.questions.flatMap((question, at) => [question, ...behind(at + 1)])],
  };
}

/** A form with all sections and questions that are fixed, as they are, in their order. What it adds to their sections stays. */
export const withFixed = (content: FormContent, fixed: FormContent): FormContent => ({
  sections: fixed.sections.map((section) => {
    const own = content.sections.find(({ id }) => id === section.id);
    return own ? mended(section, own) : section;
  }),
});

/** The sections and questions of a form that are not as they are fixed, by id; sections of its own are among them. */
export function unfixedOf(content: FormContent, fixed: FormContent): string[] {
  if (isSameForm(withFixed(content, fixed), content)) return [];
  const ids = new Set(partsOf(fixed));
  const only = (from: FormContent): FormContent => ({
    sections: from.sections.map((section) => ({
      ...section,
      questions: section.questions.filter(({ id }) => ids.has(id)),
    })),
  });
  const [before, after] = [only(fixed), only(content)];
  const sections = [...new Set([...fixed.sections, ...content.sections].map(({ id }) => id))];
  const found = sections.filter((id) => {
    const [was, is] = [before, after].map((each) => each.sections.filter((section) => section.id === id));
    return !isSameForm({ sections: was ?? [] }, { sections: is ?? [] });
  });
  return found.length > 0 ? found : sections.slice(0, 1);
}
