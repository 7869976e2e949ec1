import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { actorWithoutSession } from "../../../lib/actor.ts";
import type { ById, Context, MemberContext, SystemContext } from "../../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../../lib/db/client.ts";
import { hoursFrom } from "../../../lib/db/columns.ts";
import { AppError, definedErrors, errors } from "../../../lib/errors.ts";
import { guard, write } from "../../../lib/guard.ts";
import { outbox } from "../../../lib/notices.table.ts";
import { pauses } from "../../../lib/pause.table.ts";
import { BACKUP_SECTIONS } from "../backup.schema.ts";
import { backupAudit } from "../backup.texts.ts";
import type { BackupPlan } from "../export.ts";
import { type Compared, compareTable, countTable, leaveOutOrphans } from "./compare.ts";
import { readLayout } from "./layout.ts";
import { addNewColumns } from "./new-columns.ts";
import { giveNewPermissions } from "./new-permissions.ts";
import { restoreErrors } from "./restore.errors.ts";
import { type Pause, RESTORE_STEPS, type Restore, type Restoring, type RowChange } from "./restore.schema.ts";
import { restoreRows, restores } from "./restore.table.ts";
import { deleteRows, stage } from "./stage.ts";

/** Hours for which a rehearsal can be applied; data before a restore is kept longer. */
const REHEARSAL_HOURS = 24;
export const KEPT_HOURS = 30 * 24;

export type RestoreRowStored = typeof restores.$inferSelect;
type Stored = RestoreRowStored;

/** The shown change of a row, by the stored one. */
export const SHOWN: Record<string, RowChange> = {
  ...{ comes: "comes", moves: "comes", changes: "changes", replaces: "changes" },
  ...{ goes: "goes", skipped: "skipped" },
};

/** The restore of an organization, unless it was discarded. @throws AppError not_found */
export async function findRestore(db: Db, organizationId: number, id: number): Promise<Stored> {
  const isOwn = and(eq(restores.organizationId, organizationId), eq(restores.id, id));
  const [found] = await db.select().from(restores).where(isOwn);
  if (!found || found.state === "aside" || found.state === "reading") throw errors.not_found();
  return found;
}

/** The counts of a compared restore by section, without technical rows. @throws AppError restore_key_taken */
export async function countSections(compared: Compared): Promise<Restore["sections"]> {
  const { db, layout } = compared;
  const [first, ...more] = layout.tables.map((table) => countTable(compared, table));
  const found = first ? (await readBatch(db, [first, ...more])).flat() : [];
  const taken = found.find((each) => each.taken > 0);
  if (taken) throw restoreErrors.restore_key_taken({ table: taken.name });
  return BACKUP_SECTIONS.map(({ key }) => {
    const figures = { key, rows: 0, comes: 0, changes: 0, goes: 0, skipped: 0 };
    for (const { name, change, rows } of found) {
      const table = layout.tables.find((each) => each.name === name);
      if (table?.section !== key || table.isTechnical) continue;
      if (change !== "goes") figures.rows += rows;
      const shown = change && SHOWN[change];
      if (shown) figures[shown] += rows;
    }
    return figures;
  });
}

/**
 * Reads a document, stores its rows below a new restore, and returns what the organization would gain, change and lose. Nothing
 * else is written. An earlier rehearsal is discarded.
 * @throws AppError as `stage`, restore_runs, restore_key_taken
 */
export async function rehearse(
  context: Context,
  plan: BackupPlan,
  stream: AsyncIterable<Uint8Array>,
  source: "upload" | "schedule" = "upload",
): Promise<Stored> {
  const { db, env, actor, now } = context;
  const { organizationId, name: createdBy } = actor;
  const layout = await readLayout(db, plan);
  const isOwn = eq(restores.organizationId, organizationId);
  const runs = sql`exists (select 1 from ${restores} where ${isOwn} and state = 'running')`;
  const values: typeof restores.$inferInsert = {
    ...{ organizationId, source, createdBy, state: "reading", confirm: "", sections: [], steps: [] },
    ...{ lockedSecrets: 0, done: 0, createdAt: now.toISOString() },
    document: {
      ...{ bytes: null, createdAt: "", createdBy: "", version: 0, schema: "", tables: 0, rows: 0 },
      changesMeanwhile: 0,
    },
    keptUntil: hoursFrom(now, REHEARSAL_HOURS),
  };
  const results = await write(db, [
    guard(sql`not ${runs}`, restoreErrors.restore_runs()),
    db.insert(restores).values(values).returning({ id: restores.id }),
  ]);
  const [[created]] = results as [[{ id: number }]];
  const restoreId = created.id;
  try {
    const read = await stage(
      { db, secrets: env.SECRETS_KEYS },
      { restoreId, organizationId, layout },
      stream,
    );
    const { header, manifest, bytes, lockedSecrets } = read;
    const compared = { db, restoreId, organizationId, layout };
    for (const table of layout.tables) {
      const given = giveNewPermissions(compared, table, plan, header);
      await write(db, [...given, ...leaveOutOrphans(compared, table), ...compareTable(compared, table)]);
    }
    const sections = await countSections(compared);
    const { createdAt, createdBy: by, version, schema } = header;
    const { tables, rows, changesMeanwhile } = manifest;
    const document = {
      ...{ bytes, createdAt, createdBy: by, version, schema, tables, rows, changesMeanwhile },
      layout: layout.schema,
    };
    const [stored] = await db
      .update(restores)
      .set({ state: "rehearsed", confirm: header.organization.name, document, sections, lockedSecrets })
      .where(eq(restores.id, restoreId))
      .returning();
    if (!stored) throw errors.not_found();
    if (source === "upload") await putOthersAside(context, restoreId);
    return stored;
  } catch (error) {
    await write(db, [deleteRows(db, restoreId), db.delete(restores).where(eq(restores.id, restoreId))]);
    throw error;
  }
}

