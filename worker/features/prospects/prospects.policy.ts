import { and, eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Actor, outranks } from "../../lib/actor.ts";
import { errors } from "../../lib/errors.ts";
import type { MemberStatus } from "../members/index.ts";
import { corrections } from "./corrections/corrections.policy.ts";
import {
  isOpenStage,
  type Prospect,
  type ProspectStatus,
  type Stage,
  stageOf,
  TRANSITIONS,
} from "./prospects.schema.ts";
import { prospects, REMOVED } from "./prospects.table.ts";

/**
 * Whether a user sees only their own prospects: those assigned to them from onboarding on, and those that they added until
 * another member has them.
 */
export const seesOwnOnly = (actor: Actor): boolean => !actor.permissions.has("prospects.read_all");

/** The stage at which assigned prospects are not seen by users who see only their own, unless they added them. */
export const HIDDEN: Stage = "intro";

/** Whether a user sees prospects at a stage that others added. */
const seesStage = (actor: Actor, stage: Stage): boolean => stage !== HIDDEN || !seesOwnOnly(actor);

type Owners = Record<"assignedTo" | "addedBy", SQLWrapper>;

/** SQL condition: a prospect is assigned to a user who sees only their own, and they see it. */
export const isOwnAssigned = (actor: Actor, { assignedTo, addedBy }: Owners = prospects): SQL => {
  const me = actor.memberId ?? -1;
  return sql`(${assignedTo} = ${me} and (${prospects.stage} <> ${HIDDEN} or ${addedBy} = ${me}))`;
};

/** SQL condition: a user added a prospect without an assignee. The partial index of these is recognized by this wording. */
export const isOwnAdded = (actor: Actor, { assignedTo, addedBy }: Owners = prospects): SQL =>
  sql`(${addedBy} = ${actor.memberId ?? -1} and ${assignedTo} is null)`;

const isOwn = (actor: Actor, owners: Owners = prospects) =>
  seesOwnOnly(actor) ? or(isOwnAssigned(actor, owners), isOwnAdded(actor, owners)) : undefined;

/** SQL condition: a prospect is neither deleted nor merged into another. */
const isThere = sql`${prospects.status} <> ${REMOVED}`;

/**
 * SQL condition: a row is of the user's organization and not removed. `likely` makes SQLite choose the index by the other conditions: it
 * would otherwise expect ten rows of the organization.
 */
export const isOurs = (actor: Actor): SQL =>
  and(sql`likely(${eq(prospects.organizationId, actor.organizationId)})`, isThere) as SQL;

/** SQL condition: a user may see a row of a list that is not looked up by owner. */
export const visibleTo = (actor: Actor): SQL => and(isOurs(actor), isOwn(actor)) as SQL;

/** SQL condition: a user may see an assigned prospect, looked up by assignee or stage. */
export const visibleAssigned = (actor: Actor): SQL =>
  and(
    eq(prospects.organizationId, actor.organizationId),
    isThere,
    seesOwnOnly(actor) ? isOwnAssigned(actor) : undefined,
  ) as SQL;

/** `visibleTo` for rows looked up by id: pluses keep SQLite from using another index than the id's. */
export const visibleById = (actor: Actor): SQL =>
  and(
    sql`+${prospects.organizationId} = ${actor.organizationId}`,
    isThere,
    isOwn(actor, { assignedTo: sql`+${prospects.assignedTo}`, addedBy: sql`+${prospects.addedBy}` }),
  ) as SQL;

// Passing on one's own prospect is assigning; taking it from another member is reassigning.
const permissionToAssign = (actor: Actor, assignedTo: number | null) =>
  assignedTo === null || assignedTo === actor.memberId ? "prospects.assign" : "crm.assign";

/** Whether a user may assign a prospect of this member, or of nobody. */
export const assigns = (actor: Actor, assignedTo: number | null): boolean =>
  actor.permissions.has(permissionToAssign(actor, assignedTo));

/** @throws AppError forbidden for a user who may not assign a prospect of this member, or of nobody */
export function assertAssigns(actor: Actor, assignedTo: number | null): void {
  const permission = permissionToAssign(actor, assignedTo);
  if (!actor.permissions.has(permission)) throw errors.forbidden({ permission });
}

/** The statuses that a user can move a prospect to: at no stage where they would no longer see it. */
export const movesFrom = (actor: Actor, status: ProspectStatus): ProspectStatus[] =>
  TRANSITIONS[status].filter((to) => stageOf(to) === stageOf(status) || seesStage(actor, stageOf(to)));

type Row = Pick<Prospect, "status" | "assignedTo" | "userId" | "memberId" | "discordId"> & {
  rolePriority: number | null;
  memberStatus: MemberStatus | null;
};

export function abilities(actor: Actor, row: Row): Prospect["can"] {
  const update = actor.permissions.has("prospects.write");
  return {
    update,
    assign: assigns(actor, row.assignedTo),
    setDeadline: update && isOpenStage(stageOf(row.status)),
    moveTo: update && outranks(actor, row.rolePriority) ? movesFrom(actor, row.status) : [],
    ...corrections(actor, row),
  };
}
