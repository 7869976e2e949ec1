import { useId, useState } from "react";
import { CURRENCIES } from "../../../../worker/features/contracts/contracts.schema.ts";
import {
  CREW_LIMIT,
  SPLIT_MODES,
  type SplitMode,
} from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { focusBack } from "../../../lib/focus.ts";
import { type Translate, useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input, Select } from "../../../ui/field.tsx";
import { CopyIcon, PlusIcon, TrashIcon } from "../../../ui/icons.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Switch } from "../../../ui/switch.tsx";
import {
  type Calculation,
  keepCalculation,
  MOST_FEE,
  type NamedPayment,
  newCalculation,
  newName,
  readCalculation,
  resultOf,
} from "./calculation.ts";
import { CrewTable } from "./crew-table.tsx";
import { ButtonOf, copyText, NumberField, PaymentRow } from "./parts.tsx";
import { ProblemLine } from "./problem.tsx";
import { decimalsOf, inMode, type Person, type Row } from "./sheet.ts";

const NAME_LENGTH = 64;

/** Splits a sum without a contract. What is typed stays in this browser until it is cleared. */
export default function SplitCalculator() {
  const t = useT();
  const format = useFormat();
  const isPhone = useMedia(PHONE);
  const { user } = useUser();
  const userId = user?.id ?? 0;
  const begin = () => newCalculation(user?.displayName ?? "", format.number);
  const [calculation, setCalculation] = useState<Calculation>(() => readCalculation(userId) ?? begin());
  const addId = useId();
  /** Key of who was added last. */
  const [added, setAdded] = useState<string | null>(null);
  const { currency, sheet } = calculation;
  const { mode, people } = sheet;
  const result = resultOf(calculation);
  const { rows, payments, problem } = result;
  const nameOf = (row: Row | null) => {
    const at = people.findIndex(({ key }) => key === row?.key);
    return at < 0
      ? t("payouts.somebody_else")
      : people[at]?.name.trim() || t("payouts.person", { number: at + 1 });
  };

  const change = (values: Partial<Calculation>) => {
    const next = { ...calculation, ...values };
    setCalculation(next);
    keepCalculation(userId, next);
  };
  const setPeople = (next: Person[]) => change({ sheet: { ...sheet, people: next } });
  const set = (key: string, values: Partial<Person>) =>
    setPeople(people.map((each) => (each.key === key ? { ...each, ...values } : each)));
  const personOf = ({ key }: Row) => people.find((each) => each.key === key);
  const numberField = (row: Row, field: "value" | "holds" | "expenses", label: string, className: string) => (
    <NumberField
      label={t("payouts.value_of", { value: label, name: nameOf(row) })}
      text={personOf(row)?.[field] ?? ""}
      decimals={field === "value" ? decimalsOf(mode) : 0}
      className={className}
      onChange={(text) => set(row.key, { [field]: text })}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_430px] items-start gap-[18px] max-lg:grid-cols-1">
      <Panel className="grid gap-4 p-[18px] max-md:p-4">
        <div className="flex flex-wrap items-end gap-3">
          <Field label={t("payouts.sum_label")} className="flex-1 basis-40 max-md:basis-full">
            <NumberField
              size="l"
              text={calculation.sum}
              className="text-left! text-[17px]!"
              onChange={(sum) => change({ sum })}
            />
          </Field>
          <Field label={t("payouts.currency")} className="w-24 max-md:flex-1">
            <Select
              value={currency}
              onChange={({ target }) => change({ currency: target.value as Calculation["currency"] })}
            >
              {CURRENCIES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </Field>
          <Field label={t("payouts.mode")} className="w-40 max-md:order-1 max-md:w-full">
            <Select
              value={mode}
              onChange={({ target }) =>
                change({ sheet: inMode(sheet, target.value as SplitMode, rows, format.number) })
              }
            >
              {SPLIT_MODES.map((each) => (
                <option key={each} value={each}>
                  {t(`payouts.mode.${each}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t("payouts.fee_percent")} className="w-20 max-md:flex-1">
            <NumberField
              size="l"
              text={calculation.fee}
              decimals={2}
              most={MOST_FEE}
              onChange={(fee) => change({ fee })}
            />
          </Field>
        </div>
        <CrewTable
          label={t("payouts.crew")}
          mode={mode}
          rows={rows.map((row, at) => ({
            ...row,
            userId: null,
            name: nameOf(row),
            avatarUrl: null,
            notes: [
              people[at]?.donates && t("payouts.donates"),
              Boolean(row.holds) && t("payouts.holds_some", { amount: row.holds ?? 0 }),
            ],
          }))}
          fields={{
            name: (row) => (
              <Input
                size="s"
                aria-label={t("payouts.name_of", { name: nameOf(row) })}
                className="max-w-64 px-2!"
                autoFocus={row.key === added}
                maxLength={NAME_LENGTH}
                autoComplete="off"
                placeholder={nameOf(row)}
                value={personOf(row)?.name ?? ""}
                onChange={({ target }) => set(row.key, { name: target.value })}
              />
            ),
            value: (row) =>
              numberField(
                row,
                "value",
                t(`payouts.column.${mode}`),
                mode === "fixed" ? "w-28! max-md:w-24!" : "w-[68px]! max-md:w-14!",
              ),
            expenses: isPhone
              ? undefined
              : (row) => numberField(row, "expenses", t("payouts.column.expenses"), "w-24!"),
            more: (row) => (
              <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
                {isPhone ? (
                  <span className="flex items-center gap-2">
                    <span className="hint" aria-hidden="true">
                      {t("payouts.column.expenses")}
                    </span>
                    {numberField(row, "expenses", t("payouts.column.expenses"), "w-28!")}
                  </span>
                ) : null}
                <span className="flex items-center gap-2">
                  <span className="hint" aria-hidden="true">
                    {t("payouts.holds")}
                  </span>
                  {numberField(row, "holds", t("payouts.holds"), "w-28!")}
                </span>
                <Switch
                  label={t("payouts.donate_guest")}
                  of={nameOf(row)}
                  checked={personOf(row)?.donates ?? false}
                  onChange={(donates) => set(row.key, { donates })}
                />
                <ButtonOf
                  label={t("payouts.remove")}
                  of={nameOf(row)}
                  icon={<TrashIcon />}
                  onClick={() => {
                    setPeople(people.filter(({ key }) => key !== row.key));
                    focusBack(document.getElementById(addId));
                  }}
                />
              </div>
            ),
          }}
        />
        <ProblemLine problem={problem} currency={currency} />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Field label={t("payouts.payer")} className="w-56">
            <Select
              size="m"
              value={sheet.payer ?? ""}
              onChange={({ target }) => change({ sheet: { ...sheet, payer: target.value || null } })}
            >
              {rows.map((row) => (
                <option key={row.key} value={row.key}>
                  {nameOf(row)}
                </option>
              ))}
              <option value="">{t("payouts.somebody_else")}</option>
            </Select>
          </Field>
          <Button
            icon={<PlusIcon />}
            reason={people.length >= CREW_LIMIT && t("payouts.most_people", { most: CREW_LIMIT })}
            id={addId}
            onClick={() => {
              const person = newName(mode);
              setAdded(person.key);
              setPeople([...people, person]);
            }}
          >
            {t("payouts.add_person")}
          </Button>
        </div>
      </Panel>
      <Panel title={t("payouts.who_pays")}>
        <Payments payments={payments} nameOf={nameOf} isEmpty={!result.sum || problem !== null} />
        <div className="flex flex-wrap gap-2 border-t border-line px-[18px] py-3 max-md:px-4">
          <Button
            variant="primary"
            icon={<CopyIcon />}
            reason={(!result.sum || problem !== null) && t("payouts.copy_later")}
            onClick={() =>
              void copyText(
                textOf(t, calculation, result, nameOf),
                t("payouts.text_copied"),
                t("payouts.copy_failed"),
              )
            }
          >
            {t("payouts.copy_text")}
          </Button>
          <Button
            onClick={() => {
              keepCalculation(userId, null);
              setCalculation(begin());
            }}
          >
            {t("payouts.clear")}
          </Button>
        </div>
      </Panel>
    </div>
  );
}

function Payments(props: {
  payments: readonly NamedPayment[];
  nameOf: (row: Row | null) => string;
  isEmpty: boolean;
}) {
  const t = useT();
  const { payments, nameOf, isEmpty } = props;
  const person = (row: Row | null) => ({ userId: null, name: nameOf(row), avatarUrl: null });
  if (payments.length === 0) {
    return (
      <p className="px-[18px] py-4 text-ink-2 max-md:px-4">
        {t(isEmpty ? "payouts.type_sum" : "payouts.nothing_to_pay")}
      </p>
    );
  }
  return (
    <ul className="px-[18px] max-md:px-4 [&>li:first-child]:border-t-0">
      {payments.map(({ from, to, amount, fee }) => (
        <PaymentRow
          key={`${from?.key}-${to?.key}`}
          payer={person(from)}
          receiver={person(to)}
          amount={amount}
          fee={fee}
          copies
        />
      ))}
    </ul>
  );
}

/** The split as a text for a chat in Discord; its signs of emphasis in names stand for themselves. */
function textOf(
  t: Translate,
  { currency, sheet }: Calculation,
  { sum, rows, payments }: ReturnType<typeof resultOf>,
  nameOf: (row: Row | null) => string,
): string {
  const name = (row: Row | null) => nameOf(row).replace(/[\\*_~|`>]/g, "\\$&");
  return [
    t("payouts.text_head", { sum: sum ?? 0, currency, how: t(`payouts.how.${sheet.mode}`) }),
    ...rows.map((row) => t("payouts.text_share", { name: name(row), amount: row.receives ?? 0 })),
    ...(payments.length > 0 ? ["", t("payouts.who_pays")] : []),
    ...payments.map(({ from, to, amount, fee }) =>
      t("payouts.text_payment", { from: name(from), to: name(to), amount, fee }),
    ),
  ].join("\n");
}
