import { part } from "../../ui/part.tsx";

export { AnswerList } from "./answer-list.tsx";
export { answerText, lacksOf, refusedOf, type Stop, stopsOf } from "./answers.ts";
export {
  FormSection,
  type FormSectionProps,
  focusQuestion,
  questionElement,
  Words,
} from "./form-fields.tsx";
export { SteppedDialog } from "./stepped-dialog.tsx";

/** The forms of the organization with their builder, for administrators. */
export const recruitingForms = part(
  () => import("./recruiting-forms.tsx"),
  (language) => [import(`./forms.${language}.json`)],
);
