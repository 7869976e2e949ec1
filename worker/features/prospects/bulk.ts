import { and, eq, lt, sql } from "drizzle-orm";
import { type Context, memberIdOf, performerOf } from "../../lib/context.ts";
import { type Db, guard, isRefused, readBatch, runBatch } from "../../lib/db/client.ts";
import { AppError, errors, errorText } from "../../lib/errors.ts";
import { audit } from "../activity/list.ts";
import { assignEdit, deadlineEdit } from "./change.ts";
import {
  type Edit,
  editStatements,
  loadTargets,
  requirementStatements,
  selectTargets,
  type Target,
  toTargets,
  unmet,
} from "./edit.ts";
import { membershipStatements, moveEdit, requireAdministrator } from "./move.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { outranks } from "./prospects.policy.ts";
import { rolePriorityOf } from "./prospects.rows.ts";
import {
  BULK_LIMIT,
  type BulkAnswer,
  type BulkInput,
  type ReassignInput,
  UNDO_MINUTES,
} from "./prospects.schema.ts";
import { assigneeTotals, type BulkBefore, bulkChanges, prospects } from "./prospects.table.ts";

type Skipped = BulkAnswer["skipped"];
type Planned = { target: Target; edit: Edit };

/**
 * Makes the same change to many prospects in one batch. One that cannot be changed is left as it was and
 * answered with why; the rest go through together or not at all.
 * @throws AppError assignee_unavailable, stale_version when somebody changed one of them meanwhile
 */
export async function bulkChange(
  context: Context,
  { prospects: wanted, change }: BulkInput,
): Promise<BulkAnswer> {
  const { language } = context;
  const assignee = change.kind === "deadline" ? undefined : change.assignedTo;
  const targets = await loadTargets(
    context,
    wanted.map((each) => each.id),
    assignee,
  );
  const byId = new Map(targets.map((target) => [target.row.id, target]));
  const skipped: Skipped = [];
  const planned: Planned[] = [];
  for (const { id, version } of new Map(wanted.map((each) => [each.id, each])).values()) {
    const target = byId.get(id);
    const name = target?.row.displayName ?? null;
    try {
      if (!target) throw errors.not_found();
      if (version !== undefined && version !== target.row.version) {
        throw errors.stale_version({ name: name ?? "" });
      }
      const edit = planEdit(context, target, change);
      if (edit.history.length) planned.push({ target, edit });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({ id, name, detail: errorText(error.code, language, error.parameters) });
    }
  }
  return { ...(await writeBulk(context, planned)), skipped, remaining: 0 };
}

function planEdit(context: Context, target: Target, change: BulkInput["change"]): Edit {
  switch (change.kind) {
    case "assign":
      return assignEdit(context, target, change);
    case "deadline":
      return deadlineEdit(target, change);
    case "status":
      return moveEdit(context, target, change);
  }
}

/**
 * Hands over one person's open prospects to another, the most urgent BULK_LIMIT of them; `remaining` says
 * how many are left for the next call.
 * @throws AppError same_person, assignee_unavailable
 */
export async function reassignAll(context: Context, { from, to }: ReassignInput): Promise<BulkAnswer> {
  const { db, actor } = context;
  if (from === to) throw prospectErrors.same_person();
  const isOpen = sql.raw("status not in ('active', 'inactive')");
  const mostUrgent = sql`(select id from ${prospects} where organization_id = ${actor.organizationId}
    and assigned_to = ${from} and ${isOpen} order by due limit ${BULK_LIMIT})`;
  const [rows, ranks, members, totals] = await readBatch(db, [
    ...selectTargets(context, mostUrgent, to),
    db.all<{ open: number | null }>(sql`select sum(count) as open from ${assigneeTotals}
      where organization_id = ${actor.organizationId} and member_id = ${from} and ${isOpen}`),
  ]);
  const targets = toTargets(rows, ranks, members);
  const planned = targets.map((target) => ({
    target,
    edit: assignEdit(context, target, { assignedTo: to }),
  }));
  const answer = await writeBulk(context, planned);
  return { ...answer, skipped: [], remaining: (totals[0]?.open ?? 0) - targets.length };
}

async function writeBulk(
  context: Context,
  planned: Planned[],
): Promise<Pick<BulkAnswer, "changeId" | "changed" | "undoUntil">> {
  if (!planned.length) return { changeId: null, changed: 0, undoUntil: null };
  const { db, actor, now } = context;
  const memberId = memberIdOf(actor);
  const before: BulkBefore[] = planned.map(({ target: { row } }) => ({
    id: row.id,
    version: row.version + 1,
    status: row.status,
    assignedTo: row.assignedTo,
    deadline: row.deadline,
    stageChangedAt: row.stageChangedAt,
    memberStatus: row.memberStatus,
  }));
  // One entry in the audit log speaks for all of them; who became a member is still said one by one.
  const edits = planned.map(({ edit }) => ({
    ...edit,
    audit: edit.audit.filter((entry) => entry.action === "member.joined"),
  }));
  try {
    const results = await runBatch(db, [
      guard(db, allAtVersion(planned)),
      ...requirementStatements(context, edits, "before"),
      ...planned.flatMap(({ target }, at) => editStatements(context, target.row, edits[at] as Edit)),
      ...requirementStatements(context, edits, "after"),
      audit(
        db,
        actor.organizationId,
        performerOf(actor),
        { action: "prospect.bulk", details: { count: planned.length } },
        now,
      ),
      db
        .insert(bulkChanges)
        .values({ organizationId: actor.organizationId, memberId, before, createdAt: now.toISOString() })
        .returning({ id: bulkChanges.id }),
    ]);
    const [stored] = results.at(-1) as { id: number }[];
    return {
      changeId: stored?.id ?? null,
      changed: planned.length,
      undoUntil: new Date(now.getTime() + UNDO_MINUTES * 60_000).toISOString(),
    };
  } catch (error) {
    if (!isRefused(error)) throw unmet(edits, error) ?? error;
    throw await staleAmong(context, planned);
  }
}

