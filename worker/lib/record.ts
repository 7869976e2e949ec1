import { and, getTableColumns, type SQL, sql } from "drizzle-orm";
import type {
  SQLiteColumn,
  SQLiteInsertValue,
  SQLiteTable,
  SQLiteUpdateSetSource,
} from "drizzle-orm/sqlite-core";
import { announceTo } from "./announcements.ts";
import type { Context } from "./context.ts";
import { readBatch, type Statement } from "./db/client.ts";
import { AppError, errors } from "./errors.ts";
import { Changed, type Guard, guard, newest, once, type Refusal, retrying, write } from "./guard.ts";
import { named } from "./named.ts";
import { notify } from "./notify.ts";
import type { Id, Options, Other, Part, Plan, RecordKind, RecordTable } from "./record-kind.ts";

/** SQL condition: a row of a table still has the version that was read. */
export const hasVersion = (
  table: SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn },
  { id, version }: { id: number; version: number },
): SQL => sql`(select ${table.version} from ${table} where ${table.id} = ${id}) = ${version}`;

/**
 * Makes the verbs of a kind of record. Each writes one batch: the change, history, audit entries, notices and guards, all
 * or nothing. An edit based on an older version is refused with 409 `stale_version` and the current record; an edit
 * without a version applies to the current record. A record is a row of one table, or the root of rows of several
 * tables (`parts`, `join`) that change only with it.
 */
export function record<
  Table extends RecordTable,
  Read extends object,
  Answer,
  Row extends { id: Id; version: number } = Read & { id: Id; version: number },
  History = never,
  Action extends string = string,
  Identity extends object = { id: number },
