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
const SPLITTABLE: readonly ContractStatus[] = ["accepted", "completed", "awaiting_payment"];
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
    transfers: readonly Pick<TransferRow, "sentAt" | "confirmedAt">[];
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
    correct: isOwner && isCorrectable(contract.status, transfers),
  };
}

/** The actor's abilities on an expense. A guest's expense belongs to the users who look after the contract. */
export function expenseAbilities(actor: Actor, state: State, expense: Pick<Expense, "userId" | "status">) {
  const open = isOpen(state);
  const isOwner = owns(actor, state.contract);
  const isOwn = expense.userId === actor.userId || (expense.userId === null && isOwner);
  return { decide: open && isOwner, delete: open && isOwn && expense.status === "pending" };
}

type People = Pick<TransferRow, "payer" | "receiver" | "reason">;

/**
 * Whether an actor may act as payer and as receiver of a transfer. Owners may act for guests like the payer, and as payer
 * except of a correction: only its payer may say that they paid money back.
 */
export function partsOf(actor: Actor, contract: Parent, { payer, receiver, reason }: People) {
  const isPayer = payer === actor.userId;
  const isPayerOrOwner = isPayer || owns(actor, contract);
  const speaksForPayer = reason === null ? isPayerOrOwner : isPayer;
  const speaksForReceiver = receiver === null ? isPayerOrOwner : receiver === actor.userId;
  return { speaksForPayer, speaksForReceiver };
}

/** States of a contract in which payments that were confirmed can be corrected. */
const CORRECTABLE: readonly ContractStatus[] = ["awaiting_payment", "payment_sent", "closed"];

/** Whether a payout has a confirmed payment, which can only be corrected by a new one. */
export const isCorrectable = (
  status: ContractStatus,
  transfers: readonly Pick<TransferRow, "confirmedAt">[],
) => CORRECTABLE.includes(status) && transfers.some(({ confirmedAt }) => confirmedAt !== null);

/**
 * Whether a transfer can be marked as sent, or this be taken back, in a state of its contract. Corrections are independent of
 * that state.
 */
export const isSendable = ({ reason }: Pick<TransferRow, "reason">, status: ContractStatus, sent: boolean) =>
  reason !== null || status === "awaiting_payment" || (!sent && status === "payment_sent");

/** The actor's abilities on a transfer. */
export function transferAbilities(actor: Actor, contract: Parent, transfer: TransferRow): Transfer["can"] {
  const { sentAt, confirmedAt, reason } = transfer;
  const { speaksForPayer, speaksForReceiver } = partsOf(actor, contract, transfer);
  const isSent = sentAt !== null && confirmedAt === null;
  return {
    send: speaksForPayer && sentAt === null && isSendable(transfer, contract.status, true),
    unsend: speaksForPayer && isSent && isSendable(transfer, contract.status, false),
    confirm: speaksForReceiver && isSent,
    withdraw: reason !== null && sentAt === null && owns(actor, contract),
  };
}
