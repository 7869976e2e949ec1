import { eq, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { guard } from "../../lib/guard.ts";
import { contractRecord, countOnContract, planMove, STATUS_TEXTS } from "../contracts/index.ts";
import { receiversOf } from "./of-contracts.ts";
import { APPROVABLE, assertOpen, assertOwner } from "./payouts.policy.ts";
import { blockOf, computeSplit, type PayoutState, payoutRecord, plainLine } from "./payouts.rows.ts";
import { duesOf, feeOf, type LockInput, type SheetLine, whoPaysWhom } from "./payouts.schema.ts";
import { contractExpenses, payoutTransfers } from "./payouts.table.ts";
import { payoutErrors, payoutNotices, problemText } from "./payouts.texts.ts";

type ApprovedLine = SheetLine & { receives: number };

/**
 * Approves the split of a contract: stores shares and fee rate, and makes the transfers. Approving again changes nothing.
 * @throws AppError not_found, contract_not_yours, payout_not_open, payout_not_done, stale_version, expenses_pending,
 *   expense_outside, payout_no_payer, split_incomplete naming the amount that is missing or too much
 */
export const lockSplit = (context: MemberContext, { id: contractId, version }: ById<LockInput>) =>
  payoutRecord.upsert(context, contractId, undefined, (state) => {
    const { actor, now } = context;
    const { id, contract, sheet, expenses, feeRate } = state;
    assertOwner(context, state);
    if (sheet.lockedAt !== null) return null;
    assertOpen(context, state);
    payoutRecord.assertVersion(context, state, version);
    const { lines, payer } = readyToApprove(context, state);
    const transfers = transfersOf(lines, payer, feeRate);
    const counts = { transfers: transfers.length, transfersSent: 0, transfersConfirmed: 0 };
    const move = contract.status === "completed" ? planMove(context, contract, "awaiting_payment") : null;
    const versions = expenses.reduce((sum, each) => sum + each.version, 0);
    return {
      set: {
        ...{ mode: sheet.mode, payer: payer.userId, lines, feeRate },
        lockedAt: now.toISOString(),
        lockedBy: actor.name,
      },
      unchanged: [
        contractRecord.isUnchanged(context, contract),
        sql`(select count(*) || ' ' || coalesce(sum(version), 0) || ' ' || coalesce(max(id), 0)
          from ${contractExpenses} where contract_id = ${id})
          = ${[expenses.length, versions, expenses.at(-1)?.id ?? 0].join(" ")}`,
      ],
      writeBefore: move
        ? contractRecord.steps(context, contract, { ...move, set: { ...move.set, ...counts } })
        : [countOnContract(context, id, counts)],
      writeAfter: [insertTransfers(context, state, transfers)],
      history: [{ action: "split", newValue: "locked" }],
      audit: [{ action: "payout.locked", details: { transfers: transfers.length, feeRate } }],
    };
  });

/** The lines with their shares, and the payer. @throws AppError the reason why the split cannot be approved */
function readyToApprove({ language }: MemberContext, state: PayoutState) {
  const { contract, sheet, users } = state;
  if (!APPROVABLE.includes(contract.status))
    throw payoutErrors.payout_not_done({ status: STATUS_TEXTS[contract.status][language] });
  const split = computeSplit(state);
  const { lines, problem } = split;
  const block = blockOf(state, split);
  if (block?.reason === "expenses") throw payoutErrors.expenses_pending({ count: block.count });
  if (block?.reason === "outside") throw payoutErrors.expense_outside({ name: block.name });
  if (problem)
    throw payoutErrors.split_incomplete({ problem: problemText(problem, contract.currency, language) });
  const payer = users.get(sheet.payer ?? 0);
  if (!payer) throw payoutErrors.payout_no_payer();
  const approved = lines.map(
    ({ share, receives, ...line }): ApprovedLine => ({ ...line, share: share ?? 0, receives: receives ?? 0 }),
  );
  return { lines: approved, payer: { userId: payer.id, name: payer.name } };
}

/** The transfers between payer and crew. The payer may have no line of their own. */
function transfersOf(lines: readonly ApprovedLine[], payer: { userId: number; name: string }, rate: number) {
  const isCrew = lines.some(({ userId }) => userId === payer.userId);
  const people = isCrew ? lines : [...lines, { ...payer, receives: 0, holds: 0 }];
  const payerAt = people.findIndex(({ userId }) => userId === payer.userId);
  return whoPaysWhom(duesOf(people, payerAt)).flatMap(({ from, to, amount }) => {
    const [giver, taker] = [people[from], people[to]];
    if (!giver || !taker) return [];
    return {
      ...{ payer: giver.userId, payerName: giver.name, receiver: taker.userId, receiverName: taker.name },
      ...{ amount, fee: feeOf(amount, rate) },
    };
  });
}

/** The statement that stores transfers. A user who was deleted in between has no id in them. */
const insertTransfers = (
  { db, actor, now }: MemberContext,
  { contract: { id, currency } }: PayoutState,
  transfers: ReturnType<typeof transfersOf>,
): Statement =>
  db.run(sql`insert into ${payoutTransfers} (organization_id, contract_id, payer, payer_name, receiver, receiver_name,
      amount, fee, currency, updated_at)
    select ${actor.organizationId}, ${id}, (select id from users where id = value ->> 'payer'), value ->> 'payerName',
      (select id from users where id = value ->> 'receiver'), value ->> 'receiverName', value ->> 'amount',
      value ->> 'fee', ${currency}, ${now.toISOString()}
    from json_each(${JSON.stringify(transfers)})`);

/**
 * Takes the approval of a split back while no transfer is sent. Taking it back again changes nothing.
 * @throws AppError not_found, contract_not_yours, stale_version, payout_sent
 */
export const unlockSplit = (context: MemberContext, { id: contractId, version }: ById<LockInput>) =>
  payoutRecord.edit(context, contractId, undefined, (state) => {
    const { db } = context;
    const { id, contract, sheet, transfers } = state;
    assertOwner(context, state);
    if (sheet.lockedAt === null) return null;
    payoutRecord.assertVersion(context, state, version);
    if (contract.status !== "awaiting_payment" || transfers.some(({ sentAt }) => sentAt !== null))
      throw payoutErrors.payout_sent();
    const ofContract = eq(payoutTransfers.contractId, id);
    const areUnsent = sql`not exists (select 1 from ${payoutTransfers} where ${ofContract} and sent_at is not null)`;
    return {
      set: {
        ...{ mode: sheet.mode, payer: sheet.payer, feeRate: null, lockedAt: null, lockedBy: null },
        lines: sheet.lines.map(plainLine),
      },
      unchanged: [contractRecord.isUnchanged(context, contract)],
      checkBefore: [guard(areUnsent, payoutErrors.payout_sent())],
      writeAfter: [
        ...payoutNotices.write(context, receiversOf(context, id), "payout.withdrawn", {
          by: context.actor.name,
        }),
        db.delete(payoutTransfers).where(ofContract),
        countOnContract(context, id, { transfers: 0, transfersSent: 0, transfersConfirmed: 0 }),
      ],
      history: [{ action: "split", newValue: "unlocked" }],
      audit: [{ action: "payout.unlocked" }],
    };
  });
