import { and, eq, sql } from "drizzle-orm";
import type { ById, MemberContext, SystemContext } from "../../../lib/context.ts";
import type { Db } from "../../../lib/db/client.ts";
import { hoursFrom } from "../../../lib/db/columns.ts";
import { AppError } from "../../../lib/errors.ts";
import { rootOf } from "../../../lib/fault.ts";
import { guard, write, writeIf } from "../../../lib/guard.ts";
import { announce } from "../../../lib/live/announce.ts";
import { logFault } from "../../../lib/log.ts";
import { pauses } from "../../../lib/pause.table.ts";
import { startAutomatic, stopRunning } from "../../bots/index.ts";
import { organizations } from "../../settings/index.ts";
import { BACKUP_VERSION } from "../backup.schema.ts";
import { backupAudit } from "../backup.texts.ts";
import type { BackupPlan } from "../export.ts";
import { assertReferences, compareTable, keepTable } from "./compare.ts";
import { type Layout, readLayout } from "./layout.ts";
import { addNewColumns } from "./new-columns.ts";
import { putIn } from "./put-in.ts";
import { restoreErrors } from "./restore.errors.ts";
import { RESTORE_STEPS } from "./restore.schema.ts";
import { restores } from "./restore.table.ts";
import {
  countSections,
  findRestore,
  KEPT_HOURS,
  type RestoreRowStored,
  starterOf,
  unlock,
} from "./restore.ts";

/** Milliseconds after which a request returns its progress, and is sent again. */
const REQUEST_MS = 15_000;
/** Milliseconds for which the clock continues a restore whose page was closed. */
const CLOCK_MS = 120_000;

/** The error when another request continued the restore meanwhile. */
const moved = restoreErrors.restore_runs();
/** The error when data changed after the rows were compared, or the product was upgraded. */
const outdated = restoreErrors.restore_over();

/** SQL: the revisions of an organization, except those that a restore itself raises. */
const revisionsIn = (organizationId: number) =>
  sql`(select json_remove(topics, '$.restores', '$.pauses', '$.bots', '$.bot_logs') from revisions where organization_id = ${organizationId})`;

/**
 * Starts a restore: from here no other user can save, automation is paused, and the present data is kept.
 * @throws AppError not_found, restore_confirm for another name, restore_over, restore_runs
 */
async function begin(context: MemberContext, row: RestoreRowStored, confirm: string, schema: string) {
  const { db, env, actor, now } = context;
  const { organizationId, name: by } = actor;
  const at = now.toISOString();
  if (confirm.trim() !== row.confirm.trim()) throw restoreErrors.restore_confirm({ name: row.confirm });
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId));
  const before: typeof restores.$inferInsert = {
    ...{ organizationId, state: "reading", source: "before", confirm: organization?.name ?? "" },
    ...{ sections: [], lockedSecrets: 0, createdAt: at, createdBy: by, steps: [], done: 0 },
    document: {
      ...{ bytes: null, createdAt: at, createdBy: by, version: BACKUP_VERSION, schema, tables: 0, rows: 0 },
      ...{ changesMeanwhile: 0, layout: schema },
    },
    keptUntil: hoursFrom(now, KEPT_HOURS),
  };
  const runs = sql`exists (select 1 from ${restores} where organization_id = ${organizationId} and state = 'running')`;
  await write(db, [
    guard(sql`not ${runs}`, restoreErrors.restore_runs()),
    guard(
      sql`(select state from ${restores} where id = ${row.id}) in ('rehearsed', 'failed')`,
      restoreErrors.restore_over(),
    ),
    db.insert(restores).values(before),
    db
      .update(restores)
      .set({
        ...{ state: "running", steps: [], done: 0, problem: null, finishedAt: null },
        ...{ startedAt: at, startedBy: by, startedById: actor.userId },
        beforeId: sql`(select max(id) from ${restores})`,
      })
      .where(eq(restores.id, row.id)),
    db
      .insert(pauses)
      .values({ organizationId, since: at, by, isLocked: true })
      .onConflictDoUpdate({ target: pauses.organizationId, set: { isLocked: true } }),
    backupAudit.write(context, { action: "backup.restoring", details: { made: row.document.createdAt } }),
  ]);
  // Before the first part, so that open pages show it from the beginning.
  await announce(env, organizationId);
  await stopRunning(context, organizationId);
}

