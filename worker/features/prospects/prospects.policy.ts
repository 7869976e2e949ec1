import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/context.ts";
import { type Prospect, TRANSITIONS } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";

/** Whether somebody sees only the prospects assigned to them, and none at the intro stage. */
export const seesOwnOnly = (actor: Actor) => actor.role?.key === "onboarding_team";

/** The rows somebody may know of: a row that this leaves out is a missing row. */
export function visibleTo(
  actor: Actor,
  organization = eq(prospects.organizationId, actor.organizationId),
): SQL {
  const own = seesOwnOnly(actor)
    ? and(eq(prospects.assignedTo, actor.memberId ?? -1), ne(prospects.stage, "intro"))
    : undefined;
  return and(organization, own) as SQL;
}

/**
 * The same for a list in the order of an index. Told that nearly every row is the organization's, the
 * planner takes the index that fits most of the other conditions; else it believes that ten rows are left.
 */
export const visibleInOrderTo = (actor: Actor): SQL =>
  visibleTo(actor, sql`likely(${eq(prospects.organizationId, actor.organizationId)})`);

/** Whether somebody stands above a member's role and may change what that member is. */
export function outranks(actor: Actor, priority: number | null): boolean {
  return priority === null || actor.role?.key === "administrator" || (actor.role?.priority ?? 0) > priority;
}

type Row = Pick<Prospect, "status" | "assignedTo"> & { rolePriority: number | null };

/** What somebody may do with a prospect they can see. */
export function abilities(actor: Actor, row: Row): Prospect["can"] {
  const update = actor.permissions.has("prospects.write");
  // Handing on what one has oneself is assigning; taking it from somebody else is reassigning.
  const isFree = row.assignedTo === null || row.assignedTo === actor.memberId;
  return {
    update,
    assign: actor.permissions.has(isFree ? "prospects.assign" : "crm.assign"),
    moveTo: update && outranks(actor, row.rolePriority) ? [...TRANSITIONS[row.status]] : [],
  };
}
