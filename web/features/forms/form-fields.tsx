import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import {
  type AnswerIssue,
  type Answers,
  type AnswerValue,
  type FormContent,
  issueText,
  type Question,
  type Section,
  shownQuestions,
  textIn,
} from "../../../worker/features/forms/forms.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { cx } from "../../lib/cx.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Choices, HandleAnswerField, NumberAnswer, TextAnswer, YesNo } from "./answer-fields.tsx";
import { type AnswerProps, Words } from "./answer-parts.tsx";
import { fieldWords } from "./field-words.ts";
import { ShipAnswerField } from "./ship-answer.tsx";

export type FormSectionProps = {
  content: FormContent;
  section: Section;
  answers: Answers;
  /** An answer was changed; undefined for one that is taken back. */
  onChange: (questionId: string, value: AnswerValue | undefined) => void;
  language: Language;
  /** What is wrong, by question: the server's sentence, or what `checkAnswers` found. */
  errors?: Readonly<Record<string, string | AnswerIssue>>;
  /** The level of the section's heading; without one the page has its own. */
  heading?: "h1" | "h2" | "h3";
  /** Said below each long text, such as who reads it. */
  note?: string;
  /** The reader's verified RSI handle, which is offered. */
  verifiedHandle?: string | null;
  /** In a dialog: questions stand closer, without lines between them. */
  isDense?: boolean;
  /** Names of the ships in the reader's hangar, which are offered. */
  ships?: readonly string[];
  /** The question that is framed, in a preview. */
  framed?: string | null;
};

export { Words };

/** The id of the element that `focusQuestion` and links lead to. */
export const questionElement = (questionId: string): string => `question-${questionId}`;

/** Brings a question into view, and puts the focus on its first field. */
export function focusQuestion(questionId: string): void {
  const place = document.getElementById(questionElement(questionId));
  place?.scrollIntoView({ block: "center" });
  place?.querySelector<HTMLElement>("input, textarea, button")?.focus({ preventScroll: true });
}

/** Says which question an answer has just shown below it. */
function useShown({ section, content, answers, language }: FormSectionProps, shown: readonly Question[]) {
  const ids = shown.map(({ id }) => id).join();
  const before = useRef({ section: section.id, content, ids });
  const [said, setSaid] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer alone shows a question, a changed form does not
  useEffect(() => {
    const last = before.current;
    before.current = { section: section.id, content, ids };
    if (last.section !== section.id || last.content !== content || last.ids === ids) return;
    const known = new Set(last.ids.split(","));
    const added = shown.filter(({ id }) => !known.has(id)).map(({ label }) => textIn(label, language).text);
    setSaid(added.length > 0 ? fieldWords(language).shown(added.join(", ")) : "");
  }, [ids, answers, content, section.id]);
  return said;
}

