import type { ReactNode } from "react";
import {
  CONTRACT_TYPES,
  type ContractStatus,
  CURRENCIES,
  DESCRIPTION_LENGTH,
  isAvailable,
  MOST_AMOUNT,
  MOST_HOURS,
  MOST_RATE,
  PAYMENT_TYPES,
  type Person,
  PLACE_LENGTH,
  RISK_LEVELS,
  SERVICE_TYPES,
  TITLE_LENGTH,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { DateTime, EveningPicks } from "../../../ui/date-time.tsx";
import { Field, Input, Select, Textarea } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";
import { MoreFields } from "../../../ui/more-fields.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { Optional } from "../../../ui/optional.tsx";
import { MemberPicker } from "../../members/index.ts";
import { type Choice, choiceText } from "../contract-parts.tsx";
import { type ContractValues, type FieldName, inputOf, PAY_FIELDS, totalOf } from "./form-values.ts";

/** Props of the dialogs of a contract's form. */
export const FORM = { width: 680, className: "grid gap-4 sm:grid-cols-2", inputOf };

export const fieldId = (field: FieldName) => `contract-${field}`;

const NUMBERS = {
  amount: { most: MOST_AMOUNT, decimals: 0 },
  percentageOf: { most: 100, decimals: 2 },
  hourlyRate: { most: MOST_RATE, decimals: 0 },
  estimatedHours: { most: MOST_HOURS, decimals: 2 },
} as const;

/** Fields of every contract that may be empty. */
const OPTIONAL: readonly FieldName[] = ["location", "deadline", "description"];

/** What a new contract can do without, beside its state, which the buttons decide. */
const MORE = ["serviceType", "riskLevel", "duration", "assignedTo"] as const;

export function ContractFields(props: {
  form: FormParts<ContractValues>;
  statuses: readonly ContractStatus[];
  assignee?: Person | null;
  /** Folds what a new contract can do without. */
  isNew?: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const { form, statuses, assignee = null, isNew } = props;
  const { values } = form;
  const [present] = statuses;
  const errorText = (name: FieldName) => {
    if (!(name in NUMBERS)) return t(`contracts.form.${name === "title" ? "title" : "field"}_error`);
    const { most, decimals } = NUMBERS[name as keyof typeof NUMBERS];
    return t(`contracts.form.${decimals ? "decimals" : "whole"}_error`, { max: format.number(most) });
  };
  const field = (name: FieldName, control: ReactNode, hint?: string) => (
    <Field
      id={fieldId(name)}
      className={name === "title" || OPTIONAL.slice(1).includes(name) ? "sm:col-span-2" : ""}
      label={
        OPTIONAL.includes(name) ? (
          <Optional label={t(`contracts.field.${name}`)} text={t("contracts.form.optional")} />
        ) : (
          t(`contracts.field.${name}`)
        )
      }
      hint={hint}
      error={form.errorOf(name, errorText(name))}
      required={name === "title"}
    >
      {control}
    </Field>
  );
  const text = (name: "title" | "location" | "duration", most: number, hint?: string) =>
    field(name, <Input type="text" autoComplete="off" maxLength={most} {...form.register(name)} />, hint);
  const choice = (name: Choice & FieldName, values: readonly string[], hint?: string) => {
    const labelOf = (value: string) => (value ? choiceText(t, name, value) : t("contracts.not_specified"));
    const options = values.map((value) => ({ value, label: labelOf(value) }));
    return field(name, <Select {...form.register(name)} options={options} />, hint);
  };
  const statusHint =
    !isNew && values.status !== present && (values.status === "draft" || values.status === "cancelled")
      ? t(values.status === "draft" ? "contracts.ask.draft_text" : "contracts.ask.permanent")
      : values.status !== present && values.status === "payment_sent"
        ? t("contracts.form.sends_all")
        : undefined;
  const total = totalOf(values);
  const isPercentage = values.paymentType === "percentage";
  const { currency } = values;
  const unitOf = {
    amount: currency,
    hourlyRate: currency,
    percentageOf: undefined,
    estimatedHours: undefined,
  };
  const [money, rate] = PAY_FIELDS[values.paymentType];
  const pay = (name: keyof typeof NUMBERS) => (
    <NumberField
      id={fieldId(name)}
      label={t(`contracts.field.${name}`)}
      {...NUMBERS[name]}
      {...form.bind(name, errorText(name))}
      unit={unitOf[name]}
      hint={isPercentage && t(`contracts.form.${name === "percentageOf" ? "percentage" : "total"}_hint`)}
    />
  );
  const rest = (
    <>
      {choice("serviceType", ["", ...SERVICE_TYPES])}
      {choice("riskLevel", RISK_LEVELS)}
      {choice("status", statuses, statusHint)}
      {text("duration", PLACE_LENGTH, t("contracts.form.duration_hint"))}
      {field(
        "assignedTo",
        <MemberPicker
          {...form.bind("assignedTo")}
          label={t("contracts.field.assignedTo")}
          known={assignee}
          placeholder={t("contracts.unassigned")}
          failedText={t("contracts.form.assigned_failed")}
          noneText={t("contracts.form.assigned_none")}
        />,
        present && isAvailable(present) ? t("contracts.form.assigned_posted") : undefined,
      )}
    </>
  );
  return (
    <>
      {text("title", TITLE_LENGTH)}
      {choice("type", CONTRACT_TYPES)}
      {text("location", PLACE_LENGTH)}
      {choice("paymentType", PAYMENT_TYPES)}
      <div className="grid grid-cols-[minmax(0,1fr)_104px] gap-2">
        {pay(money)}
        {field(
          "currency",
          <Select
            {...form.register("currency")}
            options={CURRENCIES.map((value) => ({ value, label: value }))}
          />,
        )}
      </div>
      {rate && pay(rate)}
      {rate && (
        <p role="status" className="self-center text-md text-ink-2">
          {t.rich(isPercentage ? "contracts.form.final_amount" : "contracts.form.total", {
            total: (
              <b key="total" className="figure text-base font-semibold text-ink">
                {format.number(total)}
              </b>
            ),
            currency: values.currency,
          })}
        </p>
      )}
      {field(
        "deadline",
        <span className="grid items-center gap-x-4 gap-y-2 sm:grid-cols-2">
          <DateTime
            value={values.deadline || null}
            onChange={(deadline) => form.set("deadline", deadline ?? "")}
          />
          <span className="flex flex-wrap gap-1.5">
            <EveningPicks onPick={(deadline) => form.set("deadline", deadline)} />
          </span>
        </span>,
      )}
      {field(
        "description",
        <Textarea rows={5} maxLength={DESCRIPTION_LENGTH} {...form.register("description")} />,
      )}
      {isNew ? (
        <MoreFields form={form} names={MORE} label={t("contracts.form.more")}>
          {rest}
        </MoreFields>
      ) : (
        rest
      )}
    </>
  );
}
