import { eq, sql } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import type { Statement } from "../../../lib/db/client.ts";
import { guard } from "../../../lib/guard.ts";
import { contractRecord } from "../contracts.rows.ts";
import { STATUS_TEXTS } from "../contracts.texts.ts";
import { planMove } from "../move.ts";
import {
  asRead,
  changePayout,
  checkVersion,
  countTransfers,
  recorded,
  requireOpen,
  requireOwner,
} from "./change.ts";
import { APPROVABLE } from "./payouts.policy.ts";
import { computeSplit, type PayoutState } from "./payouts.rows.ts";
import { duesOf, feeOf, type Payout, type SheetLine, whoPaysWhom } from "./payouts.schema.ts";
import { contractExpenses, payoutTransfers } from "./payouts.table.ts";
import { payoutErrors, problemText } from "./payouts.texts.ts";
import { writeSheet } from "./sheet.ts";

type Version = { version?: number | undefined };
type ApprovedLine = SheetLine & { receives: number };
type NewTransfer = Pick<
  typeof payoutTransfers.$inferInsert,
  "payer" | "payerName" | "receiver" | "receiverName" | "amount" | "fee"
>;

/**
 * Approves how a contract's pay is split: shares and fee rate are kept, and who pays whom is settled. Approving again
 * changes nothing.
 * @throws AppError not_found, contract_not_yours, payout_not_open, payout_not_done, stale_version, expenses_pending,
 *   expense_outside, payout_no_payer, and split_incomplete naming the amount that is missing or too much
 */
export const lockSplit = (context: UserContext, contractId: number, { version }: Version): Promise<Payout> =>
  changePayout(context, contractId, (state, changed) => {
    const { actor, now } = context;
    const { contract, sheet, expenses, feeRate } = state;
    requireOwner(context, state);
    if (sheet.lockedAt !== null) return null;
    requireOpen(context, state);
    checkVersion(context, state, version, sheet.version);
    const { lines, payer } = readyToApprove(context, state);
    const transfers = transfersOf(lines, payer, feeRate);
    const counts = { transfers: transfers.length, transfersSent: 0, transfersConfirmed: 0 };
    const move = contract.status === "completed" ? planMove(context, contract, "awaiting_payment") : null;
    return [
      ...asRead(state, changed),
      guard(
        sql`(select count(*) || ' ' || coalesce(sum(version), 0) || ' ' || coalesce(max(id), 0)
          from ${contractExpenses} where contract_id = ${contract.id})
          = ${[expenses.length, expenses.reduce((sum, each) => sum + each.version, 0), expenses.at(-1)?.id ?? 0].join(" ")}`,
        changed,
      ),
      writeSheet(context, state, {
        ...{ mode: sheet.mode, payer: payer.userId, lines, feeRate },
        lockedAt: now.toISOString(),
        lockedBy: actor.name,
      }),
      insertTransfers(context, state, transfers),
      ...(move
        ? contractRecord.steps(context, contract, { ...move, set: { ...move.set, ...counts } })
        : [countTransfers(context, state, counts)]),
      ...recorded(
        context,
        state,
        { action: "split", newValue: "locked" },
        { action: "payout.locked", details: { transfers: transfers.length, feeRate } },
      ),
    ];
  });

/** The lines with their shares and who pays. @throws AppError what keeps the split from being approved */
function readyToApprove({ language }: UserContext, state: PayoutState) {
  const { contract, sheet, expenses, users } = state;
  if (!APPROVABLE.includes(contract.status))
    throw payoutErrors.payout_not_done({ status: STATUS_TEXTS[contract.status][language] });
  const pending = expenses.filter(({ status }) => status === "pending").length;
  if (pending > 0) throw payoutErrors.expenses_pending({ count: pending });
  const { lines, problem, outside } = computeSplit(state);
  if (outside[0] !== undefined) throw payoutErrors.expense_outside({ name: outside[0] });
  if (problem)
    throw payoutErrors.split_incomplete({ problem: problemText(problem, contract.currency, language) });
  const payer = sheet.payer === null ? undefined : users.get(sheet.payer);
  if (!payer) throw payoutErrors.payout_no_payer();
  const approved = lines.map(
    ({ share, receives, ...line }): ApprovedLine => ({ ...line, share: share ?? 0, receives: receives ?? 0 }),
  );
  return { lines: approved, payer: { userId: payer.id, name: payer.name } };
}

/** Who pays whom; the payer need not be of the crew. */
function transfersOf(
  lines: readonly ApprovedLine[],
  payer: { userId: number; name: string },
  feeRate: number,
): NewTransfer[] {
  const isCrew = lines.some(({ userId }) => userId === payer.userId);
  const people = isCrew ? lines : [...lines, { ...payer, receives: 0, holds: 0 }];
  const dues = duesOf(
    people,
    people.findIndex(({ userId }) => userId === payer.userId),
  );
  return whoPaysWhom(dues).flatMap(({ from, to, amount }) => {
    const [giver, taker] = [people[from], people[to]];
    if (!giver || !taker) return [];
    return {
      payer: giver.userId,
      payerName: giver.name,
      receiver: taker.userId,
      receiverName: taker.name,
      amount,
      fee: feeOf(amount, feeRate),
    };
  });
}

/** The statement that stores transfers. A user who is deleted as it runs is left out, like all who were before. */
const insertTransfers = (
  { db, actor, now }: UserContext,
  { contract: { id, currency } }: PayoutState,
  transfers: readonly NewTransfer[],
): Statement =>
  db.run(sql`insert into ${payoutTransfers} (organization_id, contract_id, payer, payer_name, receiver, receiver_name,
      amount, fee, currency, updated_at)
    select ${actor.organizationId}, ${id}, (select id from users where id = value ->> 'payer'), value ->> 'payerName',
      (select id from users where id = value ->> 'receiver'), value ->> 'receiverName', value ->> 'amount',
      value ->> 'fee', ${currency}, ${now.toISOString()}
    from json_each(${JSON.stringify(transfers)})`);

/**
 * Takes the approval of a split back, while nothing is sent. Doing so again changes nothing.
 * @throws AppError not_found, contract_not_yours, stale_version, payout_sent
 */
export const unlockSplit = (
  context: UserContext,
  contractId: number,
  { version }: Version,
): Promise<Payout> =>
  changePayout(context, contractId, (state, changed) => {
    const { db } = context;
    const { contract, sheet, transfers } = state;
    requireOwner(context, state);
    if (sheet.lockedAt === null) return null;
    checkVersion(context, state, version, sheet.version);
    if (contract.status !== "awaiting_payment" || transfers.some(({ sentAt }) => sentAt !== null))
      throw payoutErrors.payout_sent();
    const ofContract = eq(payoutTransfers.contractId, contract.id);
    return [
      ...asRead(state, changed),
      guard(
        sql`not exists (select 1 from ${payoutTransfers} where ${ofContract} and sent_at is not null)`,
        payoutErrors.payout_sent(),
      ),
      db.delete(payoutTransfers).where(ofContract),
      writeSheet(context, state, {
        ...{ mode: sheet.mode, payer: sheet.payer, feeRate: null, lockedAt: null, lockedBy: null },
        lines: sheet.lines.map(({ share: _, expenses: _e, receives: _r, ...line }) => line),
      }),
      countTransfers(context, state, { transfers: 0, transfersSent: 0, transfersConfirmed: 0 }),
      ...recorded(context, state, { action: "split", newValue: "unlocked" }, { action: "payout.unlocked" }),
    ];
  });
