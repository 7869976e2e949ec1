import type { ReactNode } from "react";
import { charactersOf, type HandleAnswer, textIn } from "../../../worker/features/forms/forms.schema.ts";
import { cx } from "../../lib/cx.ts";
import { numberOf, readNumber } from "../../lib/number.ts";
import { unread, unreadText } from "../../lib/unread.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Input, Textarea } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/number-field.tsx";
import { type AnswerProps, Mark, Words } from "./answer-parts.tsx";

/** Attributes of the one field of a question. */
const fieldOf = ({ question, fieldId, describedBy, isWrong }: AnswerProps) => ({
  id: fieldId,
  ...(describedBy && { "aria-describedby": describedBy }),
  ...(isWrong && { "aria-invalid": true }),
  ...(question.required && { "aria-required": true }),
});

/** From this part of its room on, a short text says how much of it is used. */
const NEARLY = 0.8;

/** A text that may be one of those which are suggested. */
function Suggested(props: AnswerProps & { label: string; options: readonly string[] }) {
  const { question, value, onChange, label, options } = props;
  return (
    <Combobox
      label={label}
      field={fieldOf(props)}
      value={typeof value === "string" ? value : null}
      options={options.map((each) => ({ value: each, label: each }))}
      fromText={(typed) => typed.slice(0, charactersOf(question))}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** A text; a long one says how many of its characters are used. What is too long stays, to be shortened by its writer. */
export function TextAnswer(props: AnswerProps) {
  const { question, value, onChange, words, note, language } = props;
  if (question.control) {
    const isZone = question.control === "timezone";
    const options = isZone ? Intl.supportedValuesOf("timeZone") : (props.ships ?? []);
    return <Suggested {...props} label={textIn(question.label, language).text} options={options} />;
  }
  const typed = typeof value === "string" ? value : "";
  const most = charactersOf(question);
  const isLong = question.kind === "long";
  const field = {
    ...fieldOf(props),
    value: typed,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value || undefined),
  };
  return (
    <>
      {isLong ? <Textarea {...field} rows={4} className="min-h-[108px]" /> : <Input {...field} type="text" />}
      {isLong || typed.length > most * NEARLY ? (
        <p className="mt-1.5 flex justify-between gap-3 hint">
          <span>{isLong ? note : null}</span>
          <span className={cx("flex-none figure", typed.length > most && "text-stop")}>
            {words.count(words.number(typed.length), words.number(most))}
          </span>
        </p>
      ) : null}
    </>
  );
}

/** A whole number; what cannot be read as one stays as it was typed. */
export function NumberAnswer(props: AnswerProps) {
  const { question, value, onChange, language } = props;
  const typed = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
  const isNumber = typed === "" || readNumber(typed, language).value !== null;
  return (
    <NumberInput
      {...fieldOf(props)}
      className="w-36 text-left!"
      placeholder=""
      value={typeof value === "number" || isNumber ? typed : unread(typed)}
      most={question.most}
      onChange={(next) => {
        const number = numberOf(next);
        if (number === null) onChange(undefined);
        else onChange(Number.isNaN(number) ? (unreadText(next) ?? next) : number);
      }}
    />
  );
}

/** An RSI handle; the reader's verified one is offered. */
export function HandleAnswerField(props: AnswerProps) {
  const { value, onChange, words, verifiedHandle } = props;
  const given = typeof value === "object" && "handle" in value ? (value as HandleAnswer) : null;
  const isVerified =
    given?.isVerified || (!!verifiedHandle && given?.handle.toLowerCase() === verifiedHandle.toLowerCase());
  return (
    <>
      <span className="relative block">
        <Input
          {...fieldOf(props)}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={cx(isVerified && "pr-24!")}
          value={given?.handle ?? ""}
          onChange={({ target }) => onChange(target.value ? { handle: target.value.trim() } : undefined)}
        />
        {isVerified ? (
          <span className="absolute inset-y-0 right-2 flex items-center">
            <Badge tone="go" size="s">
              {words.verified}
            </Badge>
          </span>
        ) : null}
      </span>
      {verifiedHandle && !isVerified ? (
        <Button size="s" className="mt-2" onClick={() => onChange({ handle: verifiedHandle })}>
          {words.use(verifiedHandle)}
        </Button>
      ) : null}
    </>
  );
}

type BoxProps = {
  isOn: boolean;
  isRound: boolean;
  isWrong: boolean;
  name?: string | undefined;
  describedBy?: string | undefined;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
};

/** A choice: the whole box is its button. */
export function ChoiceBox({ isOn, isRound, isWrong, name, describedBy, onChange, children }: BoxProps) {
  return (
    <label
      className={cx(
        "relative flex min-h-[42px] min-w-0 cursor-pointer items-center gap-2.5 rounded-c border px-3 py-2 text-[13.5px] leading-[1.35] [overflow-wrap:anywhere] @max-[519px]:min-h-[46px]",
        "hover:border-ink-3",
        isOn
          ? "border-ink-3 bg-deck text-ink forced-colors:border-[Highlight]"
          : "border-line-strong text-ink-2",
        isWrong && "border-stop!",
      )}
    >
      <input
        type={isRound ? "radio" : "checkbox"}
        name={name}
        checked={isOn}
        {...(describedBy && { "aria-describedby": describedBy })}
        {...(isWrong && { "aria-invalid": true })}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-[7px] focus-visible:outline-offset-2"
        onChange={({ target }) => onChange(target.checked)}
      />
      <Mark isOn={isOn} isRound={isRound} />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

/** One or several options. */
export function Choices({ question, value, onChange, language, fieldId, isWrong }: AnswerProps) {
  const isOne = question.kind === "one";
  const options = (question.options ?? []).filter(({ label }) => textIn(label, language).text);
  const chosen = Array.isArray(value) ? value : [];
  return (
    <div
      className={cx(
        "grid grid-cols-2 gap-2",
        options.length % 3 === 0 || options.length > 4
          ? "@min-[520px]:grid-cols-3"
          : "@min-[720px]:grid-cols-4",
      )}
    >
      {options.map(({ id, label }) => {
        const isOn = isOne ? value === id : chosen.includes(id);
        const others = chosen.filter((each) => each !== id);
        const next = isOn ? others : [...others, id];
        return (
          <ChoiceBox
            key={id}
            isOn={isOn}
            isRound={isOne}
            isWrong={isWrong}
            name={fieldId}
            onChange={() => onChange(isOne ? id : next.length > 0 ? next : undefined)}
          >
            <Words words={label} language={language} />
          </ChoiceBox>
        );
      })}
    </div>
  );
}

export function YesNo({ value, onChange, words, fieldId, isWrong }: AnswerProps) {
  return (
    <div className="grid grid-cols-2 gap-2 @min-[520px]:w-fit @min-[520px]:*:min-w-[104px]">
      {([true, false] as const).map((each) => (
        <ChoiceBox
          key={String(each)}
          isOn={value === each}
          isRound
          isWrong={isWrong}
          name={fieldId}
          onChange={() => onChange(each)}
        >
          {each ? words.yes : words.no}
        </ChoiceBox>
      ))}
    </div>
  );
}
