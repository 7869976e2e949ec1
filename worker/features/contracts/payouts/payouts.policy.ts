import { eq, or, type SQL, sql } from "drizzle-orm";
import type { Actor, UserActor } from "../../../lib/actor.ts";
import { isOwnedBy, owns } from "../contracts.policy.ts";
import type { Contract, ContractStatus } from "../contracts.schema.ts";
import { contracts } from "../contracts.table.ts";
import type { Expense, Payout, SheetLine, Transfer } from "./payouts.schema.ts";
import { contractSplits, payoutTransfers } from "./payouts.table.ts";

/** States in which a split can be changed and expenses added, and those in which it can be approved. */
export const SPLITTABLE: readonly ContractStatus[] = ["accepted", "completed", "awaiting_payment"];
export const APPROVABLE: readonly ContractStatus[] = ["completed", "awaiting_payment"];

/**
 * The contracts in whose payout an actor takes part: whoever looks after the contract or does it, has a line in the
 * split or the money to begin with, pays or receives. Its entries in the history are for them, too.
 */
export const takesPart = (actor: UserActor): SQL => {
  const { userId } = actor;
  return or(
    isOwnedBy(actor),
    eq(contracts.assignedTo, userId),
    sql`exists (select 1 from ${contractSplits} where ${contractSplits.id} = ${contracts.id}
      and (${contractSplits.payer} = ${userId}
        or exists (select 1 from json_each(${contractSplits.lines}) where value ->> 'userId' = ${userId})))`,
    sql`exists (select 1 from ${payoutTransfers} where ${payoutTransfers.contractId} = ${contracts.id}
      and ${userId} in (${payoutTransfers.payer}, ${payoutTransfers.receiver}))`,
  ) as SQL;
};

type Parent = Pick<Contract, "status" | "postedBy" | "createdBy">;
type Sheet = { lockedAt: string | null; lines: readonly Pick<SheetLine, "userId">[] };
type Sent = Pick<Transfer, "sentAt">;

const isOpen = ({ status }: Pick<Parent, "status">, { lockedAt }: Pick<Sheet, "lockedAt">) =>
  lockedAt === null && SPLITTABLE.includes(status);

/** What an actor who sees a payout may do with it. */
export function payoutAbilities(
  actor: UserActor,
  contract: Parent & Pick<Contract, "assignedTo">,
  sheet: Sheet,
  transfers: readonly Sent[],
): Payout["can"] {
  const isOwner = owns(actor, contract);
  const isCrew = sheet.lines.some(({ userId }) => userId === actor.userId);
  const open = isOpen(contract, sheet);
  const isUnsent = transfers.every(({ sentAt }) => sentAt === null);
  return {
    edit: open && isOwner,
    lock: open && isOwner && APPROVABLE.includes(contract.status),
    unlock: sheet.lockedAt !== null && isOwner && contract.status === "awaiting_payment" && isUnsent,
    addExpense: open && (isOwner || isCrew || contract.assignedTo === actor.userId),
    donate: open && isCrew,
  };
}

/** What an actor may do with an expense; one of a guest belongs to whoever looks after the payout. */
export function expenseAbilities(
  actor: UserActor,
  contract: Parent,
  sheet: Sheet,
  { userId, status }: Pick<Expense, "userId" | "status">,
): Expense["can"] {
  const open = isOpen(contract, sheet);
  const isOwner = owns(actor, contract);
  const isOwn = userId === actor.userId || (userId === null && isOwner);
  return { decide: open && isOwner, delete: open && isOwn && status === "pending" };
}

/** Whether an actor speaks for who pays, and for who receives: an owner, or there also the payer, does for guests. */
export function partsOf(actor: Actor, contract: Parent, payer: number | null, receiver: number | null) {
  const speaksForPayer = owns(actor, contract) || payer === actor.userId;
  const speaksForReceiver = receiver === null ? speaksForPayer : receiver === actor.userId;
  return { speaksForPayer, speaksForReceiver };
}

/** What an actor may do with a transfer: what a contract has left behind stays sent. */
export function transferAbilities(
  actor: Actor,
  contract: Parent,
  transfer: {
    payer: number | null;
    receiver: number | null;
    sentAt: string | null;
    confirmedAt: string | null;
  },
): Transfer["can"] {
  const { payer, receiver, sentAt, confirmedAt } = transfer;
  const { speaksForPayer, speaksForReceiver } = partsOf(actor, contract, payer, receiver);
  const isPaying = speaksForPayer && contract.status === "awaiting_payment";
  const isSent = sentAt !== null && confirmedAt === null;
  return {
    send: isPaying && sentAt === null,
    unsend: isPaying && isSent,
    confirm: speaksForReceiver && isSent,
  };
}
