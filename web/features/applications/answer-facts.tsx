import type {
  Application,
  ApplicationFields,
} from "../../../worker/features/applications/applications.schema.ts";
import { nameOfField } from "../../../worker/features/applications/wizard.schema.ts";
import { textIn } from "../../../worker/features/forms/forms.schema.ts";
import { useLanguage } from "../../lib/i18n/i18n.ts";
import { Fact } from "../../ui/facts.tsx";
import { answerText, Words } from "../forms/index.ts";

/** The name of a field of an application, in the reader's language. */
export function useFieldName(): (id: keyof ApplicationFields) => string {
  const language = useLanguage();
  return (id) => textIn(nameOfField(id), language).text;
}

/** The questions that the organization added, with their answers, among the facts of an application. */
export function AddedFacts({ added, className }: Pick<Application, "added"> & { className?: string }) {
  const language = useLanguage();
  return added.map(({ question, answer }) => (
    <Fact
      key={question.id}
      label={<Words words={question.short ?? question.label} language={language} />}
      {...(className && { className })}
    >
      {answerText(question, answer, language)}
    </Fact>
  ));
}
