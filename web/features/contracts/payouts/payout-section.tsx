import { type ReactNode, useState } from "react";
import { AVAILABLE, type Contract } from "../../../../worker/features/contracts/contracts.schema.ts";
import { feeOf, type Payout } from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { Section } from "../section.tsx";
import { CrewTable } from "./crew-table.tsx";
import { useSheetDraft } from "./drafts.ts";
import { Expenses } from "./expenses.tsx";
import { firstName } from "./parts.tsx";
import { isTaken, payouts, usePayout, useTask } from "./payouts.api.ts";
import { ProblemLine } from "./problem.tsx";
import { SheetEditor } from "./sheet-editor.tsx";
import { TransferRow } from "./transfer-row.tsx";

/** What a contract pays, how it is split and who pays whom; for those who take no part, what it pays. */
export default function PayoutSection({ contract }: { contract: Contract }) {
  const t = useT();
  const { payout, error, retry } = usePayout(contract);
  const { user } = useUser();
  const [draft] = useSheetDraft(user?.id ?? 0, contract.id);
  const [showsExpenses, setShowsExpenses] = useState(false);
  const isOpen = isTaken(contract);
  const isSplit = isOpen && payout !== null && payout !== undefined;
  return (
    <div className="grid gap-7">
      <Section
        title={t("payouts.title")}
        aside={
          isSplit
            ? t(`payouts.how.${(payout.can.edit && draft?.sheet.mode) || payout.mode}`)
            : contract.status === "draft" || AVAILABLE.includes(contract.status)
              ? t("payouts.later")
              : null
        }
      >
        <Amount
          contract={contract}
          payout={payout ?? null}
          fold={
            payout?.lockedAt
              ? { isOpen: showsExpenses, onToggle: () => setShowsExpenses(!showsExpenses) }
              : null
          }
        />
        {!isOpen ? null : error && payout === undefined ? (
          <ErrorState error={error} onRetry={retry} />
        ) : payout === undefined ? (
          <SkeletonLines lines={4} className="mt-5" />
        ) : payout ? (
          <Crew contract={contract} payout={payout} />
        ) : null}
      </Section>
      {isSplit && (showsExpenses || !payout.lockedAt) ? (
        <Expenses payout={payout} isOwner={contract.can.decide} />
      ) : null}
      {isSplit && payout.lockedAt ? <WhoPaysWhom payout={payout} /> : null}
    </div>
  );
}

/** The amount, and how it comes about. */
function Amount(props: {
  contract: Contract;
  payout: Payout | null;
  /** Shows and hides the expenses, once they are settled. */
  fold: { isOpen: boolean; onToggle: () => void } | null;
}) {
  const { contract, payout, fold } = props;
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const { paymentType, pay, amount, hourlyRate, estimatedHours, percentageOf, currency } = contract;
  const poster = contract.postedByMember;
  const total = (
    <b key="total" className="font-semibold text-ink">
      {format.number(pay)} {currency}
    </b>
  );
  const terms: Record<Contract["paymentType"], [figure: string, words: ReactNode]> = {
    flat_rate: [format.number(pay), t("payouts.flat", { currency })],
    hourly: [
      format.number(hourlyRate ?? 0),
      t.rich("payouts.hourly", { currency, hours: format.number(estimatedHours ?? 0), total }),
    ],
    percentage: [
      `${format.number(percentageOf ?? 0)} %`,
      t.rich("payouts.percentage", { currency, amount: format.number(amount), total }),
    ],
  };
  const [figure, words] = terms[paymentType];
  const fee = payout && !isTaken(contract) ? feeOf(pay, payout.feeRate) : 0;
  const spent = payout?.expenses.filter(({ status }) => status === "approved") ?? [];
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1.5">
      <span className="figure text-[30px] leading-none font-semibold max-md:text-[26px]">{figure}</span>
      <span>{words}</span>
      {payout && fee > 0 && poster ? (
        <span className="hint">
          {t(poster.userId === user?.id ? "payouts.leaves_yours" : "payouts.leaves_theirs", {
            fee,
            rate: payout.feeRate / 100,
            total: pay + fee,
            name: firstName(poster.displayName),
          })}
        </span>
      ) : null}
      {spent.length > 0 ? (
        <span className="hint">
          {t("payouts.repaid", { amount: spent.reduce((sum, each) => sum + each.amount, 0) })}
          {fold ? (
            <>
              {`: ${spent.map(({ note }) => note).join("; ")} `}
              <button
                type="button"
                className="link font-book"
                aria-expanded={fold.isOpen}
                onClick={fold.onToggle}
              >
                {t(fold.isOpen ? "payouts.hide_expenses" : "payouts.show_expenses")}
              </button>
            </>
          ) : null}
        </span>
      ) : null}
    </p>
  );
}

