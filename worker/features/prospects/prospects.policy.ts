import { and, eq, inArray, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Actor, outranks } from "../../lib/actor.ts";
import { errors } from "../../lib/errors.ts";
import type { MemberStatus } from "../members/index.ts";
import { corrections } from "./corrections/corrections.policy.ts";
import { type Prospect, type ProspectStatus, type Stage, stageOf, TRANSITIONS } from "./prospects.schema.ts";
import { prospects, REMOVED } from "./prospects.table.ts";

/** Whether a user sees only the prospects assigned to them, and none at the intro stage. */
export const seesOwnOnly = (actor: Actor): boolean => !actor.permissions.has("prospects.read_all");

/** The stage whose prospects a user who sees only their own does not see. */
const HIDDEN: Stage = "intro";

/** Whether a user sees prospects at a stage. It is for totals; rows are read with `visibleTo`. */
export const seesStage = (actor: Actor, stage: Stage): boolean => stage !== HIDDEN || !seesOwnOnly(actor);

/** SQL condition: a user sees prospects of this assignee; undefined where they see those of all assignees. */
export const seesAssignee = (actor: Actor, memberId: SQLWrapper): SQL | undefined =>
  seesOwnOnly(actor) ? eq(memberId as SQL, actor.memberId ?? -1) : undefined;

const ownOnly = (actor: Actor, assignedTo: SQLWrapper = prospects.assignedTo) =>
  and(
    sql`${prospects.status} <> ${REMOVED}`,
    seesAssignee(actor, assignedTo),
    seesStage(actor, HIDDEN) ? undefined : ne(prospects.stage, HIDDEN),
  );

/**
 * SQL condition: a user may see a row of a list. `likely` makes SQLite choose the index by the other conditions: it would
 * otherwise expect ten rows of the organization.
 */
export const visibleTo = (actor: Actor): SQL =>
  and(sql`likely(${eq(prospects.organizationId, actor.organizationId)})`, ownOnly(actor)) as SQL;

/** The same for rows at some stages. Stages that the user does not see are not looked up in the index of their prospects. */
export const visibleAt = (actor: Actor, stages: readonly Stage[]): SQL => {
  const seen = stages.filter((stage) => seesStage(actor, stage));
  return and(
    eq(prospects.organizationId, actor.organizationId),
    seesAssignee(actor, prospects.assignedTo),
    inArray(prospects.stage, seen),
  ) as SQL;
};

/** The same for rows that are looked up by id: pluses keep SQLite from using another index than the id's. */
export const visibleById = (actor: Actor): SQL =>
  and(
    sql`+${prospects.organizationId} = ${actor.organizationId}`,
    ownOnly(actor, sql`+${prospects.assignedTo}`),
  ) as SQL;

// To hand on one's own prospect is to assign it; to take it from another member is to reassign it.
const permissionToAssign = (actor: Actor, assignedTo: number | null) =>
  assignedTo === null || assignedTo === actor.memberId ? "prospects.assign" : "crm.assign";

/** @throws AppError forbidden for a user who may not assign a prospect that this member has, or nobody */
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
    assign: actor.permissions.has(permissionToAssign(actor, row.assignedTo)),
    moveTo: update && outranks(actor, row.rolePriority) ? movesFrom(actor, row.status) : [],
    ...corrections(actor, row),
    endSessions: row.userId !== null && row.memberId === null && actor.permissions.has("admin.users"),
  };
}
