import { useState } from "react";
import type { Contract } from "../../../../worker/features/contracts/contracts.schema.ts";
import {
  feeOf,
  type Payout,
  type Transfer,
} from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { type Translate, useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { contracts, moveTo, readAgain } from "../contracts.api.ts";
import { useSheetDraft } from "./drafts.ts";
import { payouts, usePayout, useTask } from "./payouts.api.ts";
import { problemText } from "./problem.tsx";
import { paymentsOf, spentOutside } from "./sheet.ts";

/** On phones the bar has this action and a menu. */
const IN_BAR = "max-md:h-10 max-md:flex-1";

/** The next step of a payout, where it is the reader to take it. */
export default function PayoutAction({ contract }: { contract: Contract }) {
  const { payout } = usePayout(contract);
  const { user } = useUser();
  if (!payout) return null;
  const { status, can } = contract;
  if (!payout.lockedAt)
    return can.decide && (status === "completed" || status === "awaiting_payment") ? (
      <Approve payout={payout} />
    ) : null;
  const unsent = payout.transfers.filter((each) => !each.sentAt && each.can.send);
  if (unsent.length > 0) return <Send contract={contract} payout={payout} unsent={unsent} />;
  const arriving = payout.transfers.filter(
    ({ receiver, sentAt, confirmedAt, can }) =>
      sentAt && !confirmedAt && can.confirm && receiver.userId !== null && receiver.userId === user?.id,
  );
  return arriving.length > 0 ? <Confirm arriving={arriving} /> : null;
}

/** Why a split cannot be approved yet, null when it can. */
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
  const { user } = useUser();
  const [draft] = useSheetDraft(user?.id ?? 0, payout.contractId);
  const [isAsking, setIsAsking] = useState(false);
  const { lines, payer, feeRate, currency } = payout;
  const reason = blockOf(t, payout, draft !== null && payout.can.edit);
  const at = lines.findIndex(({ userId }) => userId !== null && userId === payer);
  const rows = lines.map((line) => ({ ...line, key: line.name }));
  const payments = reason ? [] : paymentsOf(rows, at < 0 ? lines.length : at);
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

function Send({ contract, payout, unsent }: { contract: Contract; payout: Payout; unsent: Transfer[] }) {
  const t = useT();
  const { pending, run } = useTask(t("payouts.failed"));
  const left = payout.transfers.filter(({ sentAt }) => !sentAt).length;
  const send = async () => {
    // The owner takes all that is left for sent in one call.
    if (unsent.length === left && unsent.length > 1 && contract.can.moveTo.includes("payment_sent")) {
      // The split may be shown as approved before the contract that this changed.
      await contracts.edit((await readAgain(contract.id)) ?? contract, moveTo("payment_sent"));
      await payouts.refresh(contract.id);
    } else for (const each of unsent) await payouts.send(each, true);
  };
  return (
    <Button variant="primary" className={IN_BAR} pending={pending !== null} onClick={() => run("send", send)}>
      {t("payouts.mark_all_sent", { count: unsent.length })}
    </Button>
  );
}

function Confirm({ arriving }: { arriving: Transfer[] }) {
  const t = useT();
  const { pending, run } = useTask(t("payouts.failed"));
  const confirm = async () => {
    for (const each of arriving) await payouts.confirm(each);
  };
  return (
    <Button
      variant="primary"
      className={IN_BAR}
      pending={pending !== null}
      onClick={() => run("confirm", confirm)}
    >
      {t("payouts.confirm")}
    </Button>
  );
}