/** Whether the database refused the rows themselves, so that a retry would not help. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error &&
  /constraint failed|datatype mismatch|SQLITE_CONSTRAINT/i.test((rootOf(error) as Error).message);

/** Runs the next part of a restore in one batch. */
async function advanceOnce(context: SystemContext, row: RestoreRowStored, layout: Layout): Promise<void> {
  const { db } = context;
  const { id: restoreId, organizationId, steps, done } = row;
  const step = RESTORE_STEPS[steps.length];
  const here = eq(restores.id, restoreId);
  const isNext = guard(
    sql`exists (select 1 from ${restores} where id = ${restoreId} and state = 'running' and done = ${done}
      and json_array_length(steps) = ${steps.length})`,
    moved,
  );
  const at = new Date().toISOString();
  const compared = { db, restoreId, organizationId, layout };
  const table = layout.tables[done];
  /** The product was upgraded after its rows were stored. */
  const isOfEarlier = row.document.layout !== layout.schema;
  const ended = { steps: step ? [...steps, { step, at }] : steps, done: 0 };
  if (step === "keep") {
    const beforeId = row.beforeId ?? 0;
    const kept = { ...compared, restoreId: beforeId };
    const count = sql`(select count(*) from restore_rows where restore_id = ${beforeId})`;
    await write(
      db,
      table
        ? [
            isNext,
            keepTable(kept, table),
            db
              .update(restores)
              .set({ done: done + 1 })
              .where(here),
          ]
        : [
            isNext,
            db
              .update(restores)
              .set({
                state: "rehearsed",
                document: sql`json_set(document, '$.rows', ${count}, '$.tables', cast(${layout.tables.length} as integer))`,
              })
              .where(eq(restores.id, beforeId)),
            db.update(restores).set(ended).where(here),
          ],
    );
  } else if (step === "compare") {
    const revisions = revisionsIn(organizationId);
    const document = { ...row.document, layout: layout.schema };
    const first =
      done === 0
        ? [
            ...(isOfEarlier ? await addNewColumns(compared) : []),
            db.update(restores).set({ revisions, document }).where(here),
          ]
        : [];
    if (!table) await assertReferences(compared);
    await write(
      db,
      table
        ? [
            isNext,
            ...first,
            ...compareTable(compared, table),
            db
              .update(restores)
              .set({ done: done + 1 })
              .where(here),
          ]
        : // Shows the rows that will be written, which may be more than at the rehearsal.
          [
            isNext,
            db
              .update(restores)
              .set({ ...ended, sections: await countSections(compared) })
              .where(here),
          ],
    );
  } else {
    if (isOfEarlier) throw outdated;
    const starter = starterOf(row);
    const isAdministered = sql`exists (select 1 from members m join roles r on r.id = m.role_id join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and m.status = 'active' and r.key = 'administrator'
        and (u.password_hash is not null or u.discord_id is not null))`;
    await write(db, [
      isNext,
      guard(
        sql`${revisionsIn(organizationId)} is (select revisions from ${restores} where id = ${restoreId})`,
        outdated,
      ),
      ...putIn(compared, await changedTables(db, restoreId), at),
      guard(isAdministered, restoreErrors.restore_no_administrator()),
      db
        .update(restores)
        .set({ ...ended, state: "done", finishedAt: at })
        .where(here),
      db.update(pauses).set({ isLocked: false }).where(eq(pauses.organizationId, organizationId)),
      backupAudit.write(
        { ...context, now: new Date(at), actor: starter },
        { action: "backup.restored", details: { made: row.document.createdAt } },
      ),
    ]);
  }
}