>(kind: RecordKind<Table, Read, Row, Answer, History, Action, Identity>) {
  const { table, select, present, nameOf } = kind;
  const columns: Record<string, SQLiteColumn> = getTableColumns(table);
  const by = kind.by ?? table.id ?? sql`id`;

  const identityOf = (context: Context, row: Row) => kind.identity?.(row, context) ?? { id: row.id };

  /** SQL condition: a row of the table is the record's. */
  const isRow = (context: Context, row: Row): SQL =>
    and(
      ...Object.entries(identityOf(context, row)).map(([name, value]) => sql`${columns[name]} = ${value}`),
    ) as SQL;

  /** The statements that read one record, by its id or SQL for it; `rowOf` makes the record of their results. */
  const reading = (context: Context, id: Id | SQL, isOwn?: boolean): [Statement, ...Statement[]] => [
    select(context, sql`${by} = ${id}`, isOwn),
    ...(kind.parts?.(context, id) ?? []),
  ];

  function rowOf([found, ...parts]: readonly unknown[]): Row | undefined {
    const [read] = found as Read[];
    return read && (kind.join ? kind.join(read, parts) : (read as unknown as Row));
  }

  const findOne = async (context: Context, id: Id | SQL, isOwn?: boolean) =>
    rowOf(await readBatch(context.db, reading(context, id, isOwn)));

  const findAnswer = async (context: Context, id: SQL) => {
    const row = await findOne(context, id);
    return row && present(row, context);
  };

  /** The record for a problem document, through the schema of its answers. */
  const current = (context: Context, row: Row) => ({
    current: named(kind.answers, present(row, context)),
  });

  const staleError = (context: Context, row: Row): AppError =>
    errors.stale_version({ name: nameOf(row, context) }, current(context, row));

  /** A refusal with 409 of a change of the record: it says the current record, where that is what the route answers. */
  function conflictOf(context: Context, row: Row, error: unknown, isUnanswered: boolean): unknown {
    if (!(error instanceof AppError) || error.entry.status !== 409) return error;
    const { code, entry, parameters, extra } = error;
    const { current: _, ...rest } = extra;
    return new AppError(
      code,
      entry,
      parameters,
      isUnanswered ? rest : { ...current(context, row), ...extra },
    );
  }

  /** The guard for a condition that the record, or a part of it, has not changed since it was read. */
  const guardRead = (context: Context, row: Row, condition: SQL): Guard => ({
    condition,
    async error() {
      const now = await findOne(context, row.id);
      return new Changed(
        now ? staleError(context, now) : errors.stale_version({ name: nameOf(row, context) }),
      );
    },
  });

  /** SQL condition: the record has the version that was read; 0 stands for a record that is not stored. */
  const isUnchanged = (context: Context, row: Row): SQL =>
    sql`coalesce((select ${table.version ?? sql`1`} from ${table} where ${isRow(context, row)}), 0) = ${row.version}`;

  /** The guard that a record has the version that was read. */
  const guardVersion = (context: Context, row: Row): Guard =>
    guardRead(context, row, isUnchanged(context, row));

  /** Refuses an edit of an older version than `known`, the record's own by default. @throws AppError stale_version */
  function assertVersion(context: Context, row: Row, version?: number, known: number = row.version): void {
    if (version !== undefined && version !== known) throw staleError(context, row);
  }

  /** @throws AppError not_found */
  async function get(context: Context, id: Id | SQL): Promise<Answer> {
    const row = await findOne(context, id);
    if (!row) throw errors.not_found();
    return present(row, context);
  }

  type EditPlan = Plan<Table, History, Action>;
  type Removal = Pick<EditPlan, "checkBefore" | "audit" | "notices" | "announcements" | "writeAfter">;
  type Creation = Omit<EditPlan, "set" | "keepsVersion" | "writeAfter" | "unchanged"> & {
    values: SQLiteInsertValue<Table>;
    name: string;
    /** The record's id is not known yet. */
    writeAfter?: (id: SQL) => readonly Statement[];
    /** Errors for broken unique indexes, by `table.column` or index name. */
    taken?: Record<string, Refusal>;
  };
  /** Sets every column that a new row needs. */
  type StoringPlan = EditPlan & {
    set: Omit<SQLiteInsertValue<Table>, keyof Identity | "version" | "updatedAt">;
  };

  /** The statement that stores the columns of a plan. A record of version 0 has no row yet. */
  function store(context: Context, row: Row, { set, keepsVersion }: EditPlan): Statement[] {
    if (!set) return [];
    const { db, now } = context;
    // drizzle leaves out a version or time that the table has no column for.
    const updatedAt = now.toISOString();
    if (row.version === 0)
      return [
        db
          .insert(table)
          .values({ ...identityOf(context, row), ...set, updatedAt } as SQLiteInsertValue<Table>),
      ];
    const next = keepsVersion ? {} : { updatedAt, version: sql`${table.version} + 1` };
    const values = { ...set, ...next } as SQLiteUpdateSetSource<Table>;
    return [db.update(table).set(values).where(isRow(context, row))];
  }

  function recorded(
    context: Context,
    id: Id | SQL,
    name: string,
    { history = [], audit, notices = [], announcements = [], writeAfter = [] }: Omit<EditPlan, "set">,
  ): Statement[] {
    const number = typeof id === "string" ? null : id;
    return [
      ...history.flatMap((entry) => (number === null ? [] : (kind.history?.(context, number, entry) ?? []))),
      ...audit.map((entry) => kind.audit.write(context, { entity: { id: number, name }, ...entry })),
      ...notices.flatMap((entry) => notify(context, entry)),
      ...announcements.flatMap((entry) => announceTo(context, { id, ...entry })),
      ...writeAfter,
    ];
  }

  /** The statements of a planned change: the change itself, history and audit. */
  const steps = (context: Context, row: Row, plan: EditPlan): Statement[] => [
    ...(plan.writeBefore ?? []),
    ...store(context, row, plan),
    ...recorded(context, row.id, nameOf(row, context), plan),
  ];

  /** The planned change of a record as a part of another record's plan: both are written, or neither. */
  const part = (context: Context, row: Row, plan: EditPlan): Part => ({
    unchanged: [isUnchanged(context, row), ...(plan.unchanged ?? [])],
    checkBefore: plan.checkBefore ?? [],
    change: steps(context, row, plan),
    checkAfter: plan.checkAfter ?? [],
  });

  /**
   * Edits a record and returns it. `make` plans the change from the record that was read, null for none; it is called
   * again where the record changed before the plan was written.
   * @throws AppError not_found, stale_version, and what the plan requires; those of status 409 with the current record
   */
  async function edit(
    context: Context,
    id: Id | SQL,
    version: number | undefined,
    make: (row: Row, more: readonly unknown[]) => EditPlan | null | Promise<EditPlan | null>,
    { more = [], adds, isUnanswered = false }: Options = {},
  ): Promise<Answer> {
    let read: Row | undefined;
    const attempt = async (isFirst: readonly Guard[], key: readonly Statement[]) => {
      const statements = reading(context, id);
      const results: unknown[] = await readBatch(context.db, [...statements, ...more]);
      const row = rowOf(results);
      read = row;
      if (!row) throw errors.not_found();
      assertVersion(context, row, version);
      const plan = await make(row, results.slice(statements.length));
      if (!plan) return present(row, context);
      const { unchanged, checkBefore, change, checkAfter } = part(context, row, plan);
      const guards = [...isFirst, ...unchanged.map((each) => guardRead(context, row, each)), ...checkBefore];
      // The same statements again, unless the plan may change what an expression for the id stands for.
      const after = typeof id === "object" ? reading(context, row.id) : statements;
      const written = await write(context.db, [...guards, ...change, ...key, ...checkAfter, ...after]);
      return present(rowOf(written.slice(-after.length)) ?? row, context);
    };
    const find = (added: SQL) => findAnswer(context, sql`iif(${added} is null, null, ${id})`);
    return once(context, adds, attempt, find, typeof id === "object" ? undefined : id).catch((error) => {
      throw read ? conflictOf(context, read, error, isUnanswered) : error;
    });
  }

  /** Edits a record that may not be stored yet: it is read as version 0 then (see `edit`). */
  const upsert = (
    context: Context,
    id: Id | SQL,
    version: number | undefined,
    make: (row: Row, more: readonly unknown[]) => StoringPlan | null,
    options?: Options,
  ): Promise<Answer> => edit(context, id, version, make, options);

  /**
   * Edits a record together with one of another kind that belongs to it, each at its version, and returns the first.
   * @param make plans both changes, null for no change of the other; the other record is undefined where it is missing
   * @throws AppError as `edit` does: stale_version of either names the first, which is the one that is answered
   */
  const editBoth = <OtherRow extends { version: number }, OtherPlan>(
    context: Context,
    [id, version]: readonly [id: Id | SQL, version?: number | undefined],
    other: Other<OtherRow, OtherPlan>,
    [otherId, otherVersion]: readonly [id: Id | SQL, version?: number | undefined],
    make: (row: Row, otherRow: OtherRow | undefined) => readonly [EditPlan, OtherPlan | null],
  ): Promise<Answer> =>
    edit(
      context,
      id,
      version,
      (row, results) => {
        const otherRow = other.rowOf(results);
        const isStale = otherRow && otherVersion !== undefined && otherRow.version !== otherVersion;
        if (isStale) throw staleError(context, row);
        const [plan, otherPlan] = make(row, otherRow);
        if (!otherRow || !otherPlan) return plan;
        const { unchanged, checkBefore, change, checkAfter } = other.part(context, otherRow, otherPlan);
        return {
          ...plan,
          unchanged: [...(plan.unchanged ?? []), ...unchanged],
          checkBefore: [...checkBefore, ...(plan.checkBefore ?? [])],
          writeAfter: [...(plan.writeAfter ?? []), ...change],
          checkAfter: [...(plan.checkAfter ?? []), ...checkAfter],
        };
      },
      { more: other.reading(context, otherId) },
    );

  /**
   * Creates a record and returns it, or the one that an earlier request with the user's idempotency key created, as it is.
   * @param make the plan, or a function that reads what the plan depends on; it is called again where that changed
   *   before the plan was written
   * @throws AppError what the plan requires; not_found for a repeated request whose record the user may no longer see
   */
  const create = (context: Context, make: Creation | (() => Promise<Creation>)): Promise<Answer> =>
    once(
      context,
      table,
      async (isFirst, key) => {
        const plan = typeof make === "function" ? await make() : make;
        const id = newest(table);
        const after = reading(context, id, true);
        const results = await write(
          context.db,
          [
            ...isFirst,
            ...(plan.checkBefore ?? []),
            ...(plan.writeBefore ?? []),
            context.db.insert(table).values(plan.values as never),
            ...key,
            ...recorded(context, id, plan.name, { ...plan, writeAfter: plan.writeAfter?.(id) ?? [] }),
            ...(plan.checkAfter ?? []),
            ...after,
          ],
          plan.taken,
        );
        return present(rowOf(results.slice(-after.length)) as Row, context);
      },
      (added) => findAnswer(context, added),
    );

  /** Removes a record of any version, as `edit` changes one. @throws AppError not_found, and what the plan requires */
  const remove = (
    context: Context,
    id: Id | SQL,
    make: (row: Row) => Removal | Promise<Removal>,
  ): Promise<void> =>
    retrying(async () => {
      const row = await findOne(context, id);
      if (!row) throw errors.not_found();
      const { checkBefore = [], ...plan } = await make(row);
      const where = isRow(context, row);
      await write(context.db, [
        guard(sql`exists (select 1 from ${table} where ${where})`, errors.not_found()),
        ...checkBefore,
        context.db.delete(table).where(where),
        ...recorded(context, row.id, nameOf(row, context), plan),
      ]);
    });

  return {
    ...{ find: select, get, present, current, reading, rowOf },
    ...{ create, edit, upsert, editBoth, remove, steps, part },
    ...{ assertVersion, isUnchanged, guardRead, guardVersion },
  };
}
