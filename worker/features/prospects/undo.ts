import { and, eq, lt, sql } from "drizzle-orm";
import { outranks } from "../../lib/actor.ts";
import { memberIdOf, type UserContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { memberErrors } from "../members/index.ts";
import { type Planned, type Skipped, writePlans } from "./bulk.ts";
import { keepAdministrator, membershipStatements } from "./membership.ts";
import { changesWith } from "./move.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { visibleById } from "./prospects.policy.ts";
import { type ProspectPlan, type ProspectRow, selectProspects } from "./prospects.rows.ts";
import { type BulkAnswer, UNDO_MINUTES } from "./prospects.schema.ts";
import { type BulkBefore, bulkChanges, prospects } from "./prospects.table.ts";
import { prospectAudit } from "./prospects.texts.ts";

/**
 * Puts back what a bulk change of the caller changed, memberships included. A prospect that was edited since,
 * or that holds a role as high as the caller's by now, is left alone and answered with why.
 * @throws AppError not_found, undo_not_possible, last_administrator
 */
export async function undoBulkChange(context: UserContext, changeId: number): Promise<BulkAnswer> {
  const { db, actor, language, now } = context;
  const isMine = and(
    eq(bulkChanges.id, changeId),
    eq(bulkChanges.organizationId, actor.organizationId),
    eq(bulkChanges.memberId, memberIdOf(actor)),
  );
  const changed = sql`(select value ->> 'id' from ${bulkChanges}, json_each(${bulkChanges.before}) where ${isMine})`;
  const [[change], found] = await readBatch(db, [
    db.select().from(bulkChanges).where(isMine),
    selectProspects(db).where(sql`${prospects.id} in ${changed} and ${visibleById(actor)}`),
  ]);
  if (!change) throw errors.not_found();
  const isTooOld = change.createdAt < hoursFrom(now, -UNDO_MINUTES / 60);
  if (change.undoneAt !== null || isTooOld) throw prospectErrors.undo_not_possible();
  const rows = new Map(found.map((row) => [row.id, row]));
  const skipped: Skipped = [];
  const planned: Planned[] = [];
  for (const before of change.before) {
    const row = rows.get(before.id);
    const name = row?.displayName ?? null;
    const refusal =
      row?.version !== before.version
        ? errors.stale_version({ name: name ?? "–" })
        : outranks(actor, row.rolePriority)
          ? null
          : memberErrors.outranked({ name: name ?? "" });
    if (row && !refusal) planned.push({ row, plan: planUndo(context, row, before) });
    else skipped.push({ id: before.id, name, detail: refusal?.text(language) ?? "" });
  }
  const impossible = prospectErrors.undo_not_possible();
  await writePlans(
    context,
    planned,
    impossible,
    guard(sql`(select undone_at from ${bulkChanges} where id = ${changeId}) is null`, impossible),
    db.update(bulkChanges).set({ undoneAt: now.toISOString() }).where(eq(bulkChanges.id, changeId)),
    prospectAudit.write(context, { action: "prospect.undo", details: { count: planned.length } }),
  );
  return { changeId: null, changed: planned.length, skipped, undoUntil: null, remaining: 0 };
}

function planUndo(context: UserContext, row: ProspectRow, before: BulkBefore): ProspectPlan {
  const isMoved = before.status !== row.status;
  const { status, assignedTo, deadline, stageChangedAt } = before;
  const changes = deadline === row.deadline ? {} : { deadline: { from: row.deadline, to: deadline } };
  return {
    set: { status, assignedTo, deadline, stageChangedAt },
    history: [
      {
        action: "undo",
        previousValue: isMoved ? row.status : null,
        newValue: isMoved ? status : null,
        changes: changesWith(changes, row.assignedTo, assignedTo),
      },
    ],
    audit: [],
    also: membershipStatements(context, row, before.memberStatus),
    ensure: row.memberId === null ? [] : [keepAdministrator(context, row)],
  };
}

/** The statement that forgets bulk changes that can no longer be undone. */
export const deleteOldBulkChanges = (db: Db, now: Date) =>
  db.delete(bulkChanges).where(lt(bulkChanges.createdAt, hoursFrom(now, -UNDO_MINUTES / 60)));
