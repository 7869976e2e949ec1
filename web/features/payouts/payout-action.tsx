import { useState } from "react";
import type { Contract } from "../../../worker/features/contracts/contracts.schema.ts";
import { feeOf, type Payout } from "../../../worker/features/payouts/payouts.schema.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { useSheetDraft } from "./drafts.ts";
import { problemText } from "./parts.tsx";
import { payouts, usePayout, useTask } from "./payouts.api.ts";
import { paymentsOf, spentOutside } from "./sheet.ts";

/** Class of an action that shares the bar with a menu on phones. */
const IN_BAR = "max-md:h-10 max-md:flex-1";

export default function PayoutAction(props: {
  contract: Contract;
  /** Moves the contract to payment_sent, which marks all transfers as sent. */
  onAllSent: () => Promise<unknown>;
}) {
  const t = useT();
  const { contract, onAllSent } = props;
  const { data: payout } = usePayout(contract);
  const { user } = useUser();
  if (!payout) return null;
  const { can } = contract;
  if (!payout.lockedAt) return payout.can.lock ? <Approve payout={payout} /> : null;
  const left = payout.transfers.filter(({ sentAt }) => !sentAt);
  const unsent = left.filter((each) => each.can.send);
  if (unsent.length > 0) {
    const send = async () => {
      // One call marks all transfers as sent.
      if (unsent.length === left.length && unsent.length > 1 && can.moveTo.includes("payment_sent")) {
        await onAllSent();
        await payouts.refresh(contract.id);
      } else for (const each of unsent) await payouts.send(each, true);
    };
    return <Step key="send" label={t("payouts.mark_all_sent", { count: unsent.length })} run={send} />;
  }
  const arriving = payout.transfers.filter(
    ({ receiver, sentAt, confirmedAt, can }) =>
      sentAt && !confirmedAt && can.confirm && receiver.userId === user?.id,
  );
  if (arriving.length === 0) return null;
  const confirm = async () => {
    for (const each of arriving) await payouts.confirm(each);
  };
  return <Step key="confirm" label={t("payouts.confirm")} run={confirm} />;
}

/** Why a split cannot be approved yet; null when it can. */
function blockOf(t: Translate, payout: Payout, hasDraft: boolean): string | null {
  if (hasDraft) return t("payouts.save_first");
  if (payout.problem) return problemText(t, payout.problem, payout.currency);
  const outside = spentOutside(payout.expenses, payout.lines);
  if (outside !== null) return t("payouts.problem.outside", { name: outside });
  if (payout.expenses.some(({ status }) => status === "pending")) return t("payouts.decide_first");
  return payout.payer === null ? t("payouts.payer_first") : null;
}

function Approve({ payout }: { payout: Payout }) {
  const t = useT();
  const { draft } = useSheetDraft(payout.contractId);
  const [isAsking, setIsAsking] = useState(false);
  const { lines, payer, feeRate, currency } = payout;
  const reason = blockOf(t, payout, draft !== null && payout.can.edit);
  const at = lines.findIndex(({ userId }) => userId === payer);
  const payments = reason ? [] : paymentsOf(lines, at < 0 ? lines.length : at);
  return (
    <>
      {reason ? <span className="hint max-md:hidden">{reason}</span> : null}
      <Button
        {...(reason ? {} : { variant: "primary" })}
        className={IN_BAR}
        reason={reason}
        onClick={() => setIsAsking(true)}
      >
        {t("payouts.lock")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("payouts.lock_title")}
        description={t("payouts.lock_text", {
          count: payments.length,
          amount: payments.reduce((sum, each) => sum + each.amount, 0),
          fee: payments.reduce((sum, each) => sum + feeOf(each.amount, feeRate), 0),
          currency,
        })}
        confirmLabel={t("payouts.lock")}
        onConfirm={() => payouts.lock(payout)}
      />
    </>
  );
}

function Step({ label, run }: { label: string; run: () => Promise<void> }) {
  const task = useTask();
  const start = () => task.run("step", run);
  return (
    <Button variant="primary" className={IN_BAR} pending={task.pending !== null} onClick={start}>
      {label}
    </Button>
  );
}
