import { type ReactNode, useId, useState } from "react";
import { faultsOf, isSameForm } from "../../../worker/features/forms/changes.schema.ts";
import { type Answers, questionsOf } from "../../../worker/features/forms/forms.schema.ts";
import type { Form } from "../../../worker/features/forms/records.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { text, useAddress } from "../../lib/address.ts";
import { cx } from "../../lib/cx.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { ArrowLeftIcon } from "../../ui/icons.tsx";
import { SegmentedTabs, tabPanel } from "../../ui/segmented.tsx";
import { addQuestion, addSection, putBack, questionOf, removed, sectionOf } from "./edit.ts";
import { useFormDraft } from "./forms.api.ts";
import { Preview } from "./preview.tsx";
import { Publish, Saved } from "./publish.tsx";
import { QuestionList } from "./question-list.tsx";
import { FixedPart, QuestionSettings, SectionSettings } from "./question-settings.tsx";
import { Theirs } from "./theirs.tsx";
import { Versions } from "./versions.tsx";

const COLUMN = "min-w-0 border-line max-xl:border-t max-xl:first:border-t-0 xl:border-l xl:first:border-l-0";

/** The form and its chosen question or section. */
export const ADDRESS = { tab: text(20), form: text(20), part: text(20) };

/** Three parts of one panel: the list, the settings of the chosen question, and what the applicant sees. */
export function Builder({ form, switcher }: { form: Form; switcher: ReactNode }) {
  const t = useT();
  const tabs = useId();
  const isPhone = useMedia(PHONE);
  const draft = useFormDraft(form);
  const { address, change, open, close } = useAddress("/admin", ADDRESS);
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [isWide, setIsWide] = useState(false);
  const [tab, setTab] = useState<"list" | "preview">("list");
  const [answers, setAnswers] = useState<Answers>({});
  const { content, edit } = draft;
  const first = questionsOf(content)[0]?.id ?? content.sections[0]?.id ?? "";
  const isThere = sectionOf(content, address.part) !== undefined;
  const chosen = isThere ? address.part : isPhone ? "" : first;
  const question = questionOf(content, chosen);
  const section = sectionOf(content, chosen);
  const faults = faultsOf(content);
  const fixed = new Set(form.fixed);
  const choose = (part: string) => (isPhone ? open({ part }) : change({ part }));
  const remove = (id: string) => {
    const before = content;
    const order = [
      ...content.sections.map((each) => each.id),
      ...questionsOf(content).map((each) => each.id),
    ];
    const next = removed(content, id);
    edit(next);
    const isQuestion = questionOf(before, id) !== undefined;
    toast({
      title: t(isQuestion ? "forms.removed" : "forms.section_removed"),
      action: { label: t("action.undo"), run: () => edit((newest) => putBack(newest, before, id)) },
    });
    if (chosen !== id && sectionOf(next, chosen)) return;
    const beside = order[order.indexOf(id) + 1] ?? order[order.indexOf(id) - 1] ?? "";
    if (isPhone) close({ part: "" });
    else change({ part: sectionOf(next, beside) ? beside : "" });
  };
  const list = (
    <QuestionList
      content={content}
      live={form.live}
      language={language}
      chosen={chosen}
      faults={faults}
      fixed={fixed}
      onChoose={choose}
      onEdit={edit}
      onRemove={remove}
      onAdd={(kind) => {
        const added = kind === "section" ? addSection(content) : addQuestion(content, kind, chosen);
        edit(added.content);
        choose(added.id);
      }}
    />
  );
  const settings = fixed.has(chosen) ? (
    <FixedPart
      part={question ?? section}
      language={language}
      languages={isPhone ? { language, setLanguage } : null}
    />
  ) : question ? (
    <QuestionSettings
      key={question.id}
      {...{ content, question, form, language, edit }}
      fault={faults[question.id]}
      onRemove={() => remove(question.id)}
      languages={isPhone ? { language, setLanguage } : null}
    />
  ) : section ? (
    <SectionSettings
      key={section.id}
      {...{ content, section, language, edit }}
      fault={faults[section.id]}
      onRemove={() => remove(section.id)}
      languages={isPhone ? { language, setLanguage } : null}
    />
  ) : null;
  const preview = (
    <Preview
      {...{
        content,
        section,
        question,
        answers,
        setAnswers,
        language,
        setLanguage,
        isWide,
        setIsWide,
        isPhone,
      }}
    />
  );
  const isSame = form.live !== null && isSameForm(content, form.live);
  // On a phone a chosen question is a page of its own.
  const isPage = isPhone && settings !== null && address.part !== "";
  const bar = (
    <div className={cx("mb-4 flex flex-wrap items-center gap-x-4 gap-y-2.5", isPage && "hidden")}>
      {switcher}
      {isPage ? null : <Saved draft={draft} form={form} isSame={isSame} />}
      <span className="ml-auto max-md:ml-0">
        <Publish
          draft={draft}
          form={form}
          isSame={isSame}
          faults={Object.keys(faults).length}
          onFault={choose}
        />
      </span>
    </div>
  );
  return (
    <>
      {bar}
      <Theirs draft={draft} />
      {isPage ? (
        <>
          <Button
            variant="quiet"
            icon={<ArrowLeftIcon />}
            className="mb-2 -ml-[13px]"
            onClick={() => close({ part: "" })}
          >
            {t("forms.all_questions")}
          </Button>
          <div className="panel mb-3">{settings}</div>
          <Saved draft={draft} form={form} isSame={isSame} />
        </>
      ) : isPhone ? (
        <>
          <SegmentedTabs
            id={tabs}
            fill
            className="mb-3"
            label={t("forms.parts")}
            options={[
              { value: "list", label: t("forms.questions") },
              { value: "preview", label: t("forms.preview") },
            ]}
            value={tab}
            onChange={setTab}
          />
          <div {...tabPanel(tabs, tab)} className="panel">
            {tab === "list" ? list : preview}
          </div>
        </>
      ) : (
        <div
          className={cx(
            "panel grid grid-cols-[minmax(0,1fr)] xl:grid-cols-[345px_minmax(0,1fr)_395px]",
            isWide && "xl:grid-cols-[345px_minmax(0,1fr)]",
          )}
        >
          <div className={COLUMN}>{list}</div>
          <div className={COLUMN}>{settings}</div>
          <div className={cx(COLUMN, isWide && "border-t xl:col-span-2 xl:border-l-0!")}>{preview}</div>
        </div>
      )}
      {isPage ? null : <Versions draft={draft} form={form} isSame={isSame} language={language} />}
    </>
  );
}