/** Discards earlier rehearsals, whose rows are not needed any more. */
async function putOthersAside({ db, actor }: Context, but: number): Promise<void> {
  const old = sql`organization_id = ${actor.organizationId} and id < ${but} and source = 'upload'
    and state in ('rehearsed', 'failed', 'done')`;
  await write(db, [
    db.run(sql`delete from ${restoreRows} where restore_id in (select id from ${restores} where ${old})`),
    db.update(restores).set({ state: "aside" }).where(old),
    db
      .update(restores)
      .set(KEPT)
      .where(sql`organization_id = ${actor.organizationId} and source = 'before' and state = 'rehearsed'`),
  ]);
}

/** Values of a restore that keeps earlier data until it is rehearsed. */
const KEPT: Partial<typeof restores.$inferInsert> = {
  ...{ state: "rehearsed", sections: [], steps: [], startedAt: null, problem: null },
};

/**
 * Rehearses the data kept before a restore, which is shown like an uploaded document from then on.
 * @throws AppError not_found for any other, restore_runs, as `countSections`
 */
export async function rehearseKept(context: MemberContext, plan: BackupPlan, { id }: ById): Promise<Stored> {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const row = await findRestore(db, organizationId, id);
  if (row.source !== "before" || row.state !== "rehearsed") throw errors.not_found();
  const layout = await readLayout(db, plan);
  const compared = { db, restoreId: id, organizationId, layout };
  const isIdle = guard(
    sql`not exists (select 1 from ${restores} where organization_id = ${organizationId} and state = 'running')`,
    restoreErrors.restore_runs(),
  );
  const isOfEarlier = row.document.layout !== layout.schema;
  const document = { ...row.document, layout: layout.schema };
  await write(db, [
    isIdle,
    ...(isOfEarlier ? await addNewColumns(compared) : []),
    db.update(restores).set({ document }).where(eq(restores.id, id)),
  ]);
  for (const table of layout.tables) await write(db, [isIdle, ...compareTable(compared, table)]);
  const sections = await countSections(compared);
  const createdAt = now.toISOString();
  const rehearsed = { sections, createdAt, createdBy: actor.name };
  await write(db, [isIdle, db.update(restores).set(rehearsed).where(eq(restores.id, id))]);
  return { ...row, ...rehearsed, document };
}

/** A restore for its reader; one more round trip. */
async function toRestore(context: MemberContext, row: Stored, schema: string): Promise<Restore> {
  const { db, actor, language } = context;
  const { id, state, confirm, sections, lockedSecrets, steps, done, problem, beforeId } = row;
  const { layout: _, ...document } = row.document;
  if (state === "reading" || state === "aside") throw errors.not_found();
  const [[own], [kept]] = await readBatch(db, [
    db
      .select({ change: restoreRows.change })
      .from(restoreRows)
      .where(
        and(
          eq(restoreRows.restoreId, id),
          eq(restoreRows.tableName, "users"),
          eq(restoreRows.key, `[${actor.userId}]`),
        ),
      ),
    db
      .select({ id: restores.id, keptUntil: restores.keptUntil })
      .from(restores)
      .where(and(eq(restores.id, beforeId ?? 0), eq(restores.state, "rehearsed"))),
  ]);
  const entry = problem && definedErrors().get(problem.code);
  const step = RESTORE_STEPS[steps.length];
  const total = document.tables;
  return {
    ...{ id, state, confirm, sections, lockedSecrets, steps },
    document: { ...document, isOlder: document.schema < schema },
    rehearsedAt: row.createdAt,
    rehearsedBy: row.createdBy,
    staysSignedIn: own !== undefined && (own.change === null || own.change === "changes"),
    progress: state === "running" && step ? { step, done: Math.min(done, total), total } : null,
    ...{ startedAt: row.startedAt, startedBy: row.startedBy, finishedAt: row.finishedAt },
    problem:
      problem && entry ? new AppError(problem.code, entry, problem.parameters, {}).text(language) : null,
    before: state === "done" ? (kept ?? null) : null,
  };
}

