import { useState } from "react";
import type { Contract } from "../../../worker/features/contracts/contracts.schema.ts";
import { feeOf, type Payout, type Transfer } from "../../../worker/features/payouts/payouts.schema.ts";
import { act, useAction } from "../../lib/action.ts";
import { focusBack } from "../../lib/focus.ts";
import { firstName } from "../../lib/format.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { useSheetDraft } from "./drafts.ts";
import { totalsOf } from "./money.ts";
import { problemText } from "./parts.tsx";
import { payouts, usePayout, useTask } from "./payouts.api.ts";
import { paymentsOf } from "./sheet.ts";

/** The reader's next step of a payout. */
export default function PayoutAction({ contract }: { contract: Contract }) {
  const t = useT();
  const { data: payout } = usePayout(contract);
  const { user } = useUser();
  if (!payout) return null;
  if (!payout.lockedAt) return payout.can.lock ? <Approve payout={payout} /> : null;
  const unsent = payout.transfers.filter(({ can }) => can.send);
  if (unsent.length > 0) return <Send key="send" contractId={contract.id} unsent={unsent} />;
  const arriving = payout.transfers.filter(
    ({ can, receiver }) => can.confirm && receiver.userId === user?.id,
  );
  if (arriving.length === 0) return null;
  const confirm = async () => {
    for (const each of arriving) await payouts.confirm(each);
  };
  return <Step key="confirm" label={t("payouts.confirm")} run={confirm} />;
}

/** Why a split cannot be approved yet; null when it can. */
function reasonOf(t: Translate, { block, problem, currency }: Payout, hasDraft: boolean): string | null {
  if (hasDraft) return t("payouts.save_first");
  if (problem) return problemText(t, problem, currency);
  if (block?.reason === "outside") return t("payouts.problem.outside", { name: block.name });
  if (block?.reason === "expenses") return t("payouts.decide_first");
  return block && t("payouts.payer_first");
}

function Approve({ payout }: { payout: Payout }) {
  const t = useT();
  const { draft } = useSheetDraft(payout.contractId);
  const [isAsking, setIsAsking] = useState(false);
  const { lines, payer, feeRate, currency } = payout;
  const reason = reasonOf(t, payout, draft !== null && payout.can.edit);
  const at = lines.findIndex(({ userId }) => userId === payer);
  const payments = reason ? [] : paymentsOf(lines, at < 0 ? lines.length : at);
  return (
    <>
      {reason ? <span className="hint">{reason}</span> : null}
      <Button
        {...(reason ? {} : { variant: "primary" })}
        className={reason ? "max-md:hidden" : ""}
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

/** Marks the reader's transfers as sent; a toast offers to undo it. */
function Send({ contractId, unsent }: { contractId: number; unsent: readonly Transfer[] }) {
  const t = useT();
  const [total] = totalsOf(unsent);
  const undo = ({ transfers }: Payout) => {
    const sent = transfers.filter(({ id, can }) => can.unsend && unsent.some((each) => each.id === id));
    void act(() => payouts.sendAll(contractId, sent, false), { failed: t("payouts.failed") });
  };
  const send = useAction(() => payouts.sendAll(contractId, unsent, true).finally(() => focusBack()), {
    done: (payout) => ({
      title: t("payouts.sent_all", { count: unsent.length, ...total }),
      action: { label: t("action.undo"), run: () => undo(payout) },
    }),
    failed: t("payouts.failed"),
  });
  return (
    <Button variant="primary" className="min-w-0" pending={send.pending} onClick={() => void send.run()}>
      <span className="truncate">
        {unsent.length > 1
          ? t("payouts.mark_all_sent", { count: unsent.length })
          : t("payouts.mark_sent_to", {
              amount: total?.amount ?? 0,
              name: firstName(unsent[0]?.receiver.name ?? ""),
            })}
      </span>
    </Button>
  );
}

function Step({ label, run }: { label: string; run: () => Promise<unknown> }) {
  const task = useTask();
  const start = () => task.run("step", run);
  return (
    <Button variant="primary" pending={task.pending !== null} onClick={start}>
      {label}
    </Button>
  );
}
