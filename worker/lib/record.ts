import { eq, getTableName, type SQL, sql } from "drizzle-orm";
import type {
  SQLiteColumn,
  SQLiteInsertValue,
  SQLiteTable,
  SQLiteUpdateSetSource,
} from "drizzle-orm/sqlite-core";
import type { $ZodType } from "zod/v4/core";
import type { Audit, AuditEntry } from "./audit.ts";
import type { Context } from "./context.ts";
import type { Statement } from "./db/client.ts";
import { idempotencyKeys, recordOfKey } from "./db/idempotency.table.ts";
import { type AppError, errors } from "./errors.ts";
import { type Guard, guard, write } from "./guard.ts";
import { named } from "./named.ts";

type RecordTable = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn; updatedAt: SQLiteColumn };

/** How a kind of record is read, shown and recorded. */
export type RecordKind<Table extends RecordTable, Row, Answer, History, Action extends string> = {
  table: Table;
  /**
   * The query for the records that `which` names and that the actor may see; a row that is left out is missing.
   * With `isOwn` the actor has just created the record and is answered with it in any case.
   */
  select: (context: Context, which: SQL, isOwn?: boolean) => Statement & PromiseLike<Row[]>;
  /** Names what leaves of the record, also where an edit is refused with the record as it is. */
  answers: $ZodType<unknown, Answer>;
  /** The record as its reader gets it. */
  present: (row: Row, context: Context) => Answer;
  nameOf: (row: Row) => string;
  audit: Audit<Action>;
  /** The statement that adds an entry to the record's history. */
  history?: (context: Context, id: number | SQL, entry: History) => Statement;
};

/** What an edit writes, in one batch. Audit entries are about the record unless they name another. */
export type Plan<Table extends RecordTable, History, Action extends string> = {
  set?: SQLiteUpdateSetSource<Table>;
  /** Leaves `version` and `updatedAt` as they are, so that edits based on them stay valid: a file's new name. */
  keepsVersion?: boolean;
  history?: readonly History[];
  audit: readonly AuditEntry<Action>[];
  /** Statements of other tables that belong to the change. */
  also?: readonly Statement[];
  /** What must hold before the change is written. */
  require?: readonly Guard[];
  /** What must hold when all of it is written. */
  ensure?: readonly Guard[];
};

/** How often an edit without a version is planned anew because the record changed meanwhile. */
const TRIES = 3;

/**
 * The one way to read, create, edit and remove a kind of record: a batch for the change, its history, its audit
 * entries and what must hold, all or nothing. An edit of an older version than the record's is refused with 409
 * `stale_version` and the record as it is; an edit without a version applies to the record as it is.
 */
export function record<
  Table extends RecordTable,
  Row extends { id: number; version: number },
  Answer,
  History = never,
  Action extends string = string,
