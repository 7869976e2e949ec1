import { and, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../../lib/actor.ts";
import { isOwnedBy, owns } from "../contracts.policy.ts";
import type { ApplicationStatus } from "./applications.schema.ts";
import { contractApplications } from "./applications.table.ts";

type Row = {
  contractId: number | null;
  userId: number;
  status: ApplicationStatus;
  /** Of the contract; null for the security team. */
  postedBy: number | null;
  createdBy: number | null;
};

/** Whether the actor decides on an application: who looks after the contract, security.review for the security team. */
export const decidesOn = (
  actor: Actor,
  { contractId, postedBy, createdBy }: Omit<Row, "userId" | "status">,
) =>
  contractId === null
    ? actor.permissions.has("security.review")
    : owns(actor, { postedBy, createdBy: createdBy ?? 0 });

/** The applications that an actor may know of: their own and those that they decide on. Needs contracts joined. */
export const isVisibleTo = (actor: Actor): SQL =>
  and(
    sql`+${contractApplications.organizationId} = ${actor.organizationId}`,
    or(
      sql`+${contractApplications.userId} = ${actor.userId}`,
      and(isNotNull(contractApplications.contractId), isOwnedBy(actor)),
      actor.permissions.has("security.review") ? isNull(contractApplications.contractId) : undefined,
    ),
  ) as SQL;

export const abilities = (actor: Actor, row: Row) => ({
  decide: row.status === "pending" && decidesOn(actor, row),
  withdraw: row.status === "pending" && row.userId === actor.userId,
});
