import type { ReactNode } from "react";
import { type FormWords, textIn } from "../../../worker/features/forms/forms.schema.ts";
import { LANGUAGES, type Language } from "../../../worker/lib/wire.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Input, TextArea, TextField } from "../../ui/field.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { Switch } from "../../ui/switch.tsx";

/** A heading of the three parts. */
export const PartHead = ({ children }: { children: ReactNode }) => (
  <header className="flex min-h-[58px] flex-wrap items-center gap-2 border-b border-line px-[18px] py-2.5">
    {children}
  </header>
);

export type Languages = { language: Language; setLanguage: (language: Language) => void };

/** The language of the form that is edited and shown. */
export function LanguageChoice({ language, setLanguage }: Languages) {
  return (
    <SegmentedRadio
      label={useT()("forms.language")}
      options={LANGUAGES.map((value) => ({ value, label: value.toUpperCase() }))}
      value={language}
      onChange={setLanguage}
    />
  );
}

const withText = (words: FormWords | undefined, language: Language, text: string): FormWords => {
  const { [language]: _, ...others } = words ?? {};
  return text === "" ? others : { ...others, [language]: text };
};

type WordsProps = {
  label: string;
  words: FormWords | undefined;
  language: Language;
  most: number;
  onChange: (words: FormWords) => void;
  isLong?: boolean;
  error?: string | null | undefined;
  hint?: ReactNode;
};

/** A text of the form in one language; where that lacks, the other one is said below. */
export function WordsField(props: WordsProps) {
  const t = useT();
  const { label, words, language, most, onChange, isLong, error } = props;
  const other = textIn(words, language);
  const lacks = other.isOther ? (
    <span className="text-wait">
      {t("forms.lacks", { language: t(`forms.language.${language}`) })}{" "}
      <span lang={other.language} className="text-ink-2">
        {other.text}
      </span>
    </span>
  ) : null;
  const field = {
    label,
    error,
    hint:
      lacks || props.hint ? (
        <>
          {lacks ? <span className="block">{lacks}</span> : null}
          {props.hint}
        </>
      ) : null,
    lang: language,
    value: words?.[language] ?? "",
    maxLength: most,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(withText(words, language, target.value)),
  };
  return isLong ? (
    <TextArea {...field} rows={2} inputClass="min-h-[60px]" />
  ) : (
    <TextField {...field} type="text" />
  );
}

/** The same without a label of its own; a text that lacks is shown as a placeholder. */
export function WordsInput(props: Omit<WordsProps, "isLong" | "hint" | "error">) {
  const { label, words, language, most, onChange } = props;
  const { text, isOther } = textIn(words, language);
  return (
    <Input
      type="text"
      size="m"
      aria-label={label}
      lang={language}
      autoComplete="off"
      maxLength={most}
      placeholder={isOther ? text : ""}
      value={words?.[language] ?? ""}
      onChange={({ target }) => onChange(withText(words, language, target.value))}
    />
  );
}

/** A switch with what it means below its name. */
export function SwitchLine(props: {
  label: string;
  text?: string | null;
  checked: boolean;
  reason?: string | null;
  onChange: (checked: boolean) => void;
}) {
  const { label, text, checked, reason, onChange } = props;
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="font-book">{label}</p>
        {text ? <p className="hint">{text}</p> : null}
      </div>
      <Switch {...{ label, checked, onChange }} reason={reason} hidesLabel />
    </div>
  );
}