/** The crew's shares: written by who looks after the payout until they are approved, read by the others. */
function Crew({ contract, payout }: { contract: Contract; payout: Payout }) {
  const t = useT();
  const { user } = useUser();
  const { lines, mode, problem, currency, can } = payout;
  const notesOf = (userId: number | null) => [
    userId === null && t("payouts.guest"),
    userId !== null && userId === contract.assignedTo && t("payouts.lead"),
  ];
  const mine = lines.find(({ userId }) => userId !== null && userId === user?.id);
  const donate = mine && can.donate ? <Donate payout={payout} donates={mine.donates} /> : null;
  if (contract.status === "closed" && !payout.lockedAt) {
    const { assignee } = contract;
    return assignee ? (
      <p className="mt-4 text-ink-2">{t("payouts.unsplit", { name: assignee.displayName })}</p>
    ) : null;
  }
  return (
    <div className="mt-5">
      {can.edit ? (
        <SheetEditor contract={contract} payout={payout} notesOf={notesOf} donate={donate} />
      ) : lines.length > 0 ? (
        <>
          <CrewTable
            label={t("payouts.crew")}
            mode={mode}
            rows={lines.map((line) => ({
              ...line,
              key: String(line.userId ?? `g${line.name}`),
              notes: [
                ...notesOf(line.userId),
                line.donates && !(donate && line === mine) && t("payouts.donates"),
                line.holds > 0 && t("payouts.holds_some", { amount: line.holds }),
              ],
              below: line === mine ? donate : null,
            }))}
          />
          {problem ? (
            <div className="mt-2.5">
              <ProblemLine problem={problem} currency={currency} />
            </div>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** Whether the reader leaves their share to the organization. */
function Donate({ payout, donates }: { payout: Payout; donates: boolean }) {
  const t = useT();
  const { user } = useUser();
  const [draft] = useSheetDraft(user?.id ?? 0, payout.contractId);
  const { pending, run } = useTask(t("payouts.failed"));
  return (
    <Switch
      label={t("payouts.donate")}
      checked={pending ? !donates : donates}
      pending={pending !== null}
      reason={draft ? t("payouts.save_first") : null}
      onChange={(next) => run("donate", () => payouts.donate(payout, next))}
    />
  );
}

/** The transfers of an approved split, each confirmed by its receiver. */
function WhoPaysWhom({ payout }: { payout: Payout }) {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const { pending, run } = useTask(t("payouts.failed"));
  const { transfers, feeRate, settledAt, currency, can } = payout;
  const total = (of: (each: Payout["transfers"][number]) => number, list = transfers) =>
    list.reduce((sum, each) => sum + of(each), 0);
  const mine = transfers.filter(({ payer }) => payer.userId !== null && payer.userId === user?.id);
  const number = (value: number, suffix = "") => (
    <b key={value} className="figure font-semibold text-ink">
      {format.number(value)}
      {suffix}
    </b>
  );
  return (
    <Section
      title={t("payouts.who_pays")}
      aside={
        settledAt
          ? t("payouts.settled_on", { day: format.date(settledAt) })
          : transfers.some((each) => each.can.send) && feeRate > 0
            ? t("payouts.type_number", { rate: feeRate / 100 })
            : null
      }
    >
      {transfers.length > 0 ? (
        <>
          <ul>
            {transfers.map((transfer) => (
              <TransferRow key={transfer.id} transfer={transfer} />
            ))}
          </ul>
          <p className="flex flex-wrap justify-between gap-x-4 border-t border-line-strong pt-[11px] text-md text-ink-2">
            <span>
              {t.rich("payouts.arrives", {
                amount: number(total(({ amount }) => amount)),
                fee: number(total(({ fee }) => fee)),
              })}
            </span>
            {mine.length > 0 ? (
              <span>
                {t.rich("payouts.leaves", {
                  total: number(
                    total(({ amount, fee }) => amount + fee, mine),
                    ` ${currency}`,
                  ),
                })}
              </span>
            ) : null}
          </p>
        </>
      ) : (
        <p className="border-t border-line pt-2.5 text-ink-2">{t("payouts.nothing_to_pay")}</p>
      )}
      {can.unlock ? (
        <Button
          size="s"
          className="mt-2.5"
          pending={pending === "unlock"}
          onClick={() => run("unlock", () => payouts.unlock(payout))}
        >
          {t("payouts.unlock")}
        </Button>
      ) : null}
    </Section>
  );
}
