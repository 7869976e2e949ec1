import type { Money } from "../../../worker/features/payouts/payouts.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { LoadingRows } from "../../ui/table.tsx";
import { netOf, totalsOf } from "./money.ts";
import { useMoney } from "./payouts.api.ts";

/** Sums of the reader's open payments; nothing where there is none. */
export default function MoneyPanel() {
  const t = useT();
  const answer = useMoney();
  const { data } = answer;
  if (data && netOf(data).length === 0) return null;
  return (
    <Panel
      className="flex flex-col"
      title={t("payouts.yours")}
      actions={
        <PlaceLink to="/tools/contracts?tab=money" className="link py-1 text-md">
          {t("payouts.my_money")}
        </PlaceLink>
      }
    >
      <AnswerView answer={answer} loading={<LoadingRows rows={4} />}>
        {(money) => <Sums money={money} />}
      </AnswerView>
    </Panel>
  );
}

function Sums({ money }: { money: Money }) {
  const t = useT();
  const { owing, owed, sent } = money;
  const rows = [
    { name: "to_confirm", list: sent.filter(({ can }) => can.confirm), side: "payer" },
    { name: "on_its_way", list: owed, side: "payer" },
    { name: "owed", list: owing, side: "receiver" },
  ] as const;
  const net = netOf(money);
  const isPaying = net.every(({ amount }) => amount < 0);
  return (
    <dl className="flex flex-1 flex-col">
      {rows.map(({ name, list, side }) => {
        const people = new Map(list.map((each) => [each[side].userId ?? each[side].name, each[side].name]));
        const [first = ""] = people.values();
        return list.length === 0 ? null : (
          <div
            key={name}
            className="flex gap-2.5 border-t border-line pad py-2.5 leading-[1.4] first:border-t-0"
          >
            <dt className="min-w-0 flex-1">
              {t(`payouts.sums.${name}`)}
              <span className="block hint [overflow-wrap:anywhere]">
                {t(`payouts.sums.${side}`, { count: people.size, name: first })}
              </span>
            </dt>
            <Amounts
              sums={totalsOf(list)}
              className={cx("text-lg leading-[1.3]", name === "owed" && "text-wait")}
            />
          </div>
        );
      })}
      <div className="mt-auto flex gap-2.5 rounded-b-m border-t border-line bg-deck pad py-3 leading-[1.4]">
        <dt className="min-w-0 flex-1">
          <b className="font-book">{t(isPaying ? "payouts.sums.net_paying" : "payouts.sums.net")}</b>
          <span className="block hint">{t("payouts.sums.before_fees")}</span>
        </dt>
        <Amounts
          sums={isPaying ? net.map((each) => ({ ...each, amount: -each.amount })) : net}
          className="text-xl leading-[1.2]"
        />
      </div>
    </dl>
  );
}

/** Amounts below each other, one of each currency. */
function Amounts(props: { sums: readonly { currency: string; amount: number }[]; className: string }) {
  const format = useFormat();
  return (
    <dd className="flex-none text-right whitespace-nowrap">
      {props.sums.map(({ currency, amount }) => (
        <span key={currency} className="block">
          <span className={cx("figure", props.className)}>{format.number(amount)}</span>{" "}
          <span className="text-sm text-ink-2">{currency}</span>
        </span>
      ))}
    </dd>
  );
}
