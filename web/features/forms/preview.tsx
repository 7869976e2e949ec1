import { useState } from "react";
import {
  type Answers,
  type FormContent,
  progressOf,
  type Question,
  type Section,
  shownQuestions,
} from "../../../worker/features/forms/forms.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { DeviceIcon, PhoneIcon } from "../../ui/icons.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { FormSection } from "./form-fields.tsx";
import { LanguageChoice, type Languages, PartHead } from "./settings-parts.tsx";

/** The section of the chosen question as an applicant sees it. What is tried in it is sent nowhere. */
export function Preview(
  props: Languages & {
    content: FormContent;
    section: Section | undefined;
    question: Question | undefined;
    /** What was tried. */
    answers: Answers;
    setAnswers: (answers: Answers) => void;
    isWide: boolean;
    setIsWide: (isWide: boolean) => void;
    isPhone: boolean;
  },
) {
  const t = useT();
  const { content, question, answers, setAnswers, language, setLanguage, isWide, setIsWide, isPhone } = props;
  const [turned, setTurned] = useState<string | null>(null);
  const section =
    (isPhone && content.sections.find(({ id }) => id === turned)) || props.section || content.sections[0];
  if (!section) return null;
  const at = content.sections.indexOf(section);
  const counts = content.sections.map((each) => progressOf(content, each, answers));
  const sum = (key: "answered" | "of") => counts.reduce((all, count) => all + count[key], 0);
  const isHidden = question && !shownQuestions(content, answers).some(({ id }) => id === question.id);
  return (
    <section aria-label={t("forms.preview")}>
      <PartHead>
        <h2 className="mr-auto">{t("forms.preview")}</h2>
        {isPhone ? null : (
          <SegmentedRadio
            label={t("forms.width")}
            options={[
              {
                value: "phone",
                label: <Named icon={<PhoneIcon size={15} />} name={t("forms.width.phone")} />,
              },
              {
                value: "wide",
                label: <Named icon={<DeviceIcon size={15} />} name={t("forms.width.wide")} />,
              },
            ]}
            value={isWide ? "wide" : "phone"}
            onChange={(next) => setIsWide(next === "wide")}
          />
        )}
        <LanguageChoice language={language} setLanguage={setLanguage} />
      </PartHead>
      <div className="px-[18px] py-[18px] max-md:p-3">
        <div
          className={cx(
            "mx-auto rounded-[22px] border border-line-strong bg-void p-4",
            isWide ? "max-w-[820px] sm:p-7" : "max-w-[390px]",
          )}
        >
          <p className="flex justify-between gap-3 text-md text-ink-2">
            <span>{t("forms.section_of", { place: at + 1, count: content.sections.length })}</span>
            <span>{t("forms.answered_of", { count: sum("answered"), all: sum("of") })}</span>
          </p>
          <div aria-hidden="true" className="mt-2 mb-3.5 flex gap-[5px]">
            {content.sections.map(({ id }, index) => (
              <span
                key={id}
                className={cx(
                  "h-1 flex-1 rounded-full forced-color-adjust-none",
                  index === at ? "bg-ice" : index < at ? "bg-ink-2" : "bg-rail",
                )}
              />
            ))}
          </div>
          <div lang={language}>
            <FormSection
              content={content}
              section={section}
              answers={answers}
              language={language}
              heading="h3"
              framed={question?.id ?? null}
              onChange={(id, value) => {
                const { [id]: _, ...others } = answers;
                setAnswers(value === undefined ? others : { ...others, [id]: value });
              }}
            />
          </div>
        </div>
        {isPhone ? (
          <SegmentedRadio
            className="mt-3"
            fill
            label={t("forms.section")}
            options={content.sections.map(({ id }, index) => ({ value: id, label: String(index + 1) }))}
            value={section.id}
            onChange={setTurned}
          />
        ) : null}
        <p className="mt-3 text-center hint">{t(isHidden ? "forms.preview_hidden" : "forms.preview_text")}</p>
      </div>
    </section>
  );
}

const Named = ({ icon, name }: { icon: React.ReactNode; name: string }) => (
  <>
    {icon}
    <span className="sr-only">{name}</span>
  </>
);
