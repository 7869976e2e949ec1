import { eq, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { guard } from "../../lib/guard.ts";
import { hasVersion } from "../../lib/record.ts";
import { invalidInput, requiredField } from "../../lib/validation.ts";
import { contractErrors, contractRecord, owns } from "../contracts/index.ts";
import { assertOpen, assertOwner, expenseAbilities } from "./payouts.policy.ts";
import { type ExpenseRow, findById, type PayoutState, payoutRecord } from "./payouts.rows.ts";
import { type DecideExpenseInput, EXPENSE_LIMIT, type ExpenseInput } from "./payouts.schema.ts";
import { contractExpenses } from "./payouts.table.ts";
import { EXPENSE_STATUS_TEXTS, LINE_TEXTS, payoutErrors } from "./payouts.texts.ts";

/** SQL: the contract that an expense belongs to. */
const contractOf = (id: number) => sql`(select contract_id from ${contractExpenses} where id = ${id})`;

/** The history entry of an expense whose status changes. */
const historyOf = (expense: { name: string; amount: number }, from: string | null, to: string | null) =>
  ({
    action: "expense",
    newValue: String(expense.amount),
    changes: { status: { from, to }, name: { from: null, to: expense.name } },
  }) as const;

/**
 * Adds an expense that the actor paid for a contract, or, by a user who looks after the contract, one that another person
 * of the split paid. It waits for approval.
 * @throws AppError not_found, contract_not_yours, not_in_split, payout_locked, payout_not_open, expenses_full,
 *   invalid_input for a person who is not in the split
 */
export function addExpense(context: MemberContext, { id: contractId, ...input }: ById<ExpenseInput>) {
  const { db, actor, now } = context;
  const at = now.toISOString();
  const plan = (state: PayoutState) => {
    assertOpen(context, state);
    const { id, contract } = state;
    const expense = { ...spender(context, state, input), amount: input.amount, note: input.note };
    const { amount, name } = expense;
    const ofContract = sql`select 1 from ${contractExpenses} where contract_id = ${id}`;
    const full = payoutErrors.expenses_full({ limit: EXPENSE_LIMIT });
    return {
      unchanged: [contractRecord.isUnchanged(context, contract)],
      checkBefore: [
        guard(sql`(select count(*) from (${ofContract} limit ${EXPENSE_LIMIT})) < ${EXPENSE_LIMIT}`, full),
      ],
      writeAfter: [
        db.insert(contractExpenses).values({
          ...{ ...expense, contractId: id, organizationId: actor.organizationId },
          ...{ createdAt: at, updatedAt: at },
        }),
      ],
      history: [historyOf(expense, null, "pending")],
      audit: [{ action: "payout.expense" as const, details: { amount, name } }],
    };
  };
  return payoutRecord.edit(context, contractId, undefined, plan, { adds: contractExpenses });
}

/** The person who paid an expense. @throws AppError contract_not_yours, not_in_split, invalid_input */
function spender({ actor, language }: MemberContext, { contract, sheet }: PayoutState, input: ExpenseInput) {
  const { userId = actor.userId, name } = input;
  const line = sheet.lines.find((each) =>
    userId === null ? each.userId === null && each.name === name : each.userId === userId,
  );
  const isOwner = owns(actor, contract);
  if (userId === actor.userId) {
    if (!line && !isOwner && contract.assignedTo !== userId) throw payoutErrors.not_in_split();
    return { userId, name: line?.name ?? actor.name };
  }
  if (!isOwner) throw contractErrors.contract_not_yours();
  if (userId === null && name === undefined) throw invalidInput(requiredField("name", language));
  if (!line)
    throw invalidInput({ [userId === null ? "name" : "userId"]: [LINE_TEXTS.not_in_split[language]] });
  return { userId, name: line.name };
}

/** SQL conditions: contract and expense are as they were read. */
const isUnchanged = (context: MemberContext, { contract }: PayoutState, expense: ExpenseRow) => [
  contractRecord.isUnchanged(context, contract),
  hasVersion(contractExpenses, expense),
];

/**
 * Approves or declines an expense. The decision can be changed until the split is approved.
 * @throws AppError not_found, contract_not_yours, payout_locked, payout_not_open, stale_version
 */
export const decideExpense = (context: MemberContext, { id, status, version }: ById<DecideExpenseInput>) =>
  payoutRecord.edit(context, contractOf(id), undefined, (state) => {
    const { db, actor, now } = context;
    const expense = findById(state.expenses, id);
    const { amount, name } = expense;
    assertOwner(context, state);
    if (expense.status === status) return null;
    assertOpen(context, state);
    payoutRecord.assertVersion(context, state, version, expense.version);
    const action = status === "approved" ? "payout.expense_approved" : "payout.expense_declined";
    return {
      unchanged: isUnchanged(context, state, expense),
      writeAfter: [
        db
          .update(contractExpenses)
          .set({ status, decidedBy: actor.name, version: expense.version + 1, updatedAt: now.toISOString() })
          .where(eq(contractExpenses.id, id)),
      ],
      history: [historyOf(expense, expense.status, status)],
      audit: [{ action, details: { amount, name } }],
    };
  });

/**
 * Removes an own expense that is still pending.
 * @throws AppError not_found, expense_not_yours, expense_decided, payout_locked, payout_not_open
 */
export const removeExpense = (context: MemberContext, { id }: ById) =>
  payoutRecord.edit(context, contractOf(id), undefined, (state) => {
    const { db, actor, language } = context;
    const expense = findById(state.expenses, id);
    const { amount, name } = expense;
    assertOpen(context, state);
    const status = EXPENSE_STATUS_TEXTS[expense.status][language];
    if (expense.status !== "pending") throw payoutErrors.expense_decided({ status });
    if (!expenseAbilities(actor, state, expense).delete) throw payoutErrors.expense_not_yours();
    return {
      unchanged: isUnchanged(context, state, expense),
      writeAfter: [db.delete(contractExpenses).where(eq(contractExpenses.id, id))],
      history: [historyOf(expense, "pending", null)],
      audit: [{ action: "payout.expense_removed", details: { amount, name } }],
    };
  });
