import { Link } from "react-router";
import { CURRENCIES } from "../../../../worker/features/contracts/contracts.schema.ts";
import type { Money } from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { LOCALES } from "../../../lib/format.ts";
import { currentLanguage, type Translate, useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { LoadingRows } from "../../../ui/table.tsx";
import { totalsOf, unsentOf } from "./money.ts";
import { useMoney } from "./payouts.api.ts";
import { TransferRow } from "./transfer-row.tsx";

const BOARD = "/tools/contracts";

/** What the reader owes and is owed across contracts. */
export default function MyMoney() {
  const t = useT();
  const { data: money, error, mutate } = useMoney();
  if (!money) {
    return (
      <Panel aria-busy={!error}>
        {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <LoadingRows rows={4} />}
      </Panel>
    );
  }
  const { owing, owed, settled } = money;
  const isEmpty = owing.length + owed.length + settled.length === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-[18px] max-lg:grid-cols-1">
      <div className="grid gap-[18px]">
        <p className="mt-1.5 text-lg font-semibold">{sentenceOf(t, money)}</p>
        {isEmpty ? (
          <Panel>
            <EmptyState
              title={t("payouts.money_empty")}
              text={t("payouts.money_empty_text")}
              action={<ButtonLink to={BOARD}>{t("payouts.to_board")}</ButtonLink>}
            />
          </Panel>
        ) : (
          <>
            <Transfers
              title={t("payouts.to_pay")}
              none={t("payouts.to_pay_none")}
              list={owing}
              side="payer"
            />
            <Transfers
              title={t("payouts.to_receive")}
              none={t("payouts.to_receive_none")}
              list={owed}
              side="receiver"
            />
            {settled.length > 0 ? <Transfers title={t("payouts.settled")} list={settled} /> : null}
          </>
        )}
      </div>
      <Balances money={money} />
    </div>
  );
}

/** What is so in one sentence: what the reader owes to how many people, and what they are owed by whom. */
function sentenceOf(t: Translate, money: Money): string {
  const list = new Intl.ListFormat(LOCALES[currentLanguage()]);
  const sums = (totals: ReturnType<typeof totalsOf>) =>
    list.format(totals.map(({ amount, currency }) => t("payouts.sum", { amount, currency })));
  const unsent = unsentOf(money);
  const names = (people: { name: string }[]) => [...new Set(people.map(({ name }) => name))];
  const [to, from] = [
    names(unsent.map((each) => each.receiver)),
    names(money.owed.map((each) => each.payer)),
  ];
  const owe = to.length > 0 && {
    count: to.length,
    name: to[0] ?? "",
    sum: sums(totalsOf(unsent, "receiver")),
  };
  const get = from.length > 0 && {
    count: from.length,
    name: from[0] ?? "",
    sum: sums(totalsOf(money.owed, "payer")),
  };
  if (!owe && !get) return t("payouts.even");
  return [owe && t("payouts.you_owe", owe), get && t("payouts.owes_you", get)].filter(Boolean).join(" ");
}

/** One of the lists, with what it comes to in each currency. */
function Transfers(props: {
  title: string;
  /** What is said of an empty one. */
  none?: string;
  list: Money["owing"];
  /** Whose totals stand in its head, with the fees where those are the reader's to pay. */
  side?: "payer" | "receiver";
}) {
  const t = useT();
  const { title, none, list, side } = props;
  const totals = side
    ? totalsOf(list, side).map((total) =>
        side === "payer"
          ? t("payouts.sum_with_fee", total)
          : t("payouts.sum", { amount: total.amount, currency: total.currency }),
      )
    : [];
  return (
    <Panel
      title={title}
      actions={totals.length > 0 ? <span className="hint">{totals.join(" · ")}</span> : null}
    >
      {list.length > 0 ? (
        <ul className="px-[18px] max-md:px-4 [&>li:first-child]:border-t-0">
          {list.map((transfer) => (
            <TransferRow
              key={transfer.id}
              transfer={transfer}
              about={
                <Link
                  to={`${BOARD}?contract=${transfer.contractId}`}
                  className="ml-[30px] inline-block py-[3px] link text-sm [overflow-wrap:anywhere]"
                >
                  {transfer.contractTitle}
                </Link>
              }
            />
          ))}
        </ul>
      ) : (
        <p className="px-[18px] py-4 text-ink-2 max-md:px-4">{none}</p>
      )}
    </Panel>
  );
}

/** What closed contracts came to. */
function Balances({ money: { balances } }: { money: Money }) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel title={t("payouts.balances")}>
      <dl className="py-3">
        {CURRENCIES.map((currency) => (
          <div key={currency} className="flex justify-between gap-4 px-[18px] py-0.5">
            <dt className="text-sm text-ink-2">{currency}</dt>
            <dd className="figure text-[16px] leading-6">{format.number(balances[currency])}</dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line px-[18px] py-3 hint">{t("payouts.balances_hint")}</p>
    </Panel>
  );
}