/** The changes of rows, by table: only these are written. */
async function changedTables(db: Db, restoreId: number): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = await db.all<{ name: string; change: string }>(sql`
    select distinct table_name as name, change from restore_rows where restore_id = ${restoreId} and change is not null`);
  const changes = new Map<string, Set<string>>();
  for (const { name, change } of found) changes.set(name, (changes.get(name) ?? new Set()).add(change));
  return changes;
}

/**
 * Continues a running restore until it or the time ends. It can stop anywhere and be called again, also twice at once: each
 * part is one batch that records its position.
 */
async function advance(
  context: SystemContext,
  organizationId: number,
  id: number,
  plan: BackupPlan,
  forMs: number,
): Promise<RestoreRowStored> {
  const { db } = context;
  const until = Date.now() + forMs;
  const layout = await readLayout(db, plan);
  for (;;) {
    const row = await findRestore(db, organizationId, id);
    if (row.state !== "running" || Date.now() > until) return row;
    try {
      await advanceOnce(context, row, layout);
    } catch (error) {
      if (error === moved) continue;
      if (error === outdated) {
        const steps = row.steps.filter(({ step }) => step === "keep");
        await db.update(restores).set({ steps, done: 0 }).where(eq(restores.id, id));
        continue;
      }
      if (!(error instanceof AppError) && !isRefusal(error)) throw error;
      if (!(error instanceof AppError)) logFault("restore", error);
      const { code, parameters } = error instanceof AppError ? error : restoreErrors.restore_refused();
      await write(db, [
        db
          .update(restores)
          .set({ state: "failed", problem: { code, parameters }, finishedAt: new Date().toISOString() })
          .where(and(eq(restores.id, id), eq(restores.state, "running"))),
        ...unlock(context, row),
      ]);
    }
  }
}

/**
 * Applies a rehearsed restore, or continues a running one, within the time of one request.
 * @param input `confirm` is the name of the organization in the document, as typed by the user
 * @throws AppError as `begin`
 */
export async function applyRestore(
  context: MemberContext,
  plan: BackupPlan,
  { id, confirm }: ById<{ confirm: string }>,
): Promise<RestoreRowStored> {
  const { db, actor } = context;
  const { organizationId } = actor;
  const row = await findRestore(db, organizationId, id);
  if (row.state === "done") throw restoreErrors.restore_over();
  if (row.state !== "running") {
    const { schema } = await readLayout(db, plan);
    await begin(context, row, confirm, schema);
  }
  return advance(context, organizationId, id, plan, REQUEST_MS);
}

/** Continues the running restore of an organization. */
export async function advanceByClock(
  context: SystemContext,
  organizationId: number,
  plan: BackupPlan,
): Promise<void> {
  const runs = and(eq(restores.organizationId, organizationId), eq(restores.state, "running"));
  const [row] = await context.db.select({ id: restores.id }).from(restores).where(runs);
  if (row) await advance(context, organizationId, row.id, plan, CLOCK_MS);
}

/** Resumes automation; bots with auto-start start. Does nothing where nothing is paused. @throws AppError restore_runs */
export async function resume(context: MemberContext): Promise<void> {
  const { db, actor, later } = context;
  const { organizationId } = actor;
  const isOwn = sql`organization_id = ${organizationId}`;
  const isPaused = sql`exists (select 1 from ${pauses} where ${isOwn})`;
  const isResumed = await writeIf(db, isPaused, [
    guard(
      sql`not exists (select 1 from ${pauses} where ${isOwn} and is_locked)`,
      restoreErrors.restore_runs(),
    ),
    db.delete(pauses).where(eq(pauses.organizationId, organizationId)),
    backupAudit.write(context, { action: "automation.resumed" }),
  ]);
  if (isResumed) later?.(startAutomatic(context, organizationId));
}
