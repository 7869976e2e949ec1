import { shownQuestions, textIn } from "../../../worker/features/forms/forms.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { answerText, FormSection, type FormSectionProps, Words } from "../forms/index.ts";
import { ENTERED, Handle } from "./parts.tsx";
import { LAST } from "./steps.ts";

/** What was entered, the last questions, and the oath under which it is sent. */
export function Confirmation(
  props: Omit<FormSectionProps, "section"> & {
    /** Whether the answers are those of an earlier application. */
    isRepeated: boolean;
    hasSworn: boolean;
    onSwear: (hasSworn: boolean) => void;
    onEdit: (step: number) => void;
  },
) {
  const t = useT();
  const { isRepeated, hasSworn, onSwear, onEdit, ...fields } = props;
  const { content, answers, language, verifiedHandle } = fields;
  const shown = new Set(shownQuestions(content, answers));
  const answerOf = (question: Parameters<typeof answerText>[0]) => {
    const text = answerText(question, answers[question.id], language);
    const isVerified =
      question.kind === "handle" && text !== "" && text.toLowerCase() === verifiedHandle?.toLowerCase();
    return isVerified ? <Handle text={text} isVerified dot /> : text;
  };
  return (
    <>
      {isRepeated ? <p className="mb-3 text-ink-2">{t("applications.from_last")}</p> : null}
      <section data-first="" tabIndex={-1} aria-label={t("applications.read_back")} className="outline-none">
        {content.sections.slice(0, LAST).map(({ id, title, questions }, at) => (
          <div key={id} className="border-t border-line py-3 first:border-t-0 first:pt-0">
            <div className="mb-1.5 flex items-center justify-between gap-3">
              <h3 className="font-semibold">
                <Words words={title} language={language} />
              </h3>
              <Button
                variant="quiet"
                size="s"
                aria-label={t("applications.edit_step", { step: textIn(title, language).text })}
                onClick={() => onEdit(at)}
              >
                {t("applications.edit")}
              </Button>
            </div>
            <Facts look={ENTERED} empty="–">
              {questions
                .filter((question) => question.kind !== "text" && shown.has(question))
                .map((question) => (
                  <Fact
                    key={question.id}
                    label={<Words words={question.short ?? question.label} language={language} />}
                  >
                    {answerOf(question)}
                  </Fact>
                ))}
            </Facts>
          </div>
        ))}
      </section>
      {content.sections.slice(LAST).map((section, at) => (
        <div key={section.id} className="border-t border-line pt-4 pb-1">
          <FormSection {...fields} section={section} isDense {...(at > 0 ? { heading: "h3" } : {})} />
        </div>
      ))}
      <Checkbox
        label={t("applications.terms")}
        checked={hasSworn}
        onChange={({ target }) => onSwear(target.checked)}
      />
    </>
  );
}
