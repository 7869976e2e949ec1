import {
  WITHDRAW_OUTCOMES,
  type WithdrawOutcome,
} from "../../../../worker/features/prospects/pipeline.schema.ts";
import { type Translate, useT } from "../../../lib/i18n/i18n.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";
import { SegmentedRadio } from "../../../ui/segmented.tsx";
import type { Move } from "../steps/moves.ts";
import { AssigneeSelect } from "./assignee-select.tsx";
import { bound } from "./bound.ts";

/** What is asked for before a step is taken, of one prospect or of many. */
type Asks = Pick<Move, "assignee" | "reason" | "outcome">;

/** The answers; `notes` is a comment that the step can do without. */
export type StepForm = {
  assignedTo: number | null;
  outcome: WithdrawOutcome;
  reason: string;
  notes: string;
};

/** The answers before anything is answered. */
export const NO_ANSWERS: StepForm = { assignedTo: null, outcome: "withdrawn", reason: "", notes: "" };

/** Why a step cannot be taken with these answers yet; null when it can. */
export function missingAnswer(asks: Asks, { assignedTo, reason }: StepForm, t: Translate): string | null {
  if (asks.assignee === "needed" && assignedTo === null) return t("prospect.assign.choose_first");
  return asks.reason && reason.trim() === "" ? t("prospect.reason_first") : null;
}

/** The fields for what a step asks. */
export function StepFields(props: {
  form: FormParts<StepForm>;
  asks: Asks;
  /** The field that holds the words. */
  words: "reason" | "notes";
  wordsHint: string;
  /** What choosing nobody means where an assignee is optional. */
  nobody: string;
  nobodyHint?: string;
}) {
  const t = useT();
  const { form, asks, words } = props;
  const isOptional = asks.assignee === "optional";
  return (
    <>
      {asks.assignee ? (
        <AssigneeSelect
          {...bound(form, "assignedTo")}
          nobody={isOptional ? props.nobody : undefined}
          hint={isOptional ? props.nobodyHint : undefined}
        />
      ) : null}
      {asks.outcome ? (
        <div>
          <p className="mb-[5px] text-md text-ink-2">{t("prospect.outcome.label")}</p>
          <SegmentedRadio
            {...bound(form, "outcome")}
            label={t("prospect.outcome.label")}
            options={WITHDRAW_OUTCOMES.map((value) => ({ value, label: t(`prospect.outcome.${value}`) }))}
          />
        </div>
      ) : null}
      <Field
        label={t(asks.reason ? "prospect.reason" : "prospect.comment_optional")}
        hint={props.wordsHint}
        error={form.errorOf(words)}
        required={asks.reason}
      >
        <Textarea maxLength={2000} {...form.register(words)} />
      </Field>
    </>
  );
}
