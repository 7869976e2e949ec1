import { and, eq, isNull, sql } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import { type AppError, errors } from "../../../lib/errors.ts";
import { type Guard, guard } from "../../../lib/guard.ts";
import { contractRecord } from "../contracts.rows.ts";
import { contracts } from "../contracts.table.ts";
import { STATUS_TEXTS } from "../contracts.texts.ts";
import { planMove } from "../move.ts";
import { changePayout, checkVersion, countTransfers, recorded } from "./change.ts";
import { partsOf } from "./payouts.policy.ts";
import type { PayoutState, TransferRow } from "./payouts.rows.ts";
import type { Payout, TransferStatus } from "./payouts.schema.ts";
import { payoutTransfers } from "./payouts.table.ts";
import { payoutErrors } from "./payouts.texts.ts";

type Version = { version?: number | undefined };

/** SQL: the contract that a transfer belongs to. */
const contractOf = (id: number) => sql`(select contract_id from ${payoutTransfers} where id = ${id})`;

/** @throws AppError not_found */
function findTransfer({ transfers }: PayoutState, id: number): TransferRow {
  const transfer = transfers.find((each) => each.id === id);
  if (!transfer) throw errors.not_found();
  return transfer;
}

/** The guard that a transfer is still as it was read. */
const asReadTransfer = ({ id, version }: TransferRow, changed: AppError): Guard =>
  guard(sql`(select version from ${payoutTransfers} where id = ${id}) = ${version}`, changed);

/** The statements that record what became of a transfer. */
const recordedTransfer = (
  context: UserContext,
  state: PayoutState,
  { amount, payerName, receiverName }: TransferRow,
  action: "payout.sent" | "payout.unsent" | "payout.confirmed",
  from: TransferStatus,
  to: TransferStatus,
) => [
  ...recorded(
    context,
    state,
    {
      action: "transfer",
      newValue: String(amount),
      changes: {
        status: { from, to },
        payer: { from: null, to: payerName },
        receiver: { from: null, to: receiverName },
      },
    },
    { action, details: { amount, payer: payerName, receiver: receiverName } },
  ),
];

/**
 * Says that a transfer was sent, or takes that back. The last one that is sent moves the contract to payment_sent,
 * after which nothing is taken back. Saying the same again changes nothing.
 * @throws AppError not_found, transfer_not_payer, transfer_confirmed, transfer_final, stale_version
 */
export const sendTransfer = (
  context: UserContext,
  id: number,
  { sent, version }: { sent: boolean } & Version,
): Promise<Payout> =>
  changePayout(context, contractOf(id), (state, changed) => {
    const { db, actor, now, language } = context;
    const { contract, transfers } = state;
    const transfer = findTransfer(state, id);
    if (!partsOf(actor, contract, transfer.payer, transfer.receiver).speaksForPayer)
      throw payoutErrors.transfer_not_payer();
    if ((transfer.sentAt !== null) === sent) return null;
    if (transfer.confirmedAt !== null) throw payoutErrors.transfer_confirmed({ name: transfer.receiverName });
    if (contract.status !== "awaiting_payment")
      throw payoutErrors.transfer_final({ status: STATUS_TEXTS[contract.status][language] });
    checkVersion(context, state, version, transfer.version);
    const isLast = sent && transfers.every((each) => each.id === id || each.sentAt !== null);
    // Others may be sent at the same time: what must hold is that this is the last one, or is not.
    const othersOpen = sql`exists (select 1 from ${payoutTransfers}
      where contract_id = ${contract.id} and id <> ${id} and sent_at is null)`;
    const at = now.toISOString();
    return [
      asReadTransfer(transfer, changed),
      guard(sql`(select status from ${contracts} where id = ${contract.id}) = 'awaiting_payment'`, changed),
      ...(sent ? [guard(sql`${othersOpen} = ${isLast ? 0 : 1}`, changed)] : []),
      ...(isLast
        ? [
            contractRecord.atVersion(contract, changed),
            // Takes this one for sent, too.
            ...contractRecord.steps(context, contract, planMove(context, contract, "payment_sent")),
          ]
        : [
            db
              .update(payoutTransfers)
              .set({ sentAt: sent ? at : null, version: transfer.version + 1, updatedAt: at })
              .where(eq(payoutTransfers.id, id)),
            countTransfers(context, state, {
              transfersSent: sql`${contracts.transfersSent} + ${sent ? 1 : -1}`,
            }),
          ]),
      ...(sent
        ? recordedTransfer(context, state, transfer, "payout.sent", "open", "sent")
        : recordedTransfer(context, state, transfer, "payout.unsent", "sent", "open")),
    ];
  });

/**
 * Says that a transfer arrived: its receiver, or for one without an account who pays or looks after the payout. Saying
 * so again changes nothing.
 * @throws AppError not_found, transfer_not_receiver, transfer_not_sent, stale_version
 */
export const confirmTransfer = (context: UserContext, id: number, { version }: Version): Promise<Payout> =>
  changePayout(context, contractOf(id), (state, changed) => {
    const { db, actor, now } = context;
    const transfer = findTransfer(state, id);
    const { payer, receiver, payerName, receiverName } = transfer;
    if (!partsOf(actor, state.contract, payer, receiver).speaksForReceiver)
      throw payoutErrors.transfer_not_receiver({ name: receiverName });
    if (transfer.confirmedAt !== null) return null;
    if (transfer.sentAt === null) throw payoutErrors.transfer_not_sent({ name: payerName });
    checkVersion(context, state, version, transfer.version);
    const at = now.toISOString();
    return [
      asReadTransfer(transfer, changed),
      db
        .update(payoutTransfers)
        .set({ confirmedAt: at, version: transfer.version + 1, updatedAt: at })
        .where(and(eq(payoutTransfers.id, id), isNull(payoutTransfers.confirmedAt))),
      countTransfers(context, state, { transfersConfirmed: sql`${contracts.transfersConfirmed} + 1` }),
      ...recordedTransfer(context, state, transfer, "payout.confirmed", "sent", "confirmed"),
    ];
  });
