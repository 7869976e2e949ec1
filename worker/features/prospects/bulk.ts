import { sql } from "drizzle-orm";
import { type MemberContext, memberIdOf } from "../../lib/context.ts";
import { jsonList, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError, errors } from "../../lib/errors.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { notify } from "../../lib/notify.ts";
import { selectAccountUsers } from "./account-user.ts";
import { planAssignment, planDeadline } from "./change.ts";
import { planMove } from "./move.ts";
import { visibleById } from "./prospects.policy.ts";
import { type ProspectPlan, type ProspectRow, prospectRecord, selectProspects } from "./prospects.rows.ts";
import { BULK_LIMIT, type BulkAnswer, type BulkInput, type ReassignInput } from "./prospects.schema.ts";
import { assigneeTotals, bulkChanges, prospects } from "./prospects.table.ts";
import { prospectAudit, prospectErrors, prospectNotices } from "./prospects.texts.ts";

/** Hours for which a change of one or many prospects can be undone. */
export const UNDO_HOURS = 1;

type Planned = { row: ProspectRow; plan: ProspectPlan };

/**
 * Makes the same change to many prospects in one batch. A prospect that cannot be changed is skipped with the reason; the
 * others are changed together or not at all.
 * @throws AppError assignee_unavailable, reauthentication_required, stale_version when one of them changed meanwhile
 */
export async function bulkChange(context: MemberContext, { prospects: selected, change }: BulkInput) {
  const wanted = new Map(selected.map((each) => [each.id, each]));
  const ids = jsonList([...wanted.keys()]);
  const entersActive = change.kind === "status" && change.status === "active";
  const [found, accounts] = await readBatch(context.db, [
    prospectRecord.find(context, sql`${prospects.id} in ${ids}`),
    selectAccountUsers(context, entersActive ? ids : jsonList([])),
  ]);
  const { planned, skipped } = planEach(context, wanted.values(), found, (row) => {
    if (change.kind === "assign") return planAssignment(context, row, change);
    return change.kind === "deadline" ? planDeadline(row, change) : planMove(context, row, change, accounts);
  });
  return { ...(await writeBulk(context, planned)), skipped, remaining: 0 };
}

/**
 * Reassigns the BULK_LIMIT most urgent open prospects of a member; `remaining` are left for the next call.
 * @throws AppError same_person, assignee_unavailable
 */
export async function reassignAll(context: MemberContext, { from, to }: ReassignInput) {
  const { db, actor } = context;
  if (from === to) throw prospectErrors.same_person();
  const ofStage = (stage: string) => sql`select id, position from ${prospects}
    where organization_id = ${actor.organizationId} and assigned_to = ${from} and stage = ${stage}`;
  const mostUrgent = sql`(select id from (${ofStage("intro")} union all ${ofStage("onboarding")}
    order by position limit ${BULK_LIMIT}))`;
  const [rows, [total]] = await readBatch(db, [
    selectProspects(db).where(sql`${prospects.id} in ${mostUrgent} and ${visibleById(actor)}`),
    db.all<{ open: number | null }>(sql`select sum(count) as open from ${assigneeTotals}
      where organization_id = ${actor.organizationId} and member_id = ${from}
        and status not in ('active', 'inactive')`),
  ]);
  const planned = rows.flatMap((row) => {
    const plan = planAssignment(context, row, { assignedTo: to });
    return plan ? [{ row, plan }] : [];
  });
  const remaining = (total?.open ?? 0) - rows.length;
  return { ...(await writeBulk(context, planned)), skipped: [], remaining };
}

/** Plans a change of each prospect at the caller's version; skips the others with the reason. */
export function planEach<Known extends BulkInput["prospects"][number]>(
  context: MemberContext,
  known: Iterable<Known>,
  found: readonly ProspectRow[],
  make: (row: ProspectRow, known: Known) => ProspectPlan | null,
) {
  const rows = new Map(found.map((row) => [row.id, row]));
  const planned: Planned[] = [];
  const skipped: BulkAnswer["skipped"] = [];
  for (const each of known) {
    const row = rows.get(each.id);
    try {
      if (!row) throw errors.not_found();
      prospectRecord.assertVersion(context, row, each.version);
      const plan = make(row, each);
      if (plan) planned.push({ row, plan });
    } catch (error) {
      // A missing proof refuses the whole request before anything is changed.
      if (!(error instanceof AppError) || error.code === "reauthentication_required") throw error;
      skipped.push({ id: each.id, name: row?.displayName ?? null, detail: error.text(context.language) });
    }
  }
  return { planned, skipped };
}

async function writeBulk(context: MemberContext, planned: readonly Planned[]) {
  if (!planned.length) return { changeId: null, changed: 0, undoUntil: null };
  const { db, actor, now } = context;
  const before = planned.map(({ row }) => ({ id: row.id, version: row.version + 1 }));
  const { organizationId } = actor;
  const change = { organizationId, memberId: memberIdOf(actor), before, createdAt: now.toISOString() };
  const results = await write(db, [
    ...stepsOf(context, planned),
    prospectAudit.write(context, { action: "prospect.bulk", details: { count: planned.length } }),
    ...tellAssignee(context, planned),
    db.insert(bulkChanges).values(change).returning({ changeId: bulkChanges.id }),
  ]);
  const [{ changeId }] = results.at(-1) as [{ changeId: number }];
  return { changeId, changed: planned.length, undoUntil: hoursFrom(now, UNDO_HOURS) };
}

/** The statements that notify the new assignee of some prospects: of one by its name, of several by their number. */
function tellAssignee(context: MemberContext, planned: readonly Planned[]): Statement[] {
  const [first, ...more] = planned.flatMap(({ plan }) => plan.notices ?? []);
  if (!first) return [];
  if (more.length === 0) return notify(context, first);
  const details = { by: context.actor.name, count: more.length + 1 };
  return notify(context, prospectNotices.entry(first.to, "prospect.assigned_many", details));
}

/**
 * The steps that write the plans of many prospects, without audit entries, notices and announcements of each: the caller writes
 * one for all.
 */
export function stepsOf(context: MemberContext, planned: readonly Planned[]): (Statement | Guard)[] {
  // Only a prospect with the highest role can be the last administrator.
  const highestFirst = planned.toSorted((a, b) => (b.row.rolePriority ?? 0) - (a.row.rolePriority ?? 0));
  return [
    // Without the current prospect: the routes answer the result for many.
    ...planned.map(({ row }) =>
      guard(prospectRecord.isUnchanged(context, row), errors.stale_version({ name: row.displayName })),
    ),
    ...planned.flatMap(({ row, plan }) =>
      (plan.unchanged ?? []).map((each) => guard(each, errors.stale_version({ name: row.displayName }))),
    ),
    // All plans assign to the same member.
    ...planned.flatMap(({ plan }) => plan.checkBefore ?? []).slice(0, 1),
    ...planned.flatMap(({ row, plan }) =>
      prospectRecord.steps(context, row, { ...plan, audit: [], notices: [], announcements: [] }),
    ),
    ...highestFirst.flatMap(({ plan }) => plan.checkAfter ?? []).slice(0, 1),
  ];
}
