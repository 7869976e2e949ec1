import type { ReactNode } from "react";
import {
  AVAILABLE,
  CONTRACT_TYPES,
  type ContractStatus,
  CURRENCIES,
  DESCRIPTION_LENGTH,
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
import { useCan } from "../../../lib/gate.tsx";
import { useT } from "../../../lib/i18n/i18n.ts";
import { fromLocalInput, toLocalInput } from "../../../lib/local-time.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Field, Input, Select, Textarea } from "../../../ui/field.tsx";
import type { FormParts } from "../../../ui/form.tsx";
import { type ContractValues, type FieldName, PAY_FIELDS, totalOf } from "./form-values.ts";
import { MemberField } from "./member-field.tsx";

export const FORM_CLASS = "grid gap-4 sm:grid-cols-2";

/** Id of a field's control. */
export const fieldId = (field: FieldName) => `contract-${field}`;

const NUMBERS = {
  amount: { max: MOST_AMOUNT, step: 1, inputMode: "numeric" },
  percentageOf: { max: 100, step: 0.01, inputMode: "decimal" },
  hourlyRate: { max: MOST_RATE, step: 1, inputMode: "numeric" },
  estimatedHours: { max: MOST_HOURS, step: 0.01, inputMode: "decimal" },
} as const;

/** The fields of a contract. */
export function ContractFields(props: {
  form: FormParts<ContractValues>;
  /** The states that can be chosen. */
  statuses: readonly ContractStatus[];
  assignee?: Person | null;
}) {
  const t = useT();
  const format = useFormat();
  const mayAssign = useCan("contracts.write");
  const { form, statuses, assignee = null } = props;
  const { values } = form;
  const isAssigning = statuses[0] === "draft" || AVAILABLE.some((status) => status === statuses[0]);
  const errorText = (name: FieldName) => {
    if (!(name in NUMBERS)) return t(`contracts.form.${name === "title" ? "title" : "field"}_error`);
    const { max, step } = NUMBERS[name as keyof typeof NUMBERS];
    return t(step === 1 ? "contracts.form.whole_error" : "contracts.form.decimals_error", {
      max: format.number(max),
    });
  };
  const field = (name: FieldName, control: ReactNode, hint?: string, isWide = false) => (
    <Field
      id={fieldId(name)}
      className={isWide ? "sm:col-span-2" : ""}
      label={t(`contracts.field.${name}`)}
      hint={hint}
      error={form.errorOf(name, errorText(name))}
      required={name === "title"}
    >
      {control}
    </Field>
  );
  const choice = <Value extends string>(
    name: FieldName,
    options: readonly Value[],
    textOf: (value: Value) => string,
  ) =>
    field(
      name,
      <Select {...form.register(name)}>
        {options.map((value) => (
          <option key={value} value={value}>
            {textOf(value)}
          </option>
        ))}
      </Select>,
      name === "status" ? statusHint : undefined,
    );
  const statusHint =
    values.status !== statuses[0] && (values.status === "draft" || values.status === "cancelled")
      ? t(`contracts.ask.${values.status === "draft" ? "draft" : "cancel"}_text`)
      : undefined;
  const number = (name: keyof typeof NUMBERS, hint?: string) =>
    field(name, <Input type="number" min={0} {...NUMBERS[name]} {...form.register(name)} />, hint);
  const total = totalOf(values);
  const isPercentage = values.paymentType === "percentage";
  return (
    <>
      {field(
        "title",
        <Input type="text" autoComplete="off" maxLength={TITLE_LENGTH} {...form.register("title")} />,
        undefined,
        true,
      )}
      {choice("type", CONTRACT_TYPES, (value) => t(`contracts.type.${value}`))}
      {choice("serviceType", ["", ...SERVICE_TYPES], (value) =>
        value === "" ? t("contracts.not_specified") : t(`contracts.service.${value}`),
      )}
      {choice("status", statuses, (value) => t(`contracts.status.${value}`))}
      {choice("riskLevel", RISK_LEVELS, (value) => t(`contracts.risk.${value}`))}
      {choice("paymentType", PAYMENT_TYPES, (value) => t(`contracts.paid.${value}`))}
      {choice("currency", CURRENCIES, (value) => value)}
      {PAY_FIELDS[values.paymentType].map((name) => (
        <div key={name} className={values.paymentType === "flat_rate" ? "sm:col-span-2" : ""}>
          {number(
            name,
            name === "percentageOf"
              ? t("contracts.form.percentage_hint")
              : name === "amount" && isPercentage
                ? t("contracts.form.total_hint")
                : undefined,
          )}
        </div>
      ))}
      {values.paymentType === "flat_rate" ? null : (
        <p role="status" className="-mt-1 text-md text-ink-2 sm:col-span-2">
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
        "location",
        <Input type="text" autoComplete="off" maxLength={PLACE_LENGTH} {...form.register("location")} />,
      )}
      {field(
        "duration",
        <Input type="text" autoComplete="off" maxLength={PLACE_LENGTH} {...form.register("duration")} />,
        t("contracts.form.duration_hint"),
      )}
      {field(
        "deadline",
        <Input
          type="datetime-local"
          value={toLocalInput(values.deadline)}
          onChange={({ target }) => form.set("deadline", fromLocalInput(target.value))}
        />,
        values.deadline ? format.day(values.deadline) : t("contracts.deadline.none"),
      )}
      {mayAssign
        ? field(
            "assignedTo",
            <MemberField
              value={values.assignedTo}
              known={assignee}
              onChange={(userId) => form.set("assignedTo", userId)}
            />,
            isAssigning
              ? t(`contracts.form.assigned_${statuses[0] === "draft" ? "draft" : "posted"}`)
              : undefined,
          )
        : null}
      {field(
        "description",
        <Textarea rows={5} maxLength={DESCRIPTION_LENGTH} {...form.register("description")} />,
        undefined,
        true,
      )}
    </>
  );
}