>(kind: RecordKind<Table, Row, Answer, History, Action>) {
  const { table, select, present, nameOf } = kind;
  type EditPlan = Plan<Table, History, Action>;
  type Removal = Pick<EditPlan, "require" | "audit" | "also">;
  type Creation = Pick<EditPlan, "require" | "history" | "audit" | "ensure"> & {
    values: SQLiteInsertValue<Table>;
    name: string;
    /** Statements of what the record belongs to, written before it. */
    before?: readonly Statement[];
    /** The record's id is not known yet. */
    also?: (id: SQL) => readonly Statement[];
    /** Errors for broken unique indexes, by `table.column` or index name. */
    taken?: Record<string, AppError>;
  };

  /** Reads one record, by its id or SQL for it. @throws AppError not_found */
  async function findOne(context: Context, id: number | SQL): Promise<Row> {
    const [row] = await select(context, eq(table.id, id));
    if (!row) throw errors.not_found();
    return row;
  }

  const staleError = (context: Context, row: Row) =>
    errors.stale_version({ name: nameOf(row) }, { current: named(kind.answers, present(row, context)) });

  /** The guard that a record is still as it was read. */
  const atVersion = ({ id, version }: Row, error: AppError): Guard =>
    guard(sql`(select ${table.version} from ${table} where ${table.id} = ${id}) = ${version}`, error);

  /** The statements of a planned change: the change itself, history and audit. */
  function steps(context: Context, row: Row, plan: EditPlan): Statement[] {
    const { db, now } = context;
    const next = { updatedAt: now.toISOString(), version: sql`${table.version} + 1` };
    const set = { ...plan.set, ...(plan.keepsVersion ? {} : next) } as SQLiteUpdateSetSource<Table>;
    return [
      ...(plan.set ? [db.update(table).set(set).where(eq(table.id, row.id))] : []),
      ...recorded(context, row.id, nameOf(row), plan),
    ];
  }

  function recorded(
    context: Context,
    id: number | SQL,
    name: string,
    { history = [], audit, also = [] }: Pick<EditPlan, "history" | "audit" | "also">,
  ): Statement[] {
    return [
      ...history.flatMap((entry) => kind.history?.(context, id, entry) ?? []),
      ...audit.map((entry) => kind.audit.write(context, { entity: { id, name }, ...entry })),
      ...also,
    ];
  }

  /** @throws AppError not_found */
  const get = async (context: Context, id: number | SQL): Promise<Answer> =>
    present(await findOne(context, id), context);

  /**
   * Edits a record as `make` plans it from the record as it was read, null for no change, and answers it.
   * @throws AppError not_found, stale_version, and what the plan requires
   */
  async function edit(
    context: Context,
    id: number | SQL,
    version: number | undefined,
    make: (row: Row) => EditPlan | null | Promise<EditPlan | null>,
  ): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const row = await findOne(context, id);
      if (version !== undefined && version !== row.version) throw staleError(context, row);
      const plan = await make(row);
      if (!plan) return present(row, context);
      const changed = errors.stale_version({ name: nameOf(row) });
      try {
        const { require = [], ensure = [] } = plan;
        const change = [...require, ...steps(context, row, plan), ...ensure];
        const all = [atVersion(row, changed), ...change, select(context, eq(table.id, row.id))];
        const [after] = (await write(context.db, all)).at(-1) as Row[];
        return present(after ?? row, context);
      } catch (error) {
        if (error !== changed) throw error;
        if (version !== undefined || tries === TRIES) throw staleError(context, await findOne(context, id));
      }
    }
  }

  /**
   * Creates a record and answers it, or the one that the same user's idempotency key created before.
   * @throws AppError what the plan requires
   */
  async function create(context: Context, plan: Creation): Promise<Answer> {
    const { db, actor, now, idempotencyKey } = context;
    const { userId } = actor;
    const isRepeatable = idempotencyKey && userId !== null;
    const key = isRepeatable ? { userId, key: `${getTableName(table)}:${idempotencyKey}` } : null;
    // Ids only grow and a batch is one transaction: the highest is the new one.
    const newest = sql`(select max(${table.id}) from ${table})`;
    const createdAt = now.toISOString();
    const all = [
      ...(plan.require ?? []),
      ...(plan.before ?? []),
      db.insert(table).values(plan.values as never),
      ...(key ? [db.insert(idempotencyKeys).values({ ...key, recordId: newest, createdAt })] : []),
      ...recorded(context, newest, plan.name, { ...plan, also: plan.also?.(newest) ?? [] }),
      ...(plan.ensure ?? []),
      select(context, sql`${table.id} = ${newest}`, true),
    ];
    const taken = { ...plan.taken, idempotency_keys: errors.not_found() };
    try {
      const [row] = (await write(db, all, taken)).at(-1) as [Row];
      return present(row, context);
    } catch (error) {
      // Whatever refused the repeated request: the first one did what it asks for.
      const [row] = key ? await select(context, sql`${table.id} = ${recordOfKey(key)}`, true) : [];
      if (!row) throw error;
      return present(row, context);
    }
  }

  /** Removes a record, whatever its version. @throws AppError not_found, and what the plan requires */
  async function remove(
    context: Context,
    id: number | SQL,
    make: (row: Row) => Removal | Promise<Removal>,
  ): Promise<void> {
    const row = await findOne(context, id);
    const { require = [], ...plan } = await make(row);
    await write(context.db, [
      guard(sql`exists (select 1 from ${table} where ${table.id} = ${row.id})`, errors.not_found()),
      ...require,
      context.db.delete(table).where(eq(table.id, row.id)),
      ...recorded(context, row.id, nameOf(row), plan),
    ]);
  }

  return { find: select, get, create, edit, remove, steps, atVersion };
}
