import { or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { MemberContext } from "../../lib/context.ts";
import {
  type Contract,
  type ContractStatus,
  contractErrors,
  contracts,
  isOwnedBy,
  owns,
  STATUS_TEXTS,
} from "../contracts/index.ts";
import type { Expense, Payout, SheetLine, Transfer } from "./payouts.schema.ts";
import { contractSplits, payoutTransfers } from "./payouts.table.ts";
import { payoutErrors } from "./payouts.texts.ts";

/** States of a contract in which its split can be changed and expenses added, and in which the split can be approved. */
export const SPLITTABLE: readonly ContractStatus[] = ["accepted", "completed", "awaiting_payment"];
export const APPROVABLE: readonly ContractStatus[] = ["completed", "awaiting_payment"];

/**
 * SQL condition: the actor takes part in the payout of the contract of a row: they look after the contract, do the work,
 * have a line in the split, hold the money at first, pay or receive.
 */
export const takesPart = (actor: Actor): SQL => {
  const { userId } = actor;
  return or(
    isOwnedBy(actor),
    sql`${contracts.assignedTo} = ${userId}`,
    sql`exists (select 1 from ${contractSplits} where ${contractSplits.id} = ${contracts.id}
      and (${contractSplits.payer} = ${userId}
        or exists (select 1 from json_each(${contractSplits.lines}) where value ->> 'userId' = ${userId})))`,
    sql`exists (select 1 from ${payoutTransfers} where ${payoutTransfers.contractId} = ${contracts.id}
      and ${userId} in (${payoutTransfers.payer}, ${payoutTransfers.receiver}))`,
  ) as SQL;
};

type Parent = Pick<Contract, "status" | "postedBy" | "createdBy">;
type Sheet = { lockedAt: string | null; lines: readonly Pick<SheetLine, "userId">[] };
type State = { contract: Parent; sheet: Sheet };
type TransferRow = typeof payoutTransfers.$inferSelect;

const isOpen = ({ contract, sheet }: State) =>
  sheet.lockedAt === null && SPLITTABLE.includes(contract.status);

/** @throws AppError contract_not_yours */
export function assertOwner({ actor }: MemberContext, { contract }: State): void {
  if (!owns(actor, contract)) throw contractErrors.contract_not_yours();
}

/** @throws AppError payout_locked, payout_not_open for a contract in another state */
export function assertOpen({ language }: MemberContext, { contract: { status }, sheet }: State): void {
  if (sheet.lockedAt !== null) throw payoutErrors.payout_locked();
  if (!SPLITTABLE.includes(status))
    throw payoutErrors.payout_not_open({ status: STATUS_TEXTS[status][language] });
}

export function payoutAbilities(
  actor: Actor,
  state: State & {
    contract: Pick<Contract, "assignedTo">;
    transfers: readonly Pick<TransferRow, "sentAt">[];
  },
): Payout["can"] {
  const { contract, sheet, transfers } = state;
  const isOwner = owns(actor, contract);
  const isCrew = sheet.lines.some(({ userId }) => userId === actor.userId);
  const open = isOpen(state);
  const isUnsent = transfers.every(({ sentAt }) => sentAt === null);
  return {
    edit: open && isOwner,
    lock: open && isOwner && APPROVABLE.includes(contract.status),
    unlock: sheet.lockedAt !== null && isOwner && contract.status === "awaiting_payment" && isUnsent,
    addExpense: open && (isOwner || isCrew || contract.assignedTo === actor.userId),
    donate: open && isCrew,
  };
}

/** What an actor may do with an expense. A guest's expense belongs to the users who look after the contract. */
export function expenseAbilities(actor: Actor, state: State, expense: Pick<Expense, "userId" | "status">) {
  const open = isOpen(state);
  const isOwner = owns(actor, state.contract);
  const isOwn = expense.userId === actor.userId || (expense.userId === null && isOwner);
  return { decide: open && isOwner, delete: open && isOwn && expense.status === "pending" };
}

/** Whether an actor may act as payer and as receiver of a transfer. Owners may act as payer, and as guests like the payer. */
export function partsOf(actor: Actor, contract: Parent, payer: number | null, receiver: number | null) {
  const speaksForPayer = owns(actor, contract) || payer === actor.userId;
  const speaksForReceiver = receiver === null ? speaksForPayer : receiver === actor.userId;
  return { speaksForPayer, speaksForReceiver };
}

/** States in which a sent transfer can be taken back, as long as it is not confirmed. */
export const UNSENDABLE: readonly ContractStatus[] = ["awaiting_payment", "payment_sent"];

/** What an actor may do with a transfer. */
export function transferAbilities(
  actor: Actor,
  contract: Parent,
  { payer, receiver, sentAt, confirmedAt }: TransferRow,
): Transfer["can"] {
  const { speaksForPayer, speaksForReceiver } = partsOf(actor, contract, payer, receiver);
  const isSent = sentAt !== null && confirmedAt === null;
  return {
    send: speaksForPayer && sentAt === null && contract.status === "awaiting_payment",
    unsend: speaksForPayer && isSent && UNSENDABLE.includes(contract.status),
    confirm: speaksForReceiver && isSent,
  };
}
