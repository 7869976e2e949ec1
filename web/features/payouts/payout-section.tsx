import { type ReactNode, useState } from "react";
import { type Contract, TAKEN } from "../../../worker/features/contracts/contracts.schema.ts";
import {
  CORRECTION_LIMIT,
  feeOf,
  type Payout,
  type Transfer,
} from "../../../worker/features/payouts/payouts.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { CrewTable } from "./crew-table.tsx";
import { useSheetDraft } from "./drafts.ts";
import { Expenses } from "./expenses.tsx";
import { totalsOf } from "./money.ts";
import { ProblemLine } from "./parts.tsx";
import { payouts, usePayout, useTask } from "./payouts.api.ts";
import { SheetEditor } from "./sheet-editor.tsx";
import { TransferRow } from "./transfer-row.tsx";

const CorrectionDialog = lazyDialog(() => import("./correction-dialog.tsx"));

/** The pay of a contract, its split and the payments; only the pay for users who take no part. */
export default function PayoutSection({ contract }: { contract: Contract }) {
  const t = useT();
  const answer = usePayout(contract);
  const payout = answer.data ?? null;
  const { draft } = useSheetDraft(contract.id);
  const [showsExpenses, setShowsExpenses] = useState(false);
  const isOpen = TAKEN.includes(contract.status);
  const split = isOpen ? payout : null;
  const how = split ? t(`payouts.how.${(split.can.edit && draft?.sheet.mode) || split.mode}`) : null;
  const isLocked = Boolean(split?.lockedAt);
  const crew = (
    <AnswerView answer={answer} loading={<SkeletonLines lines={4} className="mt-5" />}>
      {(payout) => payout && <Crew contract={contract} payout={payout} />}
    </AnswerView>
  );
  const expenses =
    split && (showsExpenses || !isLocked) ? <Expenses payout={split} isOwner={contract.can.decide} /> : null;
  return (
    <div className="grid gap-7">
      <Section title={t("payouts.title")} aside={isLocked ? null : how}>
        <Amount
          contract={contract}
          payout={payout}
          isOpen={showsExpenses}
          onToggle={() => setShowsExpenses(!showsExpenses)}
        />
        {isOpen && !isLocked ? crew : null}
      </Section>
      {expenses}
      {split && how && isLocked ? (
        <>
          <WhoPaysWhom payout={split} />
          <Section title={how} className="min-w-0 [&_table]:mt-0">
            {crew}
          </Section>
        </>
      ) : null}
    </div>
  );
}

function Amount(props: {
  contract: Contract;
  payout: Payout | null;
  /** Whether the expenses of a locked payout are shown. */
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { contract, payout, isOpen, onToggle } = props;
  const t = useT();
  const format = useFormat();
  const { paymentType, pay, amount, hourlyRate, estimatedHours, percentageOf, currency } = contract;
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
  const fee = payout && !TAKEN.includes(contract.status) ? feeOf(pay, payout.feeRate) : 0;
  const spent = payout?.expenses.filter(({ status }) => status === "approved") ?? [];
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1.5">
      <span className="figure text-[30px] leading-none font-semibold max-md:text-[26px]">{figure}</span>
      <span>{words}</span>
      {fee > 0 ? <span className="hint">{t("payouts.with_fee", { fee, total: pay + fee })}</span> : null}
      {spent.length > 0 ? (
        <span className="hint">
          {t("payouts.repaid", { amount: spent.reduce((sum, each) => sum + each.amount, 0) })}
          {payout?.lockedAt ? (
            <>
              {`: ${spent.map(({ note }) => note).join("; ")} `}
              <button type="button" className="link font-book" aria-expanded={isOpen} onClick={onToggle}>
                {t(isOpen ? "payouts.hide_expenses" : "payouts.show_expenses")}
              </button>
            </>
          ) : null}
        </span>
      ) : null}
    </p>
  );
}

