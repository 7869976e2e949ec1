import { useState } from "react";
import {
  EXPENSE_LIMIT,
  EXPENSE_NOTE_LENGTH,
  type Expense,
  expenseInput,
  type Payout,
} from "../../../worker/features/payouts/payouts.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { numberOf } from "../../lib/number.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormBody, useSendForm } from "../../ui/form.tsx";
import { PlusIcon, TrashIcon } from "../../ui/icons.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Section } from "../../ui/section.tsx";
import { Time } from "../../ui/time.tsx";
import { ButtonOf, useNameOf } from "./parts.tsx";
import { payouts, useTask } from "./payouts.api.ts";

const TONES = { pending: "wait", approved: "go", declined: "idle" } as const;

export function Expenses({ payout, isOwner }: { payout: Payout; isOwner: boolean }) {
  const t = useT();
  /** Null until the form has been opened once. */
  const [isAdding, setIsAdding] = useState<boolean | null>(null);
  const { expenses, can } = payout;
  if (expenses.length === 0 && !can.addExpense) return null;
  return (
    <Section title={t("payouts.expenses")} aside={can.addExpense ? t("payouts.expenses_hint") : null}>
      {expenses.length > 0 ? (
        <ul>
          {expenses.map((expense) => (
            <Line key={expense.id} expense={expense} payout={payout} />
          ))}
        </ul>
      ) : null}
      {!can.addExpense ? null : isAdding ? (
        <ExpenseForm payout={payout} isOwner={isOwner} onClose={() => setIsAdding(false)} />
      ) : (
        <Button
          size="s"
          reason={expenses.length >= EXPENSE_LIMIT && t("payouts.most_expenses", { most: EXPENSE_LIMIT })}
          icon={<PlusIcon />}
          autoFocus={isAdding === false}
          className="mt-1"
          onClick={() => setIsAdding(true)}
        >
          {t("payouts.expense_add")}
        </Button>
      )}
    </Section>
  );
}

function Line({ expense, payout }: { expense: Expense; payout: Payout }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { pending, run } = useTask();
  const { note, amount, status, decidedBy, createdAt, can } = expense;
  const what = `${note}, ${format.number(amount)} ${payout.currency}`;
  /** Both decisions stay where they are, so that a second press never falls on the other one. */
  const decision = (to: "approved" | "declined") => (
    <ButtonOf
      label={t(to === "approved" ? "payouts.approve" : "payouts.decline")}
      subject={what}
      aria-pressed={status === to}
      className="aria-pressed:border-ice"
      pending={pending === to}
      onClick={() => {
        if (status !== to) run(to, () => payouts.decide(expense, to));
      }}
    />
  );
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 border-t border-line py-[9px] text-md">
      <span className="min-w-0 flex-1 basis-40 leading-[1.35]">
        <span className="block [overflow-wrap:anywhere]">{note}</span>
        <span className="block hint">
          {nameOf(expense)} · <Time at={createdAt}>{format.day(createdAt)}</Time>
        </span>
      </span>
      <span className="figure">{format.number(amount)}</span>
      <span className="flex min-w-[150px] items-center justify-end gap-1.5 max-md:w-full max-md:justify-start">
        {can.delete ? (
          <IconButton
            size="s"
            className="max-md:order-2"
            label={t("payouts.expense_remove", { what })}
            icon={<TrashIcon />}
            pending={pending === "remove"}
            onClick={() => run("remove", () => payouts.removeExpense(expense))}
          />
        ) : null}
        <span
          className="max-md:order-1"
          title={decidedBy ? t("payouts.decided_by", { name: decidedBy }) : undefined}
        >
          <Badge tone={TONES[status]}>{t(`payouts.expense.${status}`)}</Badge>
        </span>
        {can.decide ? (
          <>
            {decision("approved")}
            {decision("declined")}
          </>
        ) : null}
      </span>
    </li>
  );
}

const OWN = "own";

function ExpenseForm(props: { payout: Payout; isOwner: boolean; onClose: () => void }) {
  const t = useT();
  const nameOf = useNameOf();
  const { user } = useUser();
  const { payout, isOwner, onClose } = props;
  const others = payout.lines.filter(({ userId }) => userId !== user?.id);
  const form = useSendForm({
    schema: expenseInput,
    defaults: { who: OWN, amount: "", note: "" },
    inputOf: ({ who, amount, note }) => {
      const other = who === OWN ? undefined : others[Number(who)];
      const whose =
        other && (other.userId === null ? { userId: null, name: other.name } : { userId: other.userId });
      return { ...whose, amount: numberOf(amount), note };
    },
    failure: { title: t("payouts.failed") },
    onSubmit: async (input, _values, key) => {
      await payouts.spend(payout.contractId, input, key);
      onClose();
    },
  });
  return (
    <FormBody
      form={form}
      className="grid gap-3 border-t border-line pt-3 sm:grid-cols-[minmax(0,1fr)_150px]"
      buttons={
        <div className="flex gap-2 sm:col-span-full">
          <Button type="submit" pending={form.isSubmitting}>
            {t("payouts.expense_add")}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t("action.cancel")}
          </Button>
        </div>
      }
    >
      {({ bind, field }) => (
        <>
          <TextField
            label={t("payouts.expense_note")}
            {...field("note", t("payouts.expense_note_error"))}
            required
            size="m"
            maxLength={EXPENSE_NOTE_LENGTH}
            autoFocus
          />
          <NumberField
            label={t("payouts.expense_amount", { currency: payout.currency })}
            {...bind("amount", t("payouts.expense_amount_error"))}
            required
            size="m"
            unit={payout.currency}
          />
          {isOwner && others.length > 0 ? (
            <SelectField
              label={t("payouts.expense_who")}
              className="sm:col-span-full sm:max-w-64"
              size="m"
              options={[
                { value: OWN, label: t("payouts.you") },
                ...others.map((line, value) => ({ value, label: nameOf(line) })),
              ]}
              {...field("who")}
            />
          ) : null}
        </>
      )}
    </FormBody>
  );
}
