import { sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { jsonList, type Statement } from "../../lib/db/client.ts";
import { hasVersion } from "../../lib/record.ts";
import { contractRecord, contracts, countOnContract, planMove, STATUS_TEXTS } from "../contracts/index.ts";
import { users } from "../users/index.ts";
import { bookConfirmed, bookCorrections } from "./of-contracts.ts";
import { isSendable, partsOf } from "./payouts.policy.ts";
import { findById, type PayoutState, payoutRecord } from "./payouts.rows.ts";
import type { ConfirmInput, SendAllInput, SendInput, TransferStatus } from "./payouts.schema.ts";
import { payoutTransfers } from "./payouts.table.ts";
import { payoutErrors, payoutNotices } from "./payouts.texts.ts";

/** SQL: the contract that a transfer belongs to. */
export const contractOf = (id: number) => sql`(select contract_id from ${payoutTransfers} where id = ${id})`;

type TransferRow = typeof payoutTransfers.$inferSelect;
type Changes = { sentAt: string | null; sentBy: number | null } | { confirmedAt: string };

/** The statement that changes transfers. */
const change = ({ db, now }: MemberContext, chosen: readonly TransferRow[], values: Changes): Statement =>
  db
    .update(payoutTransfers)
    .set({ ...values, version: sql`${payoutTransfers.version} + 1`, updatedAt: now.toISOString() })
    .where(sql`${payoutTransfers.id} in ${jsonList(chosen.map(({ id }) => id))}`);

/** SQL condition: transfers have the versions that were read. */
const areUnchanged = (chosen: readonly TransferRow[]) => {
  const read = JSON.stringify(chosen.map(({ id, version }) => ({ id, version })));
  return sql`not exists (select 1 from json_each(${read}) as known where not exists (select 1 from ${payoutTransfers}
    where ${payoutTransfers.id} = known.value ->> 'id' and ${payoutTransfers.version} = known.value ->> 'version'))`;
};

type TransferAction = `payout.${"sent" | "unsent" | "confirmed" | "correction" | "correction_withdrawn"}`;

/** The entries of history and audit log for transfers whose status changes: one for all of them. */
export const recorded = (
  chosen: readonly Pick<TransferRow, "amount" | "payerName" | "receiverName">[],
  action: TransferAction,
  from: TransferStatus | null,
  to: TransferStatus | null,
) => {
  const amount = chosen.reduce((sum, each) => sum + each.amount, 0);
  const named = (side: "payerName" | "receiverName") =>
    [...new Set(chosen.map((each) => each[side]))].join(", ");
  const [payer, receiver] = [named("payerName"), named("receiverName")];
  const people = { payer: { from: null, to: payer }, receiver: { from: null, to: receiver } };
  const changes = { status: { from, to }, ...people };
  return {
    history: [{ action: "transfer" as const, newValue: String(amount), changes }],
    audit: [{ action, details: { amount, payer, receiver } }],
  };
};

/**
 * Plans to mark transfers of a payout as sent, or to take this back; null without a change. The last sent one moves the
 * contract to payment_sent, and the first one taken back moves it to awaiting_payment; corrections do not move it.
 * @throws AppError transfer_not_payer, correction_not_payer, transfer_confirmed, transfer_final, stale_version
 */
function planSending(
  context: MemberContext,
  state: PayoutState,
  input: readonly { id: number; version?: number | undefined }[],
  sent: boolean,
) {
  const { actor, now, language } = context;
  const { contract, transfers } = state;
  const chosen = input.flatMap(({ id, version }) => {
    const transfer = findById(transfers, id);
    if (!partsOf(actor, contract, transfer).speaksForPayer)
      throw transfer.reason === null
        ? payoutErrors.transfer_not_payer()
        : payoutErrors.correction_not_payer({ name: transfer.payerName });
    if ((transfer.sentAt !== null) === sent) return [];
    if (transfer.confirmedAt !== null) throw payoutErrors.transfer_confirmed({ name: transfer.receiverName });
    if (!isSendable(transfer, contract.status, sent))
      throw payoutErrors.transfer_final({ status: STATUS_TEXTS[contract.status][language] });
    payoutRecord.assertVersion(context, state, version, transfer.version);
    return [transfer];
  });
  if (chosen.length === 0) return null;
  const ids = chosen.map(({ id }) => id);
  const counted = chosen.filter(({ reason }) => reason === null).length;
  const isOpen = ({ id, sentAt, reason }: TransferRow) =>
    reason === null && sentAt === null && !ids.includes(id);
  const areLast = sent && counted > 0 && !transfers.some(isOpen);
  const isBack = !sent && counted > 0 && contract.status === "payment_sent";
  const move =
    areLast || isBack ? planMove(context, contract, isBack ? "awaiting_payment" : "payment_sent") : null;
  // Other transfers may be sent at the same time: the batch requires that these are still the last ones, or still are not.
  const othersOpen = sql`exists (select 1 from ${payoutTransfers}
    where contract_id = ${contract.id} and reason is null and id not in ${jsonList(ids)} and sent_at is null)`;
  const count = sql`${contracts.transfersSent} + ${sent ? counted : -counted}`;
  const values = { sentAt: sent ? now.toISOString() : null, sentBy: sent ? actor.userId : null };
  return {
    unchanged: [
      areUnchanged(chosen),
      sql`(select status from ${contracts} where id = ${contract.id}) = ${contract.status}`,
      ...(sent && counted > 0 ? [sql`${othersOpen} = ${areLast ? 0 : 1}`] : []),
      ...(move ? [contractRecord.isUnchanged(context, contract)] : []),
    ],
    writeBefore: [
      change(context, chosen, values),
      ...(move
        ? contractRecord.steps(context, contract, { ...move, set: { ...move.set, transfersSent: count } })
        : [countOnContract(context, contract.id, { transfersSent: count })]),
    ],
    ...(sent
      ? recorded(chosen, "payout.sent", "open", "sent")
      : {
          ...recorded(chosen, "payout.unsent", "sent", "open"),
          notices: [
            payoutNotices.entry(
              sql`select id from ${users} where id in ${jsonList(chosen.map(({ receiver }) => receiver))}
                and id <> ${actor.userId}`,
              "payout.unsent",
              { by: actor.name, subject: contract.title },
            ),
          ],
        }),
  };
}

/**
 * Marks a transfer as sent, or takes that back. A repeated request changes nothing.
 * @throws AppError not_found, and as `planSending` says
 */
export const sendTransfer = (context: MemberContext, { id, sent, version }: ById<SendInput>) =>
  payoutRecord.edit(context, contractOf(id), undefined, (state) =>
    planSending(context, state, [{ id, version }], sent),
  );

/**
 * Marks transfers of a contract as sent, or takes that back: all of them or none.
 * @throws AppError not_found, and as `planSending` says
 */
export const sendTransfers = (context: MemberContext, { id, sent, transfers }: ById<SendAllInput>) =>
  payoutRecord.edit(context, id, undefined, (state) => planSending(context, state, transfers, sent));

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
    const isCorrection = transfer.reason !== null;
    if (!partsOf(actor, state.contract, transfer).speaksForReceiver)
      throw payoutErrors.transfer_not_receiver({ name: receiverName });
    if (transfer.confirmedAt !== null) return null;
    if (transfer.sentAt === null) throw payoutErrors.transfer_not_sent({ name: payerName });
    payoutRecord.assertVersion(context, state, version, transfer.version);
    return {
      // A contract that is closed meanwhile books its unconfirmed shares.
      unchanged: [
        hasVersion(payoutTransfers, transfer),
        sql`(select status from ${contracts} where id = ${state.id}) = ${state.contract.status}`,
      ],
      writeAfter: [
        change(context, [transfer], { confirmedAt: now.toISOString() }),
        countOnContract(context, state.id, {
          transfersConfirmed: sql`${contracts.transfersConfirmed} + ${isCorrection ? 0 : 1}`,
        }),
        ...(state.contract.status === "closed"
          ? [
              isCorrection
                ? bookCorrections(context, state.id, id)
                : bookConfirmed(context, state.id, [payer, receiver]),
            ]
          : []),
      ],
      ...recorded([transfer], "payout.confirmed", "sent", "confirmed"),
    };
  });
