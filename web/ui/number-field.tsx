import { type ComponentProps, type ReactNode, useState } from "react";
import { cx } from "../lib/cx.ts";
import { formatNumber } from "../lib/format.ts";
import { useLanguage, useT } from "../lib/i18n/i18n.ts";
import { type FieldNumber, fieldNumber, numberOf, readNumber } from "../lib/number.ts";
import { unreadText } from "../lib/unread.ts";
import { Button } from "./button.tsx";
import { Field, Input } from "./field.tsx";

type NumberProps = {
  value: FieldNumber;
  onChange: (value: FieldNumber) => void;
  decimals?: 0 | 2 | undefined;
  most?: number | undefined;
  /** The unit, such as the currency; shown after the number that was read. */
  unit?: string | undefined;
};

/** The state of a number field: its text while it is typed, the number that was read, and the reason if none was. */
function useNumber({ value, onChange, decimals = 0, most, unit }: NumberProps) {
  const t = useT();
  const language = useLanguage();
  /** The text that was typed last; null before, and after a choice. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const number = (each: number) => `${formatNumber(each, language)}${unit ? ` ${unit}` : ""}`;
  const kept = numberOf(value);
  const tidy = unreadText(value) ?? (kept === null ? "" : formatNumber(kept, language));
  const text = isTyping && typed !== null ? typed : tidy;
  const last = typed === null ? null : readNumber(typed, language, decimals);
  // What the field was left with stays told, such as that it was rounded.
  const reading = last && (isTyping || last.input === value) ? last : readNumber(tidy, language, decimals);
  // A text that was asked about in another language may be read in this one.
  const isKept = !isTyping && unreadText(value) !== null && reading.value !== null;
  const meanings = isKept && reading.value !== null ? [reading.value] : reading.meanings;
  const isMore = most !== undefined && (reading.value ?? 0) > most;
  const fault = isKept ? "ambiguous" : isMore ? "most" : reading.fault;
  const choose = (each: number) => {
    setTyped(null);
    setIsTyping(false);
    onChange(fieldNumber(each));
  };
  const readOf = () => {
    const { value: read, isRounded } = reading;
    if (read === null) return null;
    if (isRounded) return t("number.rounded", { number: number(read) });
    return unit || read >= 1000 ? `= ${number(read)}` : null;
  };
  const example = formatNumber(decimals ? 1000.5 : 1_000_000, language);
  // While a number is typed it may not be one yet.
  const isWrong = fault === "ambiguous" || (fault !== null && !isTyping);
  return {
    meanings: meanings.map((each) => ({ label: number(each), choose: () => choose(each) })),
    error: isWrong ? t(`number.${fault}`, { example, most: number(most ?? 0) }) : null,
    /** The number as it is saved; null for none, and for one that reads like that anyway. */
    read: readOf(),
    input: {
      value: text,
      inputMode: decimals ? ("decimal" as const) : ("numeric" as const),
      autoComplete: "off",
      maxLength: 48,
      onChange: ({ target }: { target: HTMLInputElement }) => {
        setTyped(target.value);
        setIsTyping(true);
        onChange(readNumber(target.value, language, decimals).input);
      },
      onBlur: () => setIsTyping(false),
    },
  };
}

/** The numbers that an ambiguous text can mean, as buttons. */
function Meanings({ meanings }: { meanings: ReturnType<typeof useNumber>["meanings"] }) {
  if (meanings.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {meanings.map(({ label, choose }) => (
        <Button key={label} size="s" onMouseDown={(event) => event.preventDefault()} onClick={choose}>
          {label}
        </Button>
      ))}
    </span>
  );
}

/**
 * A field for a number, typed in the reader's convention or unambiguously in another. What was read is said below it, in
 * the reader's format; a text with two meanings is asked about.
 */
export function NumberField(
  props: Pick<ComponentProps<typeof Field>, "label" | "hint" | "error" | "required" | "id" | "className"> &
    NumberProps &
    Pick<ComponentProps<typeof Input>, "size" | "readOnly" | "placeholder" | "autoFocus" | "onKeyDown"> & {
      inputClass?: string | undefined;
      after?: ReactNode;
    },
) {
  const {
    label,
    hint,
    required,
    id,
    className,
    inputClass,
    value,
    onChange,
    decimals,
    unit,
    after,
    ...input
  } = props;
  const { error: wrong, most, ...rest } = input;
  const number = useNumber({ value, onChange, decimals, most, unit });
  const error = number.error ?? wrong;
  return (
    <Field
      {...{ label, required, id, className }}
      error={error}
      hint={
        number.read || hint || number.meanings.length > 0 ? (
          <>
            {number.read ? <span className="block tabular-nums">{number.read}</span> : null}
            <Meanings meanings={number.meanings} />
            {hint}
          </>
        ) : null
      }
    >
      <Input {...rest} {...number.input} className={cx("scroll-mb-24 tabular-nums", inputClass)} />
      {after}
    </Field>
  );
}

/** The same without label and lines of its own, for tables: what was read floats below it while it is typed. */
export function NumberInput(
  props: NumberProps & Omit<ComponentProps<typeof Input>, keyof NumberProps | "type" | "ref">,
) {
  const { value, onChange, decimals, most, unit, className, onBlur, ...rest } = props;
  const { input, read, error, meanings } = useNumber({ value, onChange, decimals, most, unit });
  return (
    <span className="group relative inline-block max-w-full">
      <Input
        {...rest}
        {...input}
        onBlur={(event) => {
          input.onBlur();
          onBlur?.(event);
        }}
        {...(error ? { "aria-invalid": true, title: error } : {})}
        placeholder={rest.placeholder ?? "0"}
        className={cx("px-2! text-right figure", className)}
      />
      {error || read ? (
        <span
          role="status"
          className="absolute top-[calc(100%+4px)] right-0 z-10 hidden w-max max-w-56 rounded-c border border-line-strong bg-deck px-2 py-1 text-left text-sm text-ink-2 shadow-[0_8px_24px_var(--shade)] group-focus-within:block"
        >
          {error ? <span className="block text-stop">{error}</span> : read}
          <Meanings meanings={meanings} />
        </span>
      ) : null}
    </span>
  );
}
