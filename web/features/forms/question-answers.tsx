import { useId } from "react";
import { conditionsOf } from "../../../worker/features/forms/changes.schema.ts";
import {
  CHARACTERS,
  charactersOf,
  type FormContent,
  LABEL_LENGTH,
  NUMBER_MOST,
  OPTIONS,
  type Question,
  questionsOf,
  textIn,
} from "../../../worker/features/forms/forms.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { fieldNumber, numberOf } from "../../lib/number.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select, SelectField } from "../../ui/field.tsx";
import { CloseIcon, PlusIcon } from "../../ui/icons.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { canRemoveOption, freeOption, optionMovedBy } from "./edit.ts";
import { PlaceMenu } from "./place-menu.tsx";
import { SwitchLine, WordsInput } from "./settings-parts.tsx";

export type SetQuestion = (patch: { [Key in keyof Question]?: Question[Key] | undefined }) => void;

/** What bounds the answer of its kind. */
export function Bounds({
  question,
  set,
  error,
}: {
  question: Question;
  set: SetQuestion;
  error: string | null;
}) {
  const t = useT();
  const { kind, least, most, ships } = question;
  const number = (text: string) => {
    const value = numberOf(text);
    return value === null || !Number.isInteger(value) ? undefined : Math.min(value, NUMBER_MOST);
  };
  if (kind === "short" || kind === "long") {
    const { most: top } = CHARACTERS[kind];
    return (
      <NumberField
        label={t("forms.characters")}
        value={fieldNumber(charactersOf(question))}
        most={top}
        onChange={(next) => set({ most: Math.min(Math.max(number(next) ?? CHARACTERS[kind].usual, 1), top) })}
      />
    );
  }
  if (kind === "number") {
    return (
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t("forms.least")}
          value={fieldNumber(least)}
          error={error}
          onChange={(next) => set({ least: number(next) })}
        />
        <NumberField
          label={t("forms.most")}
          value={fieldNumber(most)}
          onChange={(next) => set({ most: number(next) })}
        />
      </div>
    );
  }
  if (kind !== "ship") return null;
  return (
    <SelectField
      label={t("forms.ships")}
      options={(["one", "several"] as const).map((value) => ({ value, label: t(`forms.ships.${value}`) }))}
      value={ships ?? "one"}
      onChange={({ target }) => set({ ships: target.value === "several" ? "several" : "one" })}
    />
  );
}

export function OptionsEditor(props: {
  question: Question;
  language: Language;
  error: string | null;
  set: SetQuestion;
}) {
  const t = useT();
  const { question, language, error, set } = props;
  const id = useId();
  const options = question.options ?? [];
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <p id={id} className="mb-[5px] text-md text-ink-2">
        {t("forms.options")}
      </p>
      <ul className="grid gap-1.5">
        {options.map((option, at) => {
          const name = t("forms.option", { place: at + 1 });
          const move = (step: 1 | -1) => set({ options: optionMovedBy(question, option.id, step).options });
          return (
            <li key={option.id} className="flex items-center gap-1">
              <WordsInput
                label={name}
                words={option.label}
                language={language}
                most={LABEL_LENGTH}
                onChange={(label) =>
                  set({ options: options.map((each) => (each.id === option.id ? { ...each, label } : each)) })
                }
              />
              <PlaceMenu name={name} isFirst={at === 0} isLast={at === options.length - 1} onMove={move} />
              <IconButton
                size="s"
                label={t("forms.remove_option", { name })}
                icon={<CloseIcon />}
                reason={canRemoveOption(question) ? null : t("forms.options_least", { least: OPTIONS.least })}
                onClick={() => set({ options: options.filter(({ id }) => id !== option.id) })}
              />
            </li>
          );
        })}
      </ul>
      {error ? <p className="mt-1.5 text-sm text-stop">{error}</p> : null}
      <Button
        variant="quiet"
        size="s"
        className="mt-1.5 -ml-2.5"
        icon={<PlusIcon />}
        reason={options.length >= OPTIONS.most && t("forms.options_full")}
        onClick={() => set({ options: [...options, { id: freeOption(question), label: {} }] })}
      >
        {t("forms.add_option")}
      </Button>
    </fieldset>
  );
}

/** What shows the question: an answer to an earlier one. */
export function Condition(props: {
  content: FormContent;
  question: Question;
  language: Language;
  error: string | null;
  set: SetQuestion;
}) {
  const t = useT();
  const { content, question, language, error, set } = props;
  const { when } = question;
  const all = questionsOf(content);
  const earlier = all
    .slice(
      0,
      all.findIndex(({ id }) => id === question.id),
    )
    .filter((each) => conditionsOf(each).length > 0);
  const asked = when && earlier.find(({ id }) => id === when.question);
  const nameOf = (each: Question) => textIn(each.label, language).text || t("forms.no_label");
  const answerText = (has: string) =>
    has === "any" || ((has === "yes" || has === "no") && asked?.kind === "yes_no")
      ? t(`forms.has.${has as "any" | "yes" | "no"}`)
      : textIn(asked?.options?.find(({ id }) => id === has)?.label, language).text || t("forms.no_answer");
  const ask = (id: string) => {
    const shower = earlier.find((each) => each.id === id);
    const has = shower && conditionsOf(shower)[0];
    if (has) set({ when: { question: id, has } });
  };
  const answers = asked ? conditionsOf(asked) : [];
  return (
    <div>
      <SwitchLine
        label={t("forms.when")}
        checked={when !== undefined}
        reason={when || earlier.length > 0 ? null : t("forms.when_first")}
        onChange={(next) => (next ? ask(earlier.at(-1)?.id ?? "") : set({ when: undefined }))}
      />
      {when ? (
        <div className="mt-2.5 flex flex-wrap items-center gap-2.5">
          <Select
            size="m"
            className="w-auto! max-w-full flex-[0_1_260px]"
            aria-label={t("forms.when_question")}
            aria-invalid={error !== null}
            options={earlier.map((each) => ({ value: each.id, label: nameOf(each) }))}
            empty={asked ? null : t("forms.when_choose")}
            value={asked?.id ?? ""}
            onChange={({ target }) => ask(target.value)}
          />
          <span className="text-md text-ink-2">{t("forms.has")}</span>
          <Select
            size="m"
            className="w-auto! max-w-full flex-[0_1_180px]"
            aria-label={t("forms.when_answer")}
            options={answers.map((has) => ({ value: has, label: answerText(has) }))}
            empty={answers.includes(when.has) ? null : t("forms.when_choose")}
            value={answers.includes(when.has) ? when.has : ""}
            onChange={({ target }) => target.value && set({ when: { ...when, has: target.value } })}
          />
        </div>
      ) : null}
      {error ? <p className="mt-1.5 text-sm text-stop">{error}</p> : null}
    </div>
  );
}
