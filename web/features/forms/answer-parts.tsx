import type { AnswerValue, FormWords, Question } from "../../../worker/features/forms/forms.schema.ts";
import { textIn } from "../../../worker/features/forms/forms.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { cx } from "../../lib/cx.ts";
import { CheckIcon } from "../../ui/icons.tsx";
import { type FieldWords, fieldWords } from "./field-words.ts";

/** What every kind of field is given. */
export type AnswerProps = {
  question: Question;
  value: AnswerValue | undefined;
  onChange: (value: AnswerValue | undefined) => void;
  language: Language;
  words: FieldWords;
  /** The id of the label, of the field for its label, and of what describes it. */
  labelId: string;
  fieldId: string;
  describedBy: string | undefined;
  isWrong: boolean;
  note?: string | undefined;
  verifiedHandle?: string | null | undefined;
  ships?: readonly string[] | undefined;
};

/** A text of the form; one that lacks in the language is marked, and read out in the language that it has. */
export function Words({ words, language }: { words: FormWords | undefined; language: Language }) {
  const { text, isOther, language: own } = textIn(words, language);
  if (!isOther) return text;
  return (
    <>
      <span lang={own}>{text}</span>{" "}
      <span
        className="rounded-[4px] border border-line-strong px-1 align-[1px] font-display text-[10px] font-semibold tracking-[0.08em] text-ink-3 uppercase"
        title={fieldWords(language).other}
      >
        {own}
      </span>
    </>
  );
}

/** A square or circle that is ticked in ink, or in ice for a ship. */
export function Mark({ isOn, isRound, isIce }: { isOn: boolean; isRound: boolean; isIce?: boolean }) {
  const dot = isIce ? "border-ice" : "border-ink";
  const tick = isIce ? "border-ice bg-ice" : "border-ink bg-ink";
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid size-4 flex-none place-items-center border text-act-ink forced-color-adjust-none",
        isRound ? "rounded-full border-[1.5px]" : "rounded-[4px]",
        isOn ? (isRound ? dot : tick) : "border-edge",
      )}
    >
      {isOn && isRound ? (
        <span className={cx("size-2 rounded-full", isIce ? "bg-ice" : "bg-ink")} />
      ) : isOn ? (
        <CheckIcon size={12} strokeWidth={3} />
      ) : null}
    </span>
  );
}
