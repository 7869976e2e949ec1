export {
  FormSection,
  type FormSectionProps,
  focusQuestion,
  questionElement,
  Words,
} from "./form-fields.tsx";
