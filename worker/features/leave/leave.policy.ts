import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Actor, outranks } from "../../lib/actor.ts";
import { type AppError, errors } from "../../lib/errors.ts";
import { memberErrors } from "../members/index.ts";
import { leaves } from "./leave.table.ts";

const holds = ({ permissions }: Actor, ...enough: ("members.read" | "members.write")[]) =>
  enough.some((each) => permissions.has(each));

/** Whether the actor sees the days of all leaves. */
export const seesAll = (actor: Actor): boolean => holds(actor, "members.read", "members.write");

/** SQL condition: the actor may see a leave. The pluses keep SQLite on the index that a list begins with. */
export const visibleTo = (actor: Actor): SQL =>
  and(
    sql`+${leaves.organizationId} = ${actor.organizationId}`,
    seesAll(actor) ? undefined : eq(leaves.userId, actor.userId ?? -1),
  ) as SQL;

/** Whether the actor reads a leave's note, and who added it. */
export const readsNote = (actor: Actor, userId: number): boolean =>
  userId === actor.userId || holds(actor, "members.write");

type Row = { userId: number; name: string; rolePriority: number };

/** Why the actor cannot change a leave; null for their own, or that of a member below them. */
export function changeRefusal(actor: Actor, { userId, name, rolePriority }: Row): AppError | null {
  if (userId === actor.userId) return null;
  if (!holds(actor, "members.write")) return errors.forbidden({ permission: "members.write" });
  return outranks(actor, rolePriority) ? null : memberErrors.outranked({ name });
}
