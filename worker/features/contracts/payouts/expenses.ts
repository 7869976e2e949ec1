import { eq, sql } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import { idempotencyKeys } from "../../../lib/db/idempotency.table.ts";
import { errors } from "../../../lib/errors.ts";
import { guard } from "../../../lib/guard.ts";
import { invalidInput, requiredField } from "../../../lib/validation.ts";
import { owns } from "../contracts.policy.ts";
import { contractErrors } from "../contracts.texts.ts";
import { asRead, changePayout, checkVersion, recorded, requireOpen, requireOwner } from "./change.ts";
import { expenseAbilities } from "./payouts.policy.ts";
import { type ExpenseRow, getPayout, type PayoutState } from "./payouts.rows.ts";
import { EXPENSE_LIMIT, type ExpenseInput, type ExpenseStatus, type Payout } from "./payouts.schema.ts";
import { contractExpenses } from "./payouts.table.ts";
import { EXPENSE_STATUS_TEXTS, LINE_TEXTS, payoutErrors } from "./payouts.texts.ts";

/** SQL: the contract that an expense belongs to. */
const contractOf = (id: number) => sql`(select contract_id from ${contractExpenses} where id = ${id})`;

/** What history and audit say of an expense whose status changes. */
const entryOf = (
  { name, amount }: Pick<ExpenseRow, "name" | "amount">,
  from: string | null,
  to: string | null,
) =>
  ({
    action: "expense",
    newValue: String(amount),
    changes: { status: { from, to }, name: { from: null, to: name } },
  }) as const;

/**
 * Adds what the actor paid for a contract, or, for whoever looks after the payout, what another person of the split
 * paid. It waits for approval.
 * @throws AppError not_found, contract_not_yours, not_in_split, payout_locked, payout_not_open, expenses_full,
 *   invalid_input for a person who is not in the split
 */
export async function addExpense(
  context: UserContext,
  contractId: number,
  input: ExpenseInput,
): Promise<Payout> {
  const { db, actor, now, idempotencyKey } = context;
  const at = now.toISOString();
  const repeated = errors.not_found();
  try {
    return await changePayout(
      context,
      contractId,
      (state, changed) => {
        requireOpen(context, state);
        const { userId, name } = spender(context, state, input);
        const { amount, note } = input;
        const { id } = state.contract;
        const full = payoutErrors.expenses_full({ limit: EXPENSE_LIMIT });
        const ofContract = sql`select 1 from ${contractExpenses} where contract_id = ${id}`;
        return [
          ...asRead(state, changed),
          guard(sql`(select count(*) from (${ofContract} limit ${EXPENSE_LIMIT})) < ${EXPENSE_LIMIT}`, full),
          db.insert(contractExpenses).values({
            ...{ contractId: id, organizationId: actor.organizationId, userId, name, amount, note },
            ...{ createdAt: at, updatedAt: at },
          }),
          ...(idempotencyKey
            ? [
                db.insert(idempotencyKeys).values({
                  userId: actor.userId,
                  key: `contract_expenses:${idempotencyKey}`,
                  recordId: sql`(select max(id) from ${contractExpenses})`,
                  createdAt: at,
                }),
              ]
            : []),
          ...recorded(context, state, entryOf({ name, amount }, null, "pending"), {
            action: "payout.expense",
            details: { amount, name },
          }),
        ];
      },
      { taken: { idempotency_keys: repeated } },
    );
  } catch (error) {
    // The same request did it before: the answer is the payout as it is.
    if (error === repeated) return getPayout(context, contractId);
    throw error;
  }
}

/** Who paid an expense. @throws AppError contract_not_yours, not_in_split, invalid_input */
function spender({ actor, language }: UserContext, { contract, sheet }: PayoutState, input: ExpenseInput) {
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

/** @throws AppError not_found */
function findExpense({ expenses }: PayoutState, id: number): ExpenseRow {
  const expense = expenses.find((each) => each.id === id);
  if (!expense) throw errors.not_found();
  return expense;
}

/**
 * Approves or declines an expense; until the split is approved the decision can be changed.
 * @throws AppError not_found, contract_not_yours, payout_locked, payout_not_open, stale_version
 */
export const decideExpense = (
  context: UserContext,
  id: number,
  { status, version }: { status: Exclude<ExpenseStatus, "pending">; version?: number | undefined },
): Promise<Payout> =>
  changePayout(context, contractOf(id), (state, changed) => {
    const { db, actor, now } = context;
    const expense = findExpense(state, id);
    requireOwner(context, state);
    if (expense.status === status) return null;
    requireOpen(context, state);
    checkVersion(context, state, version, expense.version);
    return [
      ...asRead(state, changed),
      guard(sql`(select version from ${contractExpenses} where id = ${id}) = ${expense.version}`, changed),
      db
        .update(contractExpenses)
        .set({ status, decidedBy: actor.name, version: expense.version + 1, updatedAt: now.toISOString() })
        .where(eq(contractExpenses.id, id)),
      ...recorded(context, state, entryOf(expense, expense.status, status), {
        action: status === "approved" ? "payout.expense_approved" : "payout.expense_declined",
        details: { amount: expense.amount, name: expense.name },
      }),
    ];
  });

/**
 * Removes an expense of the actor's own that nobody has decided on.
 * @throws AppError not_found, expense_not_yours, expense_decided, payout_locked, payout_not_open
 */
export const removeExpense = (context: UserContext, id: number): Promise<Payout> =>
  changePayout(context, contractOf(id), (state, changed) => {
    const { db, actor, language } = context;
    const { contract, sheet } = state;
    const expense = findExpense(state, id);
    requireOpen(context, state);
    const status = EXPENSE_STATUS_TEXTS[expense.status][language];
    if (expense.status !== "pending") throw payoutErrors.expense_decided({ status });
    if (!expenseAbilities(actor, contract, sheet, expense).delete) throw payoutErrors.expense_not_yours();
    return [
      ...asRead(state, changed),
      guard(sql`(select version from ${contractExpenses} where id = ${id}) = ${expense.version}`, changed),
      db.delete(contractExpenses).where(eq(contractExpenses.id, id)),
      ...recorded(context, state, entryOf(expense, "pending", null), {
        action: "payout.expense_removed",
        details: { amount: expense.amount, name: expense.name },
      }),
    ];
  });