function Crew({ contract, payout }: { contract: Contract; payout: Payout }) {
  const t = useT();
  const { user } = useUser();
  const { draft } = useSheetDraft(payout.contractId);
  const { pending, run } = useTask();
  const { lines, mode, problem, currency, can } = payout;
  const notesOf = (userId: number | null) =>
    userId === null ? t("payouts.guest") : userId === contract.assignedTo && t("payouts.lead");
  const mine = lines.find(({ userId }) => userId === user?.id);
  const donate =
    mine && can.donate ? (
      <Switch
        label={t("payouts.donate")}
        checked={pending ? !mine.donates : mine.donates}
        pending={pending !== null}
        reason={draft ? t("payouts.save_first") : null}
        onChange={(donates) => run("donate", () => payouts.donate(payout, donates))}
      />
    ) : null;
  const { assignee } = contract;
  if (contract.status === "closed" && !payout.lockedAt)
    return assignee ? (
      <p className="mt-4 text-ink-2">{t("payouts.unsplit", { name: assignee.displayName })}</p>
    ) : null;
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
                notesOf(line.userId),
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

/** The rank of a payment that was added later. */
const LAST = 9;

/** What the reader can do comes first, then their other payments; what is confirmed after what is not. */
function rankOf({ can, confirmedAt, payer, receiver }: Transfer, userId: number | undefined): number {
  const isOwn = payer.userId === userId || receiver.userId === userId;
  if (can.send || can.confirm) return 0;
  return (isOwn ? 1 : 3) + (confirmedAt === null ? 0 : 1);
}

function WhoPaysWhom({ payout }: { payout: Payout }) {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const { pending, run } = useTask();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { transfers, feeRate, settledAt, currency, can } = payout;
  const corrections = transfers.filter(({ reason }) => reason !== null).length;
  // All transfers of a payout are in its currency. A correction moves what the split has paid once more.
  const [all] = totalsOf(transfers.filter(({ reason }) => reason === null));
  const taken = transfers.filter((each) => each.can.unsend);
  const confirmed = transfers.filter(({ confirmedAt }) => confirmedAt !== null).length;
  const [mine] = totalsOf(transfers.filter(({ payer }) => payer.userId === user?.id));
  // As they were when it was opened, so that no other payment moves under the pointer; later ones follow.
  const [ranks] = useState(() => new Map(transfers.map((each) => [each.id, rankOf(each, user?.id)])));
  const inOrder = transfers.toSorted((a, b) => (ranks.get(a.id) ?? LAST) - (ranks.get(b.id) ?? LAST));
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
            ? t("payouts.type_number")
            : transfers.length > 0
              ? t("payouts.confirmed_of", { confirmed, all: transfers.length })
              : null
      }
    >
      {all ? (
        <>
          <ul>
            {inOrder.map((transfer) => (
              <TransferRow key={transfer.id} transfer={transfer} />
            ))}
          </ul>
          <p className="flex flex-wrap justify-between gap-x-4 border-t border-line-strong pt-[11px] text-md text-ink-2">
            <span>{t.rich("payouts.arrives", { amount: number(all.amount), fee: number(all.fee) })}</span>
            {mine ? (
              <span>
                {t.rich("payouts.leaves", { total: number(mine.amount + mine.fee, ` ${currency}`) })}
              </span>
            ) : null}
          </p>
        </>
      ) : (
        <p className="border-t border-line pt-2.5 text-ink-2">{t("payouts.nothing_to_pay")}</p>
      )}
      {taken.length > 1 ? (
        <Button
          size="s"
          className="mt-2.5 mr-2"
          pending={pending === "unsend"}
          onClick={() => run("unsend", () => payouts.sendAll(payout.contractId, taken, false))}
        >
          {t("payouts.unsend_all", { count: taken.length })}
        </Button>
      ) : null}
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
      {can.correct ? (
        <Button
          size="s"
          className="mt-2.5"
          reason={
            corrections >= CORRECTION_LIMIT && t("payouts.most_corrections", { most: CORRECTION_LIMIT })
          }
          onClick={() => setIsCorrecting(true)}
        >
          {t("payouts.correct")}
        </Button>
      ) : null}
      {isCorrecting ? <CorrectionDialog payout={payout} onClose={() => setIsCorrecting(false)} /> : null}
    </Section>
  );
}