const selectPause = (db: Db, organizationId: number) =>
  db.all<Omit<Pause, "isLocked"> & { isLocked: 0 | 1 }>(sql`
    select since, "by", is_locked as isLocked,
      (select count(*) from ${outbox} where organization_id = p.organization_id) as messages,
      (select count(*) from bots where organization_id = p.organization_id and auto_start = 1
        and token is not null and status not in ('running', 'starting')) as bots
    from ${pauses} p where p.organization_id = ${organizationId}`);

const newestSchema = (db: Db) => db.all<{ name: string }>(sql`select max(name) as name from d1_migrations`);

/** The current restore of the administrators, and whether automation is paused. */
export async function getRestoring(context: MemberContext): Promise<Restoring> {
  const { db, actor } = context;
  const { organizationId } = actor;
  const [[found], [pause], [schema]] = await readBatch(db, [
    db
      .select()
      .from(restores)
      .where(
        and(
          eq(restores.organizationId, organizationId),
          inArray(restores.state, ["rehearsed", "running", "done", "failed"]),
          sql`(${restores.source} = 'upload' or ${restores.startedAt} is not null or ${restores.sections} <> '[]')`,
        ),
      )
      .orderBy(desc(sql`${restores.state} = 'running'`), desc(restores.id))
      .limit(1),
    selectPause(db, organizationId),
    newestSchema(db),
  ]);
  return {
    restore: found ? await toRestore(context, found, schema?.name ?? "") : null,
    pause: pause ? { ...pause, isLocked: pause.isLocked === 1 } : null,
  };
}

/** One restore, by its id. @throws AppError not_found */
export async function getRestore(context: MemberContext, { id }: ById): Promise<Restore> {
  const row = await findRestore(context.db, context.actor.organizationId, id);
  const [schema] = await newestSchema(context.db);
  return toRestore(context, row, schema?.name ?? "");
}

/** The actor of a restore's steps: the user who started it, also when the clock continues it. */
export const starterOf = ({ organizationId, startedBy, startedById }: Stored) =>
  actorWithoutSession("user", organizationId, startedBy ?? "", startedById);

/** The statements that end the lock of a restore; a pause that it began ends too, where nothing was changed. */
export const unlock = ({ db }: Pick<SystemContext, "db">, row: Stored): Statement[] => [
  db
    .delete(pauses)
    .where(and(eq(pauses.organizationId, row.organizationId), eq(pauses.since, row.startedAt ?? ""))),
  db.update(pauses).set({ isLocked: false }).where(eq(pauses.organizationId, row.organizationId)),
];

/**
 * Discards a restore; a running one is stopped without a change of data. Data kept before another one stays.
 * @throws AppError not_found, restore_over where it finished meanwhile
 */
export async function setAside(context: MemberContext, { id }: ById): Promise<void> {
  const { db, actor } = context;
  const row = await findRestore(db, actor.organizationId, id);
  const isSame = guard(
    sql`(select state from ${restores} where id = ${id}) = ${row.state}`,
    restoreErrors.restore_over(),
  );
  if (row.state === "running") {
    const before = eq(restores.id, row.beforeId ?? 0);
    await write(db, [
      isSame,
      db
        .update(restores)
        .set({ state: "rehearsed", steps: [], done: 0, beforeId: null })
        .where(eq(restores.id, id)),
      deleteRows(db, row.beforeId ?? 0),
      db.delete(restores).where(before),
      ...unlock(context, row),
      backupAudit.write(context, {
        action: "backup.restore_stopped",
        details: { made: row.document.createdAt },
      }),
    ]);
    return;
  }
  await write(db, [
    isSame,
    ...(row.source === "before" && row.state !== "done"
      ? [db.update(restores).set(KEPT).where(eq(restores.id, id))]
      : [db.update(restores).set({ state: "aside" }).where(eq(restores.id, id)), deleteRows(db, id)]),
  ]);
}

/** The upkeep that deletes expired rehearsals and kept data. */
export const deleteOldRestores = ({ db, now }: SystemContext): Statement[] => {
  const hour = hoursFrom(now, -1);
  const old = sql`state <> 'running' and (state = 'aside' or kept_until < ${now.toISOString()}
    or (state = 'reading' and created_at < ${hour}
      and not exists (select 1 from ${restores} other where other.before_id = ${restores}.id and other.state = 'running')))`;
  return [
    db.run(sql`delete from ${restoreRows} where restore_id in (select id from ${restores} where ${old})`),
    db.run(sql`delete from ${restores} where ${old}`),
  ];
};
