import { FORM_FAULTS, type FormFault } from "../../../worker/features/forms/changes.schema.ts";
import {
  type FormContent,
  HELP_LENGTH,
  hasOptions,
  LABEL_LENGTH,
  QUESTION_KINDS,
  type Question,
  type Section,
  SHORT_NAME_LENGTH,
  textIn,
} from "../../../worker/features/forms/forms.schema.ts";
import type { Form } from "../../../worker/features/forms/records.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ClockIcon, LockIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Words } from "./answer-parts.tsx";
import { asKind, questionOf, setQuestion, setSection } from "./edit.ts";
import { fieldWords } from "./field-words.ts";
import { KIND_ICONS } from "./kinds.tsx";
import { Bounds, Condition, OptionsEditor, type SetQuestion } from "./question-answers.tsx";
import { LanguageChoice, type Languages, PartHead, SwitchLine, WordsField } from "./settings-parts.tsx";

type Props = {
  content: FormContent;
  language: Language;
  edit: (content: FormContent) => void;
  fault: FormFault | undefined;
  onRemove: () => void;
  /** The choice of the language, where the preview with it is elsewhere. */
  languages: Languages | null;
};

const BODY = "divide-y divide-line px-[18px] *:py-4";

/** A question without the keys whose value is undefined. */
const clean = (question: { [Key in keyof Question]: Question[Key] | undefined }): Question =>
  Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined)) as Question;

export function QuestionSettings(props: Props & { question: Question; form: Form }) {
  const t = useT();
  const said = useLanguage();
  const { content, question, form, language, edit, fault, onRemove, languages } = props;
  const { id, kind, label, help, short, required = false } = question;
  const set: SetQuestion = (patch) => edit(setQuestion(content, clean({ ...question, ...patch })));
  const before = form.live && questionOf(form.live, id);
  const was = before ? textIn(before.label, language) : null;
  const isReworded = was !== null && was.text !== "" && was.text !== textIn(label, language).text;
  const version = form.versions.find(({ number }) => number === form.liveNumber);
  const answered = before ? (version?.answered ?? 0) : 0;
  const isText = kind === "text";
  const errorOf = (...faults: FormFault[]) =>
    fault && faults.includes(fault) ? FORM_FAULTS[fault][said] : null;
  return (
    <section aria-label={t("forms.question")}>
      <PartHead>
        <span className="text-ink-2">{KIND_ICONS[kind]}</span>
        <h2 className="mr-auto">{t(`forms.kind.${kind}`)}</h2>
        {languages ? <LanguageChoice {...languages} /> : null}
        <Menu
          trigger={
            <Button variant="quiet" size="s">
              {t("forms.change_kind")}
            </Button>
          }
        >
          {QUESTION_KINDS.filter((each) => each !== kind).map((each) => (
            <MenuItem
              key={each}
              icon={KIND_ICONS[each]}
              onSelect={() => edit(setQuestion(content, asKind(question, each)))}
            >
              {t(`forms.kind.${each}`)}
            </MenuItem>
          ))}
        </Menu>
        <IconButton label={t("forms.remove")} icon={<TrashIcon />} onClick={onRemove} />
      </PartHead>
      <div className={BODY}>
        <WordsField
          label={t(isText ? "forms.heading" : "forms.question")}
          words={label}
          language={language}
          most={LABEL_LENGTH}
          error={errorOf("label")}
          onChange={(next) => set({ label: next })}
          hint={
            isReworded ? (
              <>
                {t("forms.asked_before", { number: form.liveNumber ?? 0 })}{" "}
                <s lang={was.language}>{was.text}</s>
              </>
            ) : null
          }
        />
        <WordsField
          label={t(isText ? "forms.body" : "forms.help")}
          words={help}
          language={language}
          most={HELP_LENGTH}
          isLong
          onChange={(next) => set({ help: Object.keys(next).length > 0 ? next : undefined })}
        />
        {hasOptions(question) ? (
          <OptionsEditor
            question={question}
            language={language}
            error={errorOf("options", "option_label")}
            set={set}
          />
        ) : null}
        {isText ? null : (
          <div className="grid gap-4 sm:grid-cols-2">
            <Bounds question={question} set={set} error={errorOf("bounds")} />
            <WordsField
              label={t("forms.short")}
              words={short}
              language={language}
              most={SHORT_NAME_LENGTH}
              onChange={(next) => set({ short: Object.keys(next).length > 0 ? next : undefined })}
            />
          </div>
        )}
        {isText ? null : (
          <SwitchLine
            label={t("forms.required")}
            text={kind === "ship" ? t("forms.required_ship", { text: fieldWords(said).none }) : null}
            checked={required}
            onChange={(next) => set({ required: next || undefined })}
          />
        )}
        <Condition
          content={content}
          question={question}
          language={language}
          error={errorOf("when_gone", "when_later", "when_has")}
          set={set}
        />
        {answered > 0 ? (
          <p className="flex gap-2.5 text-md text-ink-2">
            <ClockIcon className="mt-0.5 flex-none text-ink-3" />
            {t("forms.answered_before", {
              count: t("forms.people", { count: answered }),
              number: form.liveNumber ?? 0,
            })}
          </p>
        ) : null}
      </div>
    </section>
  );
}

/** A question or section that stays as it is. */
export function FixedPart(props: {
  part: Question | Section | undefined;
  language: Language;
  languages: Languages | null;
}) {
  const t = useT();
  const { part, language, languages } = props;
  if (!part) return null;
  const isQuestion = "kind" in part;
  return (
    <section aria-label={t(isQuestion ? "forms.question" : "forms.section")}>
      <PartHead>
        <span className="text-ink-2">
          <LockIcon />
        </span>
        <h2 className="mr-auto">{isQuestion ? t(`forms.kind.${part.kind}`) : t("forms.section")}</h2>
        {languages ? <LanguageChoice {...languages} /> : null}
      </PartHead>
      <div className="px-[18px] py-4">
        <p className="font-book [overflow-wrap:anywhere]">
          <Words words={isQuestion ? part.label : part.title} language={language} />
        </p>
        <p className="text-md text-ink-2">
          <Words words={isQuestion ? part.help : part.hint} language={language} />
        </p>
        <p className="mt-4 text-ink-2">{t("forms.fixed")}</p>
      </div>
    </section>
  );
}

export function SectionSettings(props: Props & { section: Section }) {
  const t = useT();
  const said = useLanguage();
  const { content, section, language, edit, fault, onRemove, languages } = props;
  const { hint, ...rest } = section;
  return (
    <section aria-label={t("forms.section")}>
      <PartHead>
        <h2 className="mr-auto">{t("forms.section")}</h2>
        {languages ? <LanguageChoice {...languages} /> : null}
        <IconButton
          label={t("forms.remove_section")}
          icon={<TrashIcon />}
          reason={content.sections.length === 1 && t("forms.only_section")}
          onClick={onRemove}
        />
      </PartHead>
      <div className={BODY}>
        <WordsField
          label={t("forms.title")}
          words={section.title}
          language={language}
          most={LABEL_LENGTH}
          error={fault ? FORM_FAULTS[fault][said] : null}
          onChange={(title) => edit(setSection(content, { ...section, title }))}
        />
        <WordsField
          label={t("forms.hint")}
          words={hint}
          language={language}
          most={LABEL_LENGTH}
          onChange={(next) =>
            edit(setSection(content, Object.keys(next).length > 0 ? { ...rest, hint: next } : rest))
          }
        />
      </div>
    </section>
  );
}
