import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { type Actor, outranks } from "../../lib/actor.ts";
import { errors } from "../../lib/errors.ts";
import { type Prospect, TRANSITIONS } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";

/** Whether a user sees only the prospects assigned to them, and none at the intro stage. */
export const seesOwnOnly = (actor: Actor): boolean => !actor.permissions.has("prospects.read_all");

const ownOnly = (actor: Actor, assignedTo = sql`${prospects.assignedTo}`) =>
  seesOwnOnly(actor) ? and(eq(assignedTo, actor.memberId ?? -1), ne(prospects.stage, "intro")) : undefined;

/**
 * The rows of a list that a user may know of: a row that this leaves out is a missing row. Told that nearly every
 * row is the organization's, SQLite takes the index that fits most of the other conditions; else it believes that
 * ten rows are left.
 */
export const visibleTo = (actor: Actor): SQL =>
  and(sql`likely(${eq(prospects.organizationId, actor.organizationId)})`, ownOnly(actor)) as SQL;

/** The same for rows that are looked up by id: pluses keep SQLite from walking all that the user may know of instead. */
export const visibleById = (actor: Actor): SQL =>
  and(
    sql`+${prospects.organizationId} = ${actor.organizationId}`,
    ownOnly(actor, sql`+${prospects.assignedTo}`),
  ) as SQL;

// Handing on one's own prospect is assigning; taking it from another member is reassigning.
const permissionToAssign = (actor: Actor, assignedTo: number | null) =>
  assignedTo === null || assignedTo === actor.memberId ? "prospects.assign" : "crm.assign";

/** @throws AppError forbidden for a user who may not hand on what is assigned to this member, or to nobody */
export function checkAssign(actor: Actor, assignedTo: number | null): void {
  const permission = permissionToAssign(actor, assignedTo);
  if (!actor.permissions.has(permission)) throw errors.forbidden({ permission });
}

type Row = Pick<Prospect, "status" | "assignedTo" | "userId" | "memberId"> & { rolePriority: number | null };

/** What a user may do with a prospect that they can see. */
export function abilities(actor: Actor, row: Row): Prospect["can"] {
  const update = actor.permissions.has("prospects.write");
  return {
    update,
    assign: actor.permissions.has(permissionToAssign(actor, row.assignedTo)),
    moveTo: update && outranks(actor, row.rolePriority) ? [...TRANSITIONS[row.status]] : [],
    endSessions: row.userId !== null && row.memberId === null && actor.permissions.has("admin.users"),
  };
}