/** The questions of a section that its answers show, with their fields. It is as wide as its place. */
export function FormSection(props: FormSectionProps) {
  const { content, section, answers, language, heading: Heading } = props;
  const ids = new Set(section.questions.map(({ id }) => id));
  const shown = shownQuestions(content, answers).filter(({ id }) => ids.has(id));
  const said = useShown(props, shown);
  const hint = textIn(section.hint, language).text;
  return (
    <div className="@container min-w-0">
      {Heading ? (
        <Heading
          className={cx(
            "font-display text-lg font-semibold tracking-[0.005em] [overflow-wrap:anywhere]",
            Heading !== "h3" && "@min-[520px]:text-xl",
          )}
        >
          <Words words={section.title} language={language} />
        </Heading>
      ) : null}
      {hint ? (
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
          <Words words={section.hint} language={language} />
        </p>
      ) : null}
      <div className={props.isDense ? "grid gap-4" : "divide-y divide-line *:py-[18px] @min-[520px]:*:py-6"}>
        {shown.map((question) => (
          <QuestionField key={`${question.id} ${question.kind}`} {...props} question={question} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

const FIELDS = {
  short: TextAnswer,
  long: TextAnswer,
  number: NumberAnswer,
  one: Choices,
  several: Choices,
  yes_no: YesNo,
  ship: ShipAnswerField,
  handle: HandleAnswerField,
} as const satisfies Record<Exclude<Question["kind"], "text">, (props: AnswerProps) => ReactNode>;

/** Kinds whose label belongs to one field; that of the others names a group of them. */
const SINGLE = new Set<Question["kind"]>(["short", "long", "number", "handle"]);

function QuestionField({ question, ...props }: FormSectionProps & { question: Question }) {
  const { answers, onChange, language, errors, framed, note, verifiedHandle, ships } = props;
  const made = useId();
  const { id, kind, help, required = false } = question;
  const words = fieldWords(language);
  const found = errors?.[id];
  const error = typeof found === "object" ? issueText(found, language) : found;
  const label = <Words words={question.label} language={language} />;
  const helpText = textIn(help, language).text;
  const place = {
    id: questionElement(id),
    className: cx(
      "relative min-w-0 animate-[appear_160ms_both]",
      framed === id &&
        "before:pointer-events-none before:absolute before:-inset-x-2.5 before:inset-y-1.5 before:rounded-m before:border-2 before:border-ice",
    ),
  };
  const below = helpText ? (
    <p id={`${made}-help`} className="mt-0.5 text-md whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
      <Words words={help} language={language} />
    </p>
  ) : null;
  if (kind === "text") {
    return (
      <div {...place}>
        {textIn(question.label, language).text ? <p className="font-book">{label}</p> : null}
        {below}
      </div>
    );
  }
  if (question.control === "tick") {
    return (
      <div {...place}>
        <Checkbox
          label={label}
          checked={answers[id] === true}
          onChange={({ target }) => onChange(id, target.checked)}
        />
        {below}
      </div>
    );
  }
  const AnswerField = FIELDS[kind];
  const isSingle = SINGLE.has(kind);
  const value = answers[id];
  const describedBy = [error && `${made}-error`, helpText && `${made}-help`].filter(Boolean).join(" ");
  const heading = "min-w-0 font-book [overflow-wrap:anywhere]";
  const field = (
    <>
      <div className="flex items-baseline gap-x-2.5">
        {isSingle ? (
          <label id={`${made}-label`} htmlFor={`${made}-field`} className={heading}>
            {label}
          </label>
        ) : (
          <span id={`${made}-label`} className={heading}>
            {label}
            {kind === "several" ? <span className="ml-2.5 hint font-normal">{words.several}</span> : null}
          </span>
        )}
        {/* A circle that is filled cannot be emptied by itself. */}
        {(kind === "one" || kind === "yes_no") && value !== undefined && !required ? (
          <button
            type="button"
            className="target ml-auto rounded-[3px] px-1 text-sm text-ink-3 underline-offset-3 hover:text-ink hover:underline"
            onClick={() => onChange(id, undefined)}
          >
            {words.clear}
          </button>
        ) : null}
      </div>
      {below}
      <div className="mt-2.5">
        <AnswerField
          question={question}
          value={value}
          onChange={(next) => onChange(id, next)}
          language={language}
          words={words}
          labelId={`${made}-label`}
          fieldId={`${made}-field`}
          describedBy={describedBy || undefined}
          isWrong={error !== undefined}
          note={note}
          verifiedHandle={verifiedHandle}
          ships={ships}
        />
      </div>
      {error ? (
        <p id={`${made}-error`} className="mt-1.5 text-md text-stop">
          {error}
        </p>
      ) : null}
    </>
  );
  if (isSingle) return <div {...place}>{field}</div>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not shrink below its content in every browser
    <div
      {...place}
      role="group"
      aria-labelledby={`${made}-label`}
      {...(describedBy && { "aria-describedby": describedBy })}
    >
      {field}
    </div>
  );
}
