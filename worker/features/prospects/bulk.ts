import { sql } from "drizzle-orm";
import { memberIdOf, type UserContext } from "../../lib/context.ts";
import { jsonList, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { AppError, errors } from "../../lib/errors.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { planAssignment, planDeadline } from "./change.ts";
import { planMove } from "./move.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { visibleById } from "./prospects.policy.ts";
import { type ProspectPlan, type ProspectRow, prospectRecord, selectProspects } from "./prospects.rows.ts";
import {
  BULK_LIMIT,
  type BulkAnswer,
  type BulkInput,
  type ReassignInput,
  UNDO_MINUTES,
} from "./prospects.schema.ts";
import { assigneeTotals, type BulkBefore, bulkChanges, prospects } from "./prospects.table.ts";
import { prospectAudit } from "./prospects.texts.ts";

export type Skipped = BulkAnswer["skipped"];
export type Planned = { row: ProspectRow; plan: ProspectPlan };

/** Prospects by id, without those that the reader may not see; one round trip. */
async function findProspects(context: UserContext, wanted: readonly { id: number }[]) {
  const ids = jsonList(wanted.map(({ id }) => id));
  const rows = await prospectRecord.find(context, sql`${prospects.id} in ${ids}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Makes the same change to many prospects in one batch. A prospect that cannot be changed is left as it was
 * and answered with why; the others are changed together or not at all.
 * @throws AppError assignee_unavailable, stale_version when one of them changed meanwhile
 */
export async function bulkChange(
  context: UserContext,
  { prospects: wanted, change }: BulkInput,
): Promise<BulkAnswer> {
  const rows = await findProspects(context, wanted);
  const skipped: Skipped = [];
  const planned: Planned[] = [];
  for (const { id, version } of new Map(wanted.map((each) => [each.id, each])).values()) {
    const row = rows.get(id);
    const name = row?.displayName ?? null;
    try {
      if (!row) throw errors.not_found();
      if (version !== undefined && version !== row.version) throw errors.stale_version({ name: name ?? "" });
      const plan = planChange(context, row, change);
      if (plan) planned.push({ row, plan });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({ id, name, detail: error.text(context.language) });
    }
  }
  return { ...(await writeBulk(context, planned)), skipped, remaining: 0 };
}

function planChange(context: UserContext, row: ProspectRow, change: BulkInput["change"]) {
  switch (change.kind) {
    case "assign":
      return planAssignment(context, row, change);
    case "deadline":
      return planDeadline(row, change);
    case "status":
      return planMove(context, row, change);
  }
}

/**
 * Hands over one person's open prospects to another, the most urgent BULK_LIMIT of them; `remaining` says
 * how many are left for the next call.
 * @throws AppError same_person, assignee_unavailable
 */
export async function reassignAll(context: UserContext, { from, to }: ReassignInput): Promise<BulkAnswer> {
  const { db, actor } = context;
  if (from === to) throw prospectErrors.same_person();
  const { organizationId } = actor;
  const ofStage = (stage: string) => sql`select id, position from ${prospects}
    where organization_id = ${organizationId} and assigned_to = ${from} and stage = ${stage}`;
  const mostUrgent = sql`(select id from (${ofStage("intro")} union all ${ofStage("onboarding")}
    order by position limit ${BULK_LIMIT}))`;
  const [rows, [total]] = await readBatch(db, [
    selectProspects(db).where(sql`${prospects.id} in ${mostUrgent} and ${visibleById(actor)}`),
    db.all<{ open: number | null }>(sql`select sum(count) as open from ${assigneeTotals}
      where organization_id = ${organizationId} and member_id = ${from}
        and status not in ('active', 'inactive')`),
  ]);
  const planned = rows.flatMap((row) => {
    const plan = planAssignment(context, row, { assignedTo: to });
    return plan ? [{ row, plan }] : [];
  });
  const answer = await writeBulk(context, planned);
  return { ...answer, skipped: [], remaining: (total?.open ?? 0) - rows.length };
}

/** Guards of many plans, each once: those that end with the same error check the same. */
function onceEach(guards: readonly Guard[]): Guard[] {
  const known = new Map<string, Guard>();
  for (const each of guards) {
    const { code, parameters } = each.error;
    const key = JSON.stringify([code, parameters, each.condition.queryChunks.length]);
    if (!known.has(key)) known.set(key, each);
  }
  return [...known.values()];
}

async function writeBulk(
  context: UserContext,
  planned: readonly Planned[],
): Promise<Pick<BulkAnswer, "changeId" | "changed" | "undoUntil">> {
  if (!planned.length) return { changeId: null, changed: 0, undoUntil: null };
  const { db, actor, now } = context;
  const memberId = memberIdOf(actor);
  const before: BulkBefore[] = planned.map(
    ({ row: { id, version, status, assignedTo, deadline, stageChangedAt, memberStatus } }) => ({
      id,
      version: version + 1,
      status,
      assignedTo,
      deadline,
      stageChangedAt,
      memberStatus,
    }),
  );
  const stale = errors.stale_version({ name: "" });
  try {
    const results = await writePlans(
      context,
      planned,
      stale,
      prospectAudit.write(context, { action: "prospect.bulk", details: { count: planned.length } }),
      db
        .insert(bulkChanges)
        .values({ organizationId: actor.organizationId, memberId, before, createdAt: now.toISOString() })
        .returning({ id: bulkChanges.id }),
    );
    const [stored] = results.at(-1) as { id: number }[];
    return {
      changeId: stored?.id ?? null,
      changed: planned.length,
      undoUntil: hoursFrom(now, UNDO_MINUTES / 60),
    };
  } catch (error) {
    throw error === stale ? await staleAmong(context, planned) : error;
  }
}

/**
 * Writes the plans of many prospects in one batch, without their audit entries: `also` holds one for all of them.
 * @throws AppError `changed` when one of the prospects is no longer as it was read, and what the plans require
 */
export function writePlans(
  context: UserContext,
  planned: readonly Planned[],
  changed: AppError,
  ...also: (Statement | Guard)[]
): Promise<unknown[]> {
  // Of several people it is one with the highest role who may be the last administrator.
  const highestFirst = planned.toSorted((a, b) => (b.row.rolePriority ?? 0) - (a.row.rolePriority ?? 0));
  return write(context.db, [
    guard(allAtVersion(planned), changed),
    ...onceEach(planned.flatMap(({ plan }) => plan.require ?? [])),
    ...planned.flatMap(({ row, plan }) => prospectRecord.steps(context, row, { ...plan, audit: [] })),
    ...highestFirst.flatMap(({ plan }) => plan.ensure ?? []).slice(0, 1),
    ...also,
  ]);
}

/** The error that names the prospect that changed meanwhile. */
async function staleAmong(context: UserContext, planned: readonly Planned[]): Promise<AppError> {
  const rows = await findProspects(
    context,
    planned.map(({ row }) => row),
  );
  const changed = planned.find(({ row }) => rows.get(row.id)?.version !== row.version) ?? planned[0];
  return errors.stale_version({ name: changed?.row.displayName ?? "" });
}

/** SQL condition: all prospects are still as they were read. */
const allAtVersion = (planned: readonly Planned[]) => sql`not exists (
  select 1 from json_each(${JSON.stringify(planned.map(({ row }) => [row.id, row.version]))}) wanted
  left join ${prospects} on ${prospects.id} = wanted.value ->> 0
  where ${prospects.version} is not wanted.value ->> 1)`;
