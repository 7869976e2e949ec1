import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { assertRecent, type ById, type Context, type MemberContext } from "../../../lib/context.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { aliased } from "../../../lib/db/columns.ts";
import { errors } from "../../../lib/errors.ts";
import { guard, write } from "../../../lib/guard.ts";
import { members } from "../../members/index.ts";
import { users } from "../../users/index.ts";
import { whenMoved } from "../attached.ts";
import { visibleById } from "../prospects.policy.ts";
import { type ProspectPlan, type ProspectRow, prospectRecord, selectProspects } from "../prospects.rows.ts";
import type { Prospect } from "../prospects.schema.ts";
import { prospects } from "../prospects.table.ts";
import { prospectErrors } from "../prospects.texts.ts";
import { mayRemove } from "./corrections.policy.ts";
import type { Removal } from "./corrections.schema.ts";
import { hasDiscord, moveSignIn } from "./merge.ts";
import { type Before, prospectRemovals } from "./removals.table.ts";
import { isRemoved } from "./removed.ts";

const kept = alias(prospects, "kept");

/** The statement that reads why a prospect was removed. */
const selectRemoval = (context: Context, id: number) =>
  context.db
    .select({
      id: prospects.id,
      displayName: prospects.displayName,
      intoId: prospectRemovals.intoId,
      intoName: aliased(kept.displayName, "into_name"),
      reason: prospectRemovals.reason,
      removedBy: prospectRemovals.removedBy,
      removedAt: prospectRemovals.removedAt,
      before: prospectRemovals.before,
    })
    .from(prospects)
    .innerJoin(prospectRemovals, eq(prospectRemovals.prospectId, prospects.id))
    .leftJoin(kept, eq(kept.id, prospectRemovals.intoId))
    .where(isRemoved(context, id));

/** Why a prospect is no longer in the pipeline. @throws AppError not_found for one that is, or never was */
export async function getRemoval(context: MemberContext, { id }: ById): Promise<Removal> {
  const [found] = await selectRemoval(context, id);
  if (!found) throw errors.not_found();
  const { intoId, intoName, before } = found;
  return {
    ...found,
    kind: intoId === null ? "deleted" : "merged",
    into: intoId === null ? null : { id: intoId, displayName: intoName ?? "" },
    can: { restore: before !== null && mayRemove(context.actor) },
  };
}

/**
 * Restores a deleted prospect, or undoes a merge: values that the kept prospect got move back, unless they changed since. Those
 * that only one of the two can have must be unchanged since the merge.
 * @throws AppError not_found, undo_not_possible, reauthentication_required where an account moves to another user
 */
export async function restoreProspect(context: MemberContext, { id }: ById): Promise<Prospect> {
  const { db } = context;
  const [[removal], [row], [into]] = await readBatch(db, [
    selectRemoval(context, id),
    selectProspects(db).where(isRemoved(context, id)),
    selectProspects(db).where(
      and(
        sql`${prospects.id} = (select into_id from ${prospectRemovals} where prospect_id = ${id})`,
        visibleById(context.actor),
      ),
    ),
  ]);
  if (!removal || !row) throw errors.not_found();
  const impossible = prospectErrors.undo_not_possible();
  const { before, intoId } = removal;
  if (!before || (intoId !== null && !into)) throw impossible;
  const { removed, signIn } = before;
  if (signIn) assertRecent(context.actor, context.now);
  const { status, deadline, stageChangedAt } = removed;
  // A deletion does not change user and Discord account, which the user may have linked or unlinked since.
  const back = {
    ...(into ? removed : { status, deadline, stageChangedAt }),
    assignedTo: idOfMember(removed.assignedTo),
  };
  const reading = prospectRecord.reading(context, id);
  const results = await write(db, [
    guard(sql`exists (select 1 from ${prospectRemovals} where prospect_id = ${id})`, impossible),
    guard(prospectRecord.isUnchanged(context, row), errors.stale_version({ name: row.displayName })),
    ...(into
      ? [
          guard(prospectRecord.isUnchanged(context, into), errors.stale_version({ name: into.displayName })),
          // Cleared first: the kept one may get values back that the removed one still has, and only one can have them.
          db.update(prospects).set({ userId: null, discordId: null }).where(eq(prospects.id, id)),
          ...prospectRecord.steps(context, into, planUnmerge(into, before, row.displayName)),
        ]
      : []),
    ...(signIn
      ? [
          guard(
            sql`${hasDiscord(signIn.to, signIn.discordId)} and ${hasDiscord(signIn.from, null)}`,
            impossible,
          ),
          ...moveSignIn(context, { ...signIn, from: signIn.to, to: signIn.from }),
        ]
      : []),
    ...prospectRecord.steps(context, row, {
      writeBefore: into ? [] : whenMoved(context, sql`select ${id} as id`, removed.status),
      set: back,
      history: [{ action: "restored", newValue: removed.status }],
      audit: into ? [] : [{ action: "prospect.restored" }],
    }),
    // A user who linked another account since would have a prospect without it, and a sync would add a second one.
    guard(
      sql`not exists (select 1 from ${prospects} join ${users} on ${users.id} = ${prospects.userId}
        where ${prospects.id} in (${id}, ${intoId}) and ${users.discordId} <> coalesce(${prospects.discordId}, ''))`,
      impossible,
    ),
    db.delete(prospectRemovals).where(eq(prospectRemovals.prospectId, id)),
    ...reading,
  ]);
  return prospectRecord.present(prospectRecord.rowOf(results.slice(-reading.length)) as ProspectRow, context);
}

/** Columns that must still have the value of the merge. */
const ONCE: readonly string[] = ["userId", "discordId", "status"];

/** The changes of the kept prospect when a merge is undone. @throws AppError undo_not_possible */
function planUnmerge(into: ProspectRow, { kept, memberId }: Before, name: string): ProspectPlan {
  const entries = Object.entries(kept) as [keyof ProspectRow, { from: unknown; to: unknown }][];
  const isUnchanged = ([column, { to }]: (typeof entries)[number]) => into[column] === to;
  // A prospect who became a member meanwhile would lose the user, or keep the access.
  if (into.memberId !== memberId || entries.some((entry) => ONCE.includes(entry[0]) && !isUnchanged(entry)))
    throw prospectErrors.undo_not_possible();
  const set = Object.fromEntries(entries.filter(isUnchanged).map(([column, { from }]) => [column, from]));
  return {
    set,
    history: [{ action: "unmerged", newValue: name }],
    audit: [{ action: "prospect.unmerged", details: { other: name } }],
  };
}

/** SQL: a member's id; null for a deleted one. */
const idOfMember = (id: number | null): SQL =>
  sql`(select ${members.id} from ${members} where ${members.id} = ${id})`;
