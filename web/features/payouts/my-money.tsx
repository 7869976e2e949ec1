import { Link } from "react-router";
import { CURRENCIES } from "../../../worker/features/contracts/contracts.schema.ts";
import type { Money, Transfer } from "../../../worker/features/payouts/payouts.schema.ts";
import { LOCALES } from "../../lib/format.ts";
import { currentLanguage, type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { totalsOf, unsentOf } from "./money.ts";
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
      <Panel>
        <AnswerView of={answer} loading={<LoadingRows rows={4} />} />
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
            <Transfers name="to_pay" list={owing} side="payer" />
            <Transfers name="to_receive" list={owed} side="receiver" />
            {settled.length > 0 ? <Transfers name="settled" list={settled} /> : null}
          </>
        )}
      </div>
      <Panel title={t("payouts.balances")}>
        <Facts look="figures" className="py-3">
          {CURRENCIES.map((currency) => (
            <Fact key={currency} label={currency}>
              {format.number(money.balances[currency])}
            </Fact>
          ))}
        </Facts>
        <p className="border-t border-line px-[18px] py-3 hint">{t("payouts.balances_hint")}</p>
      </Panel>
    </div>
  );
}

function sentenceOf(t: Translate, money: Money): string {
  const list = new Intl.ListFormat(LOCALES[currentLanguage()]);
  const told = (key: "payouts.you_owe" | "payouts.owes_you", transfers: Transfer[], side: Side) => {
    const names = new Set(transfers.map((each) => each[side].name));
    const [name] = names;
    if (name === undefined) return null;
    const sums = totalsOf(transfers).map((total) => t("payouts.sum", total));
    return t(key, { count: names.size, name, sum: list.format(sums) });
  };
  const owes = told("payouts.you_owe", unsentOf(money), "receiver");
  const gets = told("payouts.owes_you", money.owed, "payer");
  return [owes, gets].filter(Boolean).join(" ") || t("payouts.even");
}

function Transfers(props: {
  name: "to_pay" | "to_receive" | "settled";
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
        <p className="px-[18px] py-4 text-ink-2 max-md:px-4">
          {name === "settled" ? null : t(`payouts.${name}_none`)}
        </p>
      )}
    </Panel>
  );
}
