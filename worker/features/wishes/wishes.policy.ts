import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { AppError } from "../../lib/errors.ts";
import type { Comment, Wish, WishStatus } from "./wishes.schema.ts";
import { wishes } from "./wishes.table.ts";
import { wishErrors } from "./wishes.texts.ts";

type Row = { status: WishStatus; submittedBy: number | null; mergedIntoId: number | null };

/** Whether the actor may answer wishes and vote for other members. */
export const decides = ({ permissions }: Actor): boolean => permissions.has("events.write");

const isOwn = ({ userId }: Actor, id: number | null) => userId !== null && id === userId;

/** SQL condition: the actor may see a wish. Uses no index. */
export const visibleTo = (actor: Actor): SQL => sql`+${wishes.organizationId} = ${actor.organizationId}`;

/** Whether votes for a wish can change. */
export const isOpen = (status: WishStatus): boolean => status !== "rejected" && status !== "completed";
/** SQL condition: votes for a row can change. */
export const isOpenRow = sql`${wishes.status} not in ('rejected', 'completed')`;

/** Why the actor cannot change or delete a wish; null where they can. */
export function changeRefusal(actor: Actor, { status, submittedBy }: Row): AppError | null {
  if (decides(actor)) return null;
  if (!isOwn(actor, submittedBy)) return wishErrors.wish_not_yours();
  return status === "pending" ? null : wishErrors.wish_answered();
}

/** The actor's abilities on a wish. */
export function abilities(actor: Actor, row: Row & Pick<Wish, "own">): Wish["can"] {
  const isChangeable = changeRefusal(actor, row) === null;
  const isMerged = row.mergedIntoId !== null;
  return {
    update: isChangeable,
    delete: isChangeable,
    vote: isOpen(row.status) && !isMerged,
    comment: !isMerged,
    decide: decides(actor),
    judge: row.own !== null && row.status === "completed" && !isMerged,
  };
}

/** The actor's abilities on a comment. Its author deletes it; officers remove it, with a reason that stays. */
export function commentAbilities(
  actor: Actor,
  { userId, removedBy }: { userId: number; removedBy: string | null },
): Comment["can"] {
  const isAuthors = isOwn(actor, userId) && removedBy === null;
  return {
    update: isAuthors,
    delete: isAuthors,
    remove: removedBy === null && !isOwn(actor, userId) && decides(actor),
  };
}
