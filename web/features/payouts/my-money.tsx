import { CURRENCIES } from "../../../worker/features/contracts/contracts.schema.ts";
import type { Money } from "../../../worker/features/payouts/payouts.schema.ts";
import { cx } from "../../lib/cx.ts";
import { LOCALES } from "../../lib/format.ts";
import { currentLanguage, type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { type Debt, debtsOf, totalsOf } from "./money.ts";
import { useMoney } from "./payouts.api.ts";
import { TransferRow } from "./transfer-row.tsx";

type Side = "payer" | "receiver";

const BOARD = "/tools/contracts";

export default function MyMoney() {
  const t = useT();
  const format = useFormat();
  const answer = useMoney();
  const { data: money } = answer;
  if (!money) {
    return (
      <>
        <PageSentence>{"\u00a0"}</PageSentence>
        <Panel>
          <AnswerView answer={answer} loading={<LoadingRows rows={4} />} />
        </Panel>
      </>
    );
  }
  const { owing, owed, sent, settled, unsplit, balances, earned, unconfirmed, fees } = money;
  const isEmpty = [owing, owed, sent, settled, unsplit].every(({ length }) => length === 0);
  const debts = debtsOf(money);
  /** The figures of the currencies that have one. */
  const figures = (sums: Money["balances"], name?: "earned" | "unconfirmed" | "fees") =>
    CURRENCIES.filter((currency) => sums[currency] !== 0).map((currency) => (
      <Fact key={currency} label={name ? t(`payouts.figure.${name}`, { currency }) : currency}>
        {format.number(sums[currency])}
      </Fact>
    ));
  const received = figures(balances);
  const closed = [
    ...figures(earned, "earned"),
    ...figures(unconfirmed, "unconfirmed"),
    ...figures(fees, "fees"),
  ];
  return (
    <div
      className={cx(
        "grid items-start gap-[18px] max-lg:grid-cols-1",
        (received.length > 0 || closed.length > 0 || debts.length > 1) && "grid-cols-[minmax(0,1fr)_300px]",
      )}
    >
      <div className="grid gap-[18px]">
        <PageSentence>{sentenceOf(t, debts, unsplit.length > 0)}</PageSentence>
        {isEmpty ? (
          <Panel>
            <EmptyState
              title={t("payouts.money_empty")}
              action={<ButtonLink to={BOARD}>{t("payouts.to_board")}</ButtonLink>}
            />
          </Panel>
        ) : (
          <>
            {owing.length > 0 ? <Transfers name="to_pay" list={owing} side="payer" /> : null}
            {owed.length > 0 ? <Transfers name="to_receive" list={owed} side="receiver" /> : null}
            {unsplit.length > 0 ? <Unsplit list={unsplit} /> : null}
            {sent.length > 0 ? <Transfers name="sent" list={sent} /> : null}
            {settled.length > 0 ? <Transfers name="settled" list={settled} /> : null}
          </>
        )}
      </div>
      <div className="grid gap-[18px]">
        {debts.length > 1 ? <Debts debts={debts} /> : null}
        {received.length > 0 ? (
          <Panel title={t("payouts.balances")}>
            <Facts look="figures" className="py-3">
              {received}
            </Facts>
            <p className="note">{t("payouts.balances_hint")}</p>
          </Panel>
        ) : null}
        {closed.length > 0 ? (
          <Panel title={t("payouts.earned")}>
            <Facts look="figures" className="py-3">
              {closed}
            </Facts>
            {figures(earned).length > 0 ? <p className="note">{t("payouts.earned_hint")}</p> : null}
          </Panel>
        ) : null}
      </div>
    </div>
  );
}

/** The reader's debts and the debts of others to them, each after netting. */
function sentenceOf(t: Translate, debts: readonly Debt[], isSplitOpen: boolean): string {
  const list = new Intl.ListFormat(LOCALES[currentLanguage()]);
  const totalOf = (key: "payouts.you_owe" | "payouts.owes_you", side: readonly Debt[]) => {
    const names = new Map(side.map(({ person }) => [person.userId ?? person.name, person.name]));
    const [name] = names.values();
    if (name === undefined) return null;
    const sums = [...Map.groupBy(side, ({ currency }) => currency)].map(([currency, debtsIn]) =>
      t("payouts.sum", { currency, amount: debtsIn.reduce((sum, { net }) => sum + Math.abs(net), 0) }),
    );
    return t(key, { count: names.size, name, sum: list.format(sums) });
  };
  const owes = totalOf(
    "payouts.you_owe",
    debts.filter(({ net }) => net < 0),
  );
  const gets = totalOf(
    "payouts.owes_you",
    debts.filter(({ net }) => net > 0),
  );
  return [owes, gets].filter(Boolean).join(" ") || t(isSplitOpen ? "payouts.even_now" : "payouts.even");
}

/** The net debt between the reader and each person, with both sides where there are two. */
function Debts({ debts }: { debts: readonly Debt[] }) {
  const t = useT();
  return (
    <Panel title={t("payouts.per_person")}>
      <ul className="pad py-2">
        {debts.map(({ person, currency, owing, owed, net }) => (
          <li key={`${person.userId ?? person.name} ${currency}`} className="py-1.5 text-md leading-[1.35]">
            <span className="flex justify-between gap-3">
              <span className="min-w-0 [overflow-wrap:anywhere]">{person.name}</span>
              <span className={cx("flex-none text-right", net < 0 ? "text-wait" : "text-ink-2")}>
                {t(net < 0 ? "payouts.debt.owing" : net > 0 ? "payouts.debt.owed" : "payouts.debt.even", {
                  currency,
                  amount: Math.abs(net),
                })}
              </span>
            </span>
            {owing > 0 && owed > 0 ? (
              <span className="block hint">{t("payouts.debt.both", { owing, owed })}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Contracts that the reader has done, before their split says who gets what. */
function Unsplit({ list }: { list: Money["unsplit"] }) {
  const t = useT();
  return (
    <Panel title={t("payouts.unsplit_title")}>
      <ul className="pad py-2">
        {list.map(({ contractId, contractTitle, pay, currency }) => (
          <li key={contractId} className="flex flex-wrap justify-between gap-x-3 py-1.5 text-md">
            <Link
              to={`${BOARD}?contract=${contractId}`}
              className="link min-w-0 py-[3px] [overflow-wrap:anywhere]"
            >
              {contractTitle}
            </Link>
            <span className="text-ink-2">{t("payouts.unsplit_sum", { amount: pay, currency })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Transfers(props: {
  name: "to_pay" | "to_receive" | "sent" | "settled";
  list: Money["owing"];
  /** The reader's side, for the totals in the head: payers see the fees. */
  side?: Side;
}) {
  const t = useT();
  const { name, list, side } = props;
  const totals = (side ? totalsOf(list) : [])
    .map((total) => t(side === "payer" ? "payouts.sum_with_fee" : "payouts.sum", total))
    .join(" · ");
  return (
    <Panel title={t(`payouts.${name}`)} actions={totals ? <span className="hint">{totals}</span> : null}>
      <ul className="pad [&>li:first-child]:border-t-0">
        {list.map((transfer, at) => (
          <TransferRow
            key={transfer.id}
            transfer={transfer}
            isPrimary={name === "to_pay" && at === 0}
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
    </Panel>
  );
}
