import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { contractApplications } from "./applications/applications.table.ts";
import { AVAILABLE, type Contract, type ContractStatus, TRANSITIONS } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";

type Row = Pick<Contract, "status" | "postedBy" | "createdBy" | "assignedTo" | "applicationId">;

const isAdmin = (actor: Actor) => actor.permissions.has("contracts.admin");

/** Whether the actor looks after a contract: its poster, its creator or a user with contracts.admin. */
export const owns = (actor: Actor, row: Pick<Row, "postedBy" | "createdBy">): boolean =>
  isAdmin(actor) ||
  (actor.memberId !== null && (row.postedBy === actor.memberId || row.createdBy === actor.memberId));

/** The same as SQL. */
export const isOwnedBy = (actor: Actor): SQL =>
  isAdmin(actor)
    ? sql`1`
    : (or(
        eq(contracts.postedBy, actor.memberId ?? -1),
        eq(contracts.createdBy, actor.memberId ?? -1),
      ) as SQL);

/** The rows that an actor may know of, for those looked up by id: what was posted, and the drafts that they look after. */
export const visibleTo = (actor: Actor): SQL =>
  and(
    sql`+${contracts.organizationId} = ${actor.organizationId}`,
    isAdmin(actor) ? undefined : or(isNotNull(contracts.postedAt), isOwnedBy(actor)),
  ) as SQL;

/** States that the actor can move a contract to by themselves. */
export function movable(actor: Actor, row: Row): ContractStatus[] {
  const next = TRANSITIONS[row.status];
  const isAssignee = row.assignedTo !== null && row.assignedTo === actor.userId;
  return next.filter((to) => {
    if (to === "accepted") return row.assignedTo !== null && (isAssignee || owns(actor, row));
    if (to === "completed" && isAssignee) return true;
    if (row.status === "draft") return owns(actor, row) && actor.permissions.has("contracts.write");
    return owns(actor, row);
  });
}

/** Whether an actor may apply for a contract: available, nobody's yet, not their own, and not applied for already. */
export const mayApply = (actor: Actor, row: Row): boolean =>
  AVAILABLE.includes(row.status) &&
  row.assignedTo === null &&
  row.applicationId === null &&
  actor.memberId !== null &&
  row.postedBy !== actor.memberId &&
  row.createdBy !== actor.memberId;

/** The same as SQL, of contracts that are available. */
export const isOpenTo = (actor: Actor): SQL => {
  const member = actor.memberId ?? -1;
  return sql`+${contracts.assignedTo} is null
    and +${contracts.postedBy} is not ${member} and +${contracts.createdBy} <> ${member}
    and not exists (select 1 from ${contractApplications} where ${contractApplications.contractId} = ${contracts.id}
      and ${contractApplications.userId} = ${actor.userId} and ${contractApplications.status} = 'pending')`;
};

/** What an actor may do with a contract that they can see. Final states stay as they are. */
export function abilities(actor: Actor, row: Row): Contract["can"] {
  const isOwner = owns(actor, row);
  const moveTo = movable(actor, row);
  return {
    update: isOwner && TRANSITIONS[row.status].length > 0,
    delete: isOwner && row.status === "draft",
    post: moveTo.includes("posted"),
    apply: mayApply(actor, row),
    decide: isOwner,
    moveTo,
  };
}
