import { and, eq, lt, sql } from "drizzle-orm";
import { outranks } from "../../lib/actor.ts";
import { type ById, type MemberContext, memberIdOf } from "../../lib/context.ts";
import { type Db, jsonList, readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { memberErrors, members } from "../members/index.ts";
import { whenMoved } from "./attached.ts";
import { planEach, stepsOf, UNDO_HOURS } from "./bulk.ts";
import { changesOf, planMembership } from "./move.ts";
import { visibleById } from "./prospects.policy.ts";
import { type ProspectPlan, type ProspectRow, prospectRecord, selectProspects } from "./prospects.rows.ts";
import type { UndoInput } from "./prospects.schema.ts";
import { bulkChanges, prospectHistory, prospects } from "./prospects.table.ts";
import { prospectAudit, prospectErrors } from "./prospects.texts.ts";

/** Newest entries of a history in which the last change is searched: comments and logged time may follow it. */
const LOOKED_THROUGH = 20;

/** The statement that reads the last change of each prospect that can be undone; `ids` is SQL for a list of ids. */
const selectLastChanges = (db: Db, ids: ReturnType<typeof sql>) => {
  const { id, prospectId, before, performedById, createdAt } = prospectHistory;
  return db
    .select({ prospectId, before, performedById, createdAt })
    .from(prospectHistory)
    .where(sql`${id} in (
      select (select id from (
        select id, before from ${prospectHistory} where prospect_id = prospects.id
        order by id desc limit ${LOOKED_THROUGH}) where before is not null order by id desc limit 1)
      from ${prospects} where ${prospects.id} in ${ids})`);
};
type LastChange = Awaited<ReturnType<typeof selectLastChanges>>[number];

/**
 * Undoes the caller's last change of a prospect's stage, assignee or deadline, the membership included.
 * @throws AppError undo_not_possible where it was another user's, is older than UNDO_HOURS or another change followed
 * it; outranked, last_administrator, stale_version, not_found
 */
export const undoChange = (context: MemberContext, { id, version }: ById<UndoInput>) =>
  prospectRecord.edit(
    context,
    id,
    version,
    (row, [found]) => {
      const [last] = found as LastChange[];
      const isTheirs = last?.performedById === context.actor.userId;
      if (!isTheirs || last.createdAt < hoursFrom(context.now, -UNDO_HOURS))
        throw prospectErrors.undo_not_possible();
      return planUndo(context, row, last.before);
    },
    { more: [selectLastChanges(context.db, jsonList([id]))] },
  );

/**
 * Undoes a bulk change of the caller, including memberships. Skips a prospect that was edited since, or that holds a role as
 * high as the caller's by now, with the reason.
 * @throws AppError not_found, undo_not_possible, last_administrator, stale_version
 */
export async function undoBulkChange(context: MemberContext, { changeId }: { changeId: number }) {
  const { db, actor, now } = context;
  const isMine = and(
    eq(bulkChanges.id, changeId),
    eq(bulkChanges.organizationId, actor.organizationId),
    eq(bulkChanges.memberId, memberIdOf(actor)),
  );
  const changed = sql`(select value ->> 'id' from ${bulkChanges}, json_each(${bulkChanges.before}) where ${isMine})`;
  const [[change], found, lastChanges] = await readBatch(db, [
    db.select().from(bulkChanges).where(isMine),
    selectProspects(db).where(sql`${prospects.id} in ${changed} and ${visibleById(actor)}`),
    selectLastChanges(db, changed),
  ]);
  if (!change) throw errors.not_found();
  const impossible = prospectErrors.undo_not_possible();
  if (change.undoneAt !== null || change.createdAt < hoursFrom(now, -UNDO_HOURS)) throw impossible;
  const lastOf = new Map(lastChanges.map((each) => [each.prospectId, each]));
  const { planned, skipped } = planEach(context, change.before, found, (row) =>
    planUndo(context, row, lastOf.get(row.id)?.before),
  );
  await write(db, [
    guard(sql`(select undone_at from ${bulkChanges} where id = ${changeId}) is null`, impossible),
    ...stepsOf(context, planned),
    db.update(bulkChanges).set({ undoneAt: now.toISOString() }).where(eq(bulkChanges.id, changeId)),
    prospectAudit.write(context, { action: "prospect.undo", details: { count: planned.length } }),
  ]);
  return { changeId: null, changed: planned.length, skipped, undoUntil: null, remaining: 0 };
}

/** The plan of undoing the last change of a prospect. @throws AppError undo_not_possible, outranked, as `planMembership` */
function planUndo(
  context: MemberContext,
  row: ProspectRow,
  before: LastChange["before"] | undefined,
): ProspectPlan {
  if (before?.version !== row.version) throw prospectErrors.undo_not_possible();
  const { status, assignedTo, deadline, stageChangedAt } = before;
  const isMoved = status !== row.status;
  if (isMoved && !outranks(context.actor, row.rolePriority))
    throw memberErrors.outranked({ name: row.displayName });
  const moved = isMoved ? { previousValue: row.status, newValue: status } : {};
  return {
    writeBefore: isMoved ? whenMoved(context, sql`select ${row.id} as id`, status) : [],
    // Sets only changed columns: each index entry of a set column is a written row.
    set: {
      ...(isMoved ? { status, stageChangedAt } : {}),
      // Null where the assignee was deleted since.
      ...(assignedTo === row.assignedTo ? {} : { assignedTo: idOfMember(assignedTo) }),
      ...(deadline === row.deadline ? {} : { deadline }),
    },
    history: [{ action: "undo", ...moved, changes: changesOf(row, before) }],
    audit: [{ action: "prospect.undone", details: isMoved ? { from: row.status, to: status } : {} }],
    ...planMembership(context, row, before.memberStatus),
  };
}

const idOfMember = (id: number | null) =>
  sql`(select ${members.id} from ${members} where ${members.id} = ${id})`;

/** The statement that forgets bulk changes that can no longer be undone. */
export const deleteOldBulkChanges = (db: Db, now: Date) =>
  db.delete(bulkChanges).where(lt(bulkChanges.createdAt, hoursFrom(now, -UNDO_HOURS)));
