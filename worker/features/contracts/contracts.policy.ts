import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { Context, MemberContext } from "../../lib/context.ts";
import { parts } from "./attached.ts";
import {
  AVAILABLE,
  type Contract,
  type ContractStatus,
  MOVES,
  type Mover,
  nextStates,
  stateOf,
  TAKEN,
} from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";
import { contractErrors, STATUS_TEXTS } from "./contracts.texts.ts";

type Row = Pick<
  Contract,
  "status" | "postedBy" | "createdBy" | "assignedTo" | "deadline" | "applicationId"
> & { transfersConfirmed: number };
type Acting = Pick<Context, "actor" | "now">;

const isAdmin = (actor: Actor) => actor.permissions.has("contracts.admin");

/** Whether the actor looks after a contract: as its poster, as its creator or by contracts.admin. */
export const owns = (actor: Actor, row: Pick<Row, "postedBy" | "createdBy">): boolean =>
  isAdmin(actor) ||
  (actor.memberId !== null && (row.postedBy === actor.memberId || row.createdBy === actor.memberId));

/** SQL condition: the actor posted or created the contract of a row. */
export const isOfMember = ({ memberId }: Actor): SQL =>
  or(eq(contracts.postedBy, memberId ?? -1), eq(contracts.createdBy, memberId ?? -1)) as SQL;

/** SQL condition: the actor looks after the contract of a row. */
export const isOwnedBy = (actor: Actor): SQL => (isAdmin(actor) ? sql`1` : isOfMember(actor));

/** SQL condition: the actor may see the contract: it was posted, or is a draft that they look after. Uses no index. */
export const visibleTo = (actor: Actor): SQL =>
  and(
    sql`+${contracts.organizationId} = ${actor.organizationId}`,
    isAdmin(actor) ? undefined : or(isNotNull(contracts.postedAt), isOwnedBy(actor)),
  ) as SQL;

/** The states to which an actor can move a contract. A return to draft never takes confirmed payments back. */
export function movable(actor: Actor, row: Row): ContractStatus[] {
  const isOwner = owns(actor, row);
  const is: Record<Mover, boolean> = {
    owner: isOwner,
    author: isOwner && actor.permissions.has("contracts.write"),
    assignee: row.assignedTo !== null && row.assignedTo === actor.userId,
  };
  return nextStates(row.status).filter((to) => {
    if (to === "accepted" && row.assignedTo === null) return false;
    if (to === "draft" && row.transfersConfirmed > 0) return false;
    return MOVES[row.status][to]?.some((mover) => is[mover]);
  });
}

/**
 * SQL condition: a contract can be applied for, by its state. Written like the index `contracts_available` and without
 * parameters: otherwise SQLite does not use the index.
 */
export const isAvailableInIndex = sql`${contracts.status} in (${sql.raw(AVAILABLE.map((each) => `'${each}'`).join(", "))})`;
/** `isAvailableInIndex` for a filter, without `in`, which D1 bills as a row read for each value. */
export const isAvailableRow = or(...AVAILABLE.map((each) => eq(contracts.status, each))) as SQL;

/** SQL condition: the available contract of a row is `open` (see `stateOf`). */
export const isOpen = (now: Date): SQL =>
  sql`+${contracts.assignedTo} is null and (+${contracts.deadline} is null or +${contracts.deadline} > ${now.toISOString()})`;

type Closable = Pick<Row, "assignedTo" | "status" | "deadline">;

/**
 * The reason why a contract takes no applications; null where it does.
 * @param applicant a user whose application can be accepted although they have the contract, or its deadline has passed since
 */
export function closureOf(
  row: Closable,
  now: Date,
  applicant: number | null = null,
): "taken" | "late" | "closed" | null {
  if (row.assignedTo !== null && row.assignedTo !== applicant) return "taken";
  const state = stateOf({ ...row, assignedTo: null }, now.getTime());
  if (state === "open" || (state === "late" && applicant !== null)) return null;
  return state === "late" ? "late" : "closed";
}

/**
 * Refuses a contract that is not open (see `closureOf`).
 * @throws AppError contract_taken, contract_late, contract_not_open
 */
export function assertOpen(
  { language, now }: MemberContext,
  row: Closable & { assigneeName: string | null },
  applicant?: number,
): void {
  const closure = closureOf(row, now, applicant);
  if (closure === "taken") throw contractErrors.contract_taken({ name: row.assigneeName ?? "" });
  if (closure === "late") throw contractErrors.contract_late();
  if (closure) throw contractErrors.contract_not_open({ status: STATUS_TEXTS[row.status][language] });
}

/** The first reason why an actor cannot apply for a contract; null where they can. */
export function hindranceOf(
  { actor, now }: Acting,
  row: Row,
): "own" | "applied" | ReturnType<typeof closureOf> {
  if (row.postedBy === actor.memberId || row.createdBy === actor.memberId) return "own";
  if (row.applicationId !== null) return "applied";
  return closureOf(row, now);
}

/** SQL condition: the actor can apply for the available contract of a row (see `hindranceOf`). */
export const isOpenTo = ({ actor, now }: Acting): SQL => {
  const member = actor.memberId ?? -1;
  return sql`${isOpen(now)}
    and +${contracts.postedBy} is not ${member} and +${contracts.createdBy} <> ${member}
    and ${parts().applications.ownApplication(actor)} is null`;
};

/** The actor's abilities on a contract that they can see. A contract in a final state cannot be changed. */
export function abilities(context: Acting, row: Row): Contract["can"] {
  const { actor, now } = context;
  const isOwner = owns(actor, row);
  const moveTo = movable(actor, row);
  return {
    update: isOwner && nextStates(row.status).length > 0,
    delete: isOwner && row.status === "draft",
    post: moveTo.includes("posted"),
    apply: actor.memberId !== null && hindranceOf(context, row) === null,
    open: closureOf(row, now) === null,
    decide: isOwner,
    payout: isOwner || TAKEN.includes(row.status),
    moveTo,
  };
}