/** The error that names who was changed meanwhile. */
async function staleAmong(context: Context, planned: Planned[]): Promise<AppError> {
  const targets = await loadTargets(
    context,
    planned.map(({ target }) => target.row.id),
  );
  const versions = new Map(targets.map(({ row }) => [row.id, row.version]));
  const stale = planned.find(({ target: { row } }) => versions.get(row.id) !== row.version);
  return errors.stale_version({ name: (stale ?? planned[0])?.target.row.displayName ?? "" });
}

const allAtVersion = (planned: Planned[]) => sql`not exists (
  select 1 from json_each(${JSON.stringify(planned.map(({ target: { row } }) => [row.id, row.version]))}) wanted
  left join ${prospects} on ${prospects.id} = wanted.value ->> 0
  where ${prospects.version} is not wanted.value ->> 1)`;

/**
 * Puts back what a bulk change of the caller's changed, memberships included. A prospect that was edited
 * since, or that by now holds a role as high as the caller's, is left alone and answered with why.
 * @throws AppError not_found, undo_not_possible, last_administrator
 */
export async function undoBulkChange(context: Context, changeId: number): Promise<BulkAnswer> {
  const { db, actor, language, now } = context;
  const memberId = memberIdOf(actor);
  const isMine = and(
    eq(bulkChanges.id, changeId),
    eq(bulkChanges.organizationId, actor.organizationId),
    eq(bulkChanges.memberId, memberId),
  );
  const changed = sql`(select value ->> 'id' from ${bulkChanges}, json_each(${bulkChanges.before}) where ${isMine})`;
  const [[change], ...read] = await readBatch(db, [
    db.select().from(bulkChanges).where(isMine),
    ...selectTargets(context, changed),
  ]);
  if (!change) throw errors.not_found();
  const isTooOld = now.getTime() - Date.parse(change.createdAt) > UNDO_MINUTES * 60_000;
  if (change.undoneAt !== null || isTooOld) throw prospectErrors.undo_not_possible();
  const targets = toTargets(...read);
  const byId = new Map(targets.map((target) => [target.row.id, target]));
  const skipped: Skipped = [];
  const edits: Planned[] = [];
  for (const before of change.before) {
    const target = byId.get(before.id);
    if (!target || target.row.version !== before.version) {
      const name = target?.row.displayName ?? null;
      skipped.push({
        id: before.id,
        name,
        detail: errorText("stale_version", language, { name: name ?? "–" }),
      });
      continue;
    }
    if (!outranks(context.actor, rolePriorityOf(target.row, target.priorities))) {
      const name = target.row.displayName;
      skipped.push({ id: before.id, name, detail: errorText("outranked", language, { name }) });
      continue;
    }
    edits.push({ target, edit: undoEdit(context, target, before) });
  }
  const written = edits.map(({ edit }) => edit);
  try {
    await runBatch(db, [
      guard(db, sql`(select undone_at from ${bulkChanges} where id = ${changeId}) is null`),
      guard(db, allAtVersion(edits)),
      ...edits.flatMap(({ target, edit }) => editStatements(context, target.row, edit)),
      ...requirementStatements(context, written, "after"),
      db.update(bulkChanges).set({ undoneAt: now.toISOString() }).where(eq(bulkChanges.id, changeId)),
      audit(
        db,
        actor.organizationId,
        performerOf(actor),
        { action: "prospect.undo", details: { count: edits.length } },
        now,
      ),
    ]);
  } catch (error) {
    if (isRefused(error)) throw prospectErrors.undo_not_possible();
    throw unmet(written, error) ?? error;
  }
  return { changeId: null, changed: edits.length, skipped, undoUntil: null, remaining: 0 };
}

function undoEdit(context: Context, target: Target, before: BulkBefore): Edit {
  const { row, names } = target;
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  const changed = {
    ...(before.assignedTo !== row.assignedTo
      ? { assignedTo: { from: nameOf(row.assignedTo), to: nameOf(before.assignedTo) } }
      : {}),
    ...(before.deadline !== row.deadline ? { deadline: { from: row.deadline, to: before.deadline } } : {}),
  };
  const isMoved = before.status !== row.status;
  return {
    changes: {
      status: before.status,
      assignedTo: before.assignedTo,
      deadline: before.deadline,
      stageChangedAt: before.stageChangedAt,
    },
    history: [
      {
        action: "undo",
        previousValue: isMoved ? row.status : null,
        newValue: isMoved ? before.status : null,
        changes: Object.keys(changed).length ? changed : null,
      },
    ],
    audit: [],
    extra: membershipStatements(context, target, before.memberStatus),
    require: row.memberId === null ? [] : [requireAdministrator(context, target)],
  };
}

/** The statement that forgets bulk changes that can no longer be undone. */
export const deleteOldBulkChanges = (db: Db, now: Date) =>
  db
    .delete(bulkChanges)
    .where(lt(bulkChanges.createdAt, new Date(now.getTime() - UNDO_MINUTES * 60_000).toISOString()));
