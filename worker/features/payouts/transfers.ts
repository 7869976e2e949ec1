import { eq, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { hasVersion } from "../../lib/record.ts";
import { contractRecord, contracts, countOnContract, planMove, STATUS_TEXTS } from "../contracts/index.ts";
import { partsOf } from "./payouts.policy.ts";
import { findById, payoutRecord, type TransferRow } from "./payouts.rows.ts";
import type { ConfirmInput, SendInput, TransferStatus } from "./payouts.schema.ts";
import { payoutTransfers } from "./payouts.table.ts";
import { payoutErrors } from "./payouts.texts.ts";

/** SQL: the contract that a transfer belongs to. */
const contractOf = (id: number) => sql`(select contract_id from ${payoutTransfers} where id = ${id})`;

/** The statement that changes a transfer. */
const change = (
  { db, now }: MemberContext,
  { id, version }: TransferRow,
  values: { sentAt: string | null } | { confirmedAt: string },
): Statement =>
  db
    .update(payoutTransfers)
    .set({ ...values, version: version + 1, updatedAt: now.toISOString() })
    .where(eq(payoutTransfers.id, id));

/** The entries of history and audit log for a transfer whose status changes. */
const recorded = (
  { amount, payerName, receiverName }: TransferRow,
  action: "payout.sent" | "payout.unsent" | "payout.confirmed",
  from: TransferStatus,
  to: TransferStatus,
) => {
  const people = { payer: { from: null, to: payerName }, receiver: { from: null, to: receiverName } };
  const changes = { status: { from, to }, ...people };
  return {
    history: [{ action: "transfer" as const, newValue: String(amount), changes }],
    audit: [{ action, details: { amount, payer: payerName, receiver: receiverName } }],
  };
};

/**
 * Marks a transfer as sent, or takes that back. The last sent transfer moves the contract to payment_sent, after which
 * none is taken back. A repeated request changes nothing.
 * @throws AppError not_found, transfer_not_payer, transfer_confirmed, transfer_final, stale_version
 */
export const sendTransfer = (context: MemberContext, { id, sent, version }: ById<SendInput>) =>
  payoutRecord.edit(context, contractOf(id), undefined, (state) => {
    const { actor, now, language } = context;
    const { contract, transfers } = state;
    const transfer = findById(state.transfers, id);
    if (!partsOf(actor, contract, transfer.payer, transfer.receiver).speaksForPayer)
      throw payoutErrors.transfer_not_payer();
    if ((transfer.sentAt !== null) === sent) return null;
    if (transfer.confirmedAt !== null) throw payoutErrors.transfer_confirmed({ name: transfer.receiverName });
    if (contract.status !== "awaiting_payment")
      throw payoutErrors.transfer_final({ status: STATUS_TEXTS[contract.status][language] });
    payoutRecord.assertVersion(context, state, version, transfer.version);
    const isLast = sent && transfers.every((each) => each.id === id || each.sentAt !== null);
    // Other transfers may be sent at the same time: the batch requires that this is still the last one, or still is not.
    const othersOpen = sql`exists (select 1 from ${payoutTransfers}
      where contract_id = ${contract.id} and id <> ${id} and sent_at is null)`;
    return {
      asRead: [
        hasVersion(payoutTransfers, transfer),
        sql`(select status from ${contracts} where id = ${contract.id}) = 'awaiting_payment'`,
        ...(sent ? [sql`${othersOpen} = ${isLast ? 0 : 1}`] : []),
        ...(isLast ? [contractRecord.isAsRead(context, contract)] : []),
      ],
      // The move marks this transfer as sent as well.
      before: isLast
        ? contractRecord.steps(context, contract, planMove(context, contract, "payment_sent"))
        : [
            change(context, transfer, { sentAt: sent ? now.toISOString() : null }),
            countOnContract(context, contract.id, {
              transfersSent: sql`${contracts.transfersSent} + ${sent ? 1 : -1}`,
            }),
          ],
      ...(sent
        ? recorded(transfer, "payout.sent", "open", "sent")
        : recorded(transfer, "payout.unsent", "sent", "open")),
    };
  });

/**
 * Confirms that a transfer arrived: by its receiver, or for a receiver without an account by the payer or a user who looks
 * after the contract. A repeated request changes nothing.
 * @throws AppError not_found, transfer_not_receiver, transfer_not_sent, stale_version
 */
export const confirmTransfer = (context: MemberContext, { id, version }: ById<ConfirmInput>) =>
  payoutRecord.edit(context, contractOf(id), undefined, (state) => {
    const { actor, now } = context;
    const transfer = findById(state.transfers, id);
    const { payer, receiver, payerName, receiverName } = transfer;
    if (!partsOf(actor, state.contract, payer, receiver).speaksForReceiver)
      throw payoutErrors.transfer_not_receiver({ name: receiverName });
    if (transfer.confirmedAt !== null) return null;
    if (transfer.sentAt === null) throw payoutErrors.transfer_not_sent({ name: payerName });
    payoutRecord.assertVersion(context, state, version, transfer.version);
    return {
      asRead: [hasVersion(payoutTransfers, transfer)],
      also: [
        change(context, transfer, { confirmedAt: now.toISOString() }),
        countOnContract(context, state.id, { transfersConfirmed: sql`${contracts.transfersConfirmed} + 1` }),
      ],
      ...recorded(transfer, "payout.confirmed", "sent", "confirmed"),
    };
  });
