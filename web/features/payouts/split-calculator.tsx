import { useId, useState } from "react";
import { CURRENCIES } from "../../../worker/features/contracts/contracts.schema.ts";
import { CREW_LIMIT } from "../../../worker/features/payouts/payouts.schema.ts";
import { copyText } from "../../lib/clipboard.ts";
import { cx } from "../../lib/cx.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { CopyIcon, PlusIcon } from "../../ui/icons.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import {
  type Calculation,
  keepCalculation,
  MOST_FEE,
  newCalculation,
  newName,
  readCalculation,
  resultOf,
} from "./calculation.ts";
import { CrewTable } from "./crew-table.tsx";
import { ModeField, PaymentRow, ProblemLine } from "./parts.tsx";
import { inMode, type Person, type Row } from "./sheet.ts";

/** Splits a sum without a contract. The typed values stay in this browser until they are cleared. */
export default function SplitCalculator() {
  const t = useT();
  const { user } = useUser();
  const userId = user?.id ?? 0;
  const begin = () => newCalculation(user?.displayName ?? "");
  const [kept, setKept] = useState<Calculation | null>(() => readCalculation(userId));
  const [first, setFirst] = useState<Calculation>(begin);
  const calculation = kept ?? first;
  const addId = useId();
  /** Key of the user who was added last. */
  const [added, setAdded] = useState<string | null>(null);
  const { currency, sheet } = calculation;
  const { mode, people } = sheet;
  const result = resultOf(calculation);
  const { rows, payments, problem } = result;
  const isEmpty = !result.sum || problem !== null;
  const copied = { title: t("payouts.text_copied") };
  const nameOf = (row: Row | null) =>
    row
      ? row.name.trim() || t("payouts.person", { number: rows.indexOf(row) + 1 })
      : t("payouts.somebody_else");

  const change = (values: Partial<Calculation>) => {
    const next = { ...calculation, ...values };
    setKept(next);
    keepCalculation(userId, next);
  };
  const setPeople = (next: Person[]) => change({ sheet: { ...sheet, people: next } });
  const person = (row: Row | null) => ({ userId: null, name: nameOf(row), avatarUrl: null });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_430px] items-start gap-[18px] max-lg:grid-cols-1">
      <Panel className="grid gap-4 p-[18px] max-md:p-4">
        <div className="flex flex-wrap items-start gap-3">
          <NumberField
            label={t("payouts.sum_label")}
            className="flex-1 basis-40 max-md:basis-full"
            inputClass="figure text-[17px]!"
            unit={currency}
            value={calculation.sum}
            onChange={(sum) => change({ sum })}
          />
          <SelectField
            label={t("payouts.currency")}
            className="w-28 max-md:flex-1"
            value={currency}
            options={CURRENCIES.map((value) => ({ value, label: value }))}
            onChange={({ target }) => change({ currency: target.value as Calculation["currency"] })}
          />
          <ModeField
            className="w-40 max-md:order-1 max-md:w-full"
            mode={mode}
            onChange={(next) => change({ sheet: inMode(sheet, next, rows) })}
          />
          <NumberField
            label={t("payouts.fee_percent")}
            className="w-36 max-md:flex-1"
            inputClass="figure text-right"
            value={calculation.fee}
            decimals={2}
            most={MOST_FEE}
            onChange={(fee) => change({ fee })}
          />
          <SelectField
            label={t("payouts.payer")}
            className="w-56 max-md:order-2 max-md:w-full"
            value={sheet.payer ?? ""}
            options={[
              ...rows.map((row) => ({ value: row.key, label: nameOf(row) })),
              { value: "", label: t("payouts.somebody_else") },
            ]}
            onChange={({ target }) => change({ sheet: { ...sheet, payer: target.value || null } })}
          />
        </div>
        <CrewTable
          label={t("payouts.crew")}
          mode={mode}
          rows={rows.map((row) => ({
            ...row,
            ...(result.sum ? {} : { share: null, receives: null }),
            name: nameOf(row),
            notes: [
              row.donates && t("payouts.donates"),
              row.holds ? t("payouts.holds_some", { amount: row.holds }) : null,
            ],
          }))}
          editing={{ people, onChange: setPeople, addId, typed: { added } }}
        />
        <ProblemLine problem={problem} currency={currency} />
        <div>
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
        {payments.length > 0 ? (
          <ul className="pad [&>li:first-child]:border-t-0">
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
        ) : (
          <p className="pad py-4 text-ink-2">{t(isEmpty ? "payouts.type_sum" : "payouts.nothing_to_pay")}</p>
        )}
        <div className={cx("flex flex-wrap gap-2 border-t border-line pad py-3", !kept && "hidden")}>
          {isEmpty ? null : (
            <Button
              variant="primary"
              icon={<CopyIcon />}
              onClick={() =>
                void copyText(textOf(t, calculation, result, nameOf), copied, t("payouts.copy_failed"))
              }
            >
              {t("payouts.copy_text")}
            </Button>
          )}
          <Button
            onClick={() => {
              keepCalculation(userId, null);
              setKept(null);
              setFirst(begin());
            }}
          >
            {t("payouts.clear")}
          </Button>
        </div>
      </Panel>
    </div>
  );
}

/** The split as a text for a chat in Discord; emphasis characters in names are escaped. */
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
