import { eq, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { hasVersion } from "../../lib/record.ts";
import { invalidInput, requiredField } from "../../lib/validation.ts";
import { contractRecord, contracts, countOnContract } from "../contracts/index.ts";
import { users } from "../users/index.ts";
import { assertOwner, isCorrectable } from "./payouts.policy.ts";
import { findById, type PayoutState, payoutRecord, type TransferRow } from "./payouts.rows.ts";
import { CORRECTION_LIMIT, type CorrectionInput, feeOf } from "./payouts.schema.ts";
import { payoutTransfers } from "./payouts.table.ts";
import { LINE_TEXTS, payoutErrors, payoutNotices } from "./payouts.texts.ts";
import { contractOf, recorded } from "./transfers.ts";

type Correction = Pick<TransferRow, "payer" | "payerName" | "receiver" | "receiverName" | "amount">;

/** The statement that raises the topics of a contract; corrections change neither its status nor its counts. */
const touch = (context: MemberContext, id: number) =>
  countOnContract(context, id, { transfers: sql`${contracts.transfers}` });

/** The notice to payer and receiver of a correction, except the actor. */
const noticeOf = (
  { actor }: MemberContext,
  { contract }: PayoutState,
  { payer, receiver, payerName, receiverName, amount }: Correction,
  kind: "payout.correction" | "payout.correction_withdrawn",
) =>
  payoutNotices.entry(
    sql`select id from ${users} where id in (${payer}, ${receiver}) and id <> ${actor.userId}`,
    kind,
    {
      ...{ by: actor.name, subject: contract.title, payer: payerName, receiver: receiverName },
      amount: `${amount} ${contract.currency}`,
    },
  );

/**
 * Adds a correction to a payout with a confirmed payment: one more transfer between people of the payout, with its reason. It
 * is sent by its payer alone and confirmed like other transfers; the approved split, earlier payments and the contract's
 * status stay as they are.
 * @throws AppError not_found, contract_not_yours, correction_too_early, corrections_full, invalid_input for people who are
 *   not of the payout, a guest who pays, one person as both, or more than the contract pays
 */
export function addCorrection(context: MemberContext, { id: contractId, ...input }: ById<CorrectionInput>) {
  const { db, actor, now } = context;
  const plan = (state: PayoutState) => {
    const { id, contract, sheet, transfers } = state;
    assertOwner(context, state);
    if (!isCorrectable(contract.status, transfers)) throw payoutErrors.correction_too_early();
    const { amount, reason } = input;
    if (amount > contract.pay) throw invalidInput({ amount: [LINE_TEXTS.above_pay[context.language]] });
    const correction = { ...peopleOf(context, state, input), amount };
    const ofContract = sql`select 1 from ${payoutTransfers} where contract_id = ${id} and reason is not null`;
    const full = payoutErrors.corrections_full({ limit: CORRECTION_LIMIT });
    const { history, audit } = recorded([correction], "payout.correction", null, "open");
    return {
      unchanged: [contractRecord.isUnchanged(context, contract)],
      checkBefore: [guard(sql`(select count(*) from (${ofContract})) < ${CORRECTION_LIMIT}`, full)],
      writeAfter: [
        db.insert(payoutTransfers).values({
          ...{ ...correction, reason, fee: feeOf(amount, sheet.feeRate ?? 0), currency: contract.currency },
          ...{ contractId: id, organizationId: actor.organizationId, updatedAt: now.toISOString() },
        }),
        touch(context, id),
      ],
      history: history.map((entry) => ({ ...entry, notes: reason })),
      audit,
      notices: [noticeOf(context, state, correction, "payout.correction")],
    };
  };
  return payoutRecord.edit(context, contractId, undefined, plan, { adds: payoutTransfers });
}

/** The people of a correction with their names. @throws AppError invalid_input */
function peopleOf(
  { language }: MemberContext,
  { sheet, users: known }: PayoutState,
  { payer, receiver, receiverName }: CorrectionInput,
) {
  const nameOf = (userId: number) => {
    const isHolder = userId === sheet.payer;
    const line = sheet.lines.find((each) => each.userId === userId);
    return line?.name ?? (isHolder ? known.get(userId)?.name : undefined);
  };
  const refuse = (field: keyof CorrectionInput, why: keyof typeof LINE_TEXTS) =>
    invalidInput({ [field]: [LINE_TEXTS[why][language]] });
  if (payer === null) throw refuse("payer", "guest_pays");
  const payerName = nameOf(payer);
  if (payerName === undefined) throw refuse("payer", "not_in_payout");
  if (payer === receiver) throw refuse("receiver", "same_person");
  if (receiver !== null) {
    const name = nameOf(receiver);
    if (name === undefined) throw refuse("receiver", "not_in_payout");
    return { payer, payerName, receiver, receiverName: name };
  }
  if (receiverName === undefined) throw invalidInput(requiredField("receiverName", language));
  if (!sheet.lines.some(({ userId, name }) => userId === null && name === receiverName))
    throw refuse("receiverName", "not_in_payout");
  return { payer, payerName, receiver, receiverName };
}

/**
 * Withdraws a correction that is not sent. The history keeps it.
 * @throws AppError not_found for other transfers, contract_not_yours, correction_sent
 */
export const withdrawCorrection = (context: MemberContext, { id }: ById) =>
  payoutRecord.edit(context, contractOf(id), undefined, (state) => {
    const correction = findById(state.transfers, id);
    const { reason, sentAt, payerName } = correction;
    if (reason === null) throw errors.not_found();
    assertOwner(context, state);
    if (sentAt !== null) throw payoutErrors.correction_sent({ name: payerName });
    const { history, audit } = recorded([correction], "payout.correction_withdrawn", "open", null);
    return {
      unchanged: [hasVersion(payoutTransfers, correction)],
      writeAfter: [
        context.db.delete(payoutTransfers).where(eq(payoutTransfers.id, id)),
        touch(context, state.id),
      ],
      history: history.map((entry) => ({ ...entry, notes: reason })),
      audit,
      notices: [noticeOf(context, state, correction, "payout.correction_withdrawn")],
    };
  });
