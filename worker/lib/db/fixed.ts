import { fillPlaceholders, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { type SelectedFieldsOrdered, SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Prepared, Session } from "./rows.ts";

type Config = Parameters<SQLiteAsyncDialect["buildSelectQuery"]>[0];

/** What `fixedSelect` keeps of a select: the text of its columns and of its tables. */
type Head = { selection: SQL; from: SQL; joins: number; fields: SelectedFieldsOrdered };
const heads = new WeakMap<object, Head>();

const headOf = (config: Config) => {
  const head = heads.get(config);
  return head?.joins === (config.joins?.length ?? 0) ? head : undefined;
};

class Dialect extends SQLiteAsyncDialect {
  override buildSelectQuery(config: Config): SQL {
    const head = headOf(config);
    if (!head) return super.buildSelectQuery(config);
    const { selection, from: table } = head;
    return super.buildSelectQuery({
      ...config,
      fieldsFlat: [{ path: [], field: selection }],
      table,
      joins: [],
    });
  }
}
/** drizzle's dialect, which puts a fixed select's text together once. */
export const dialect = new Dialect();

/** The text of a statement with its parameters, of rows `Row`. */
export type Bound<Row> = { text: string; values: unknown[]; row?: Row };

/**
 * Returns what binds a query's values. For what runs with every request: drizzle puts other queries together anew each time,
 * which is much of the CPU of a short answer.
 * @param make what differs from time to time is `sql.placeholder(name)` in it
 */
export function fixedQuery<Row>(make: () => SQL) {
  let made: { sql: string; params: unknown[] } | undefined;
  return (values: Readonly<Record<string, string | number>>): Bound<Row> => {
    made ??= dialect.sqlToQuery(make());
    return { text: made.sql, values: fillPlaceholders(made.params, values) };
  };
}

/** The rows of a query; one round trip. */
export const readRows = async <Row>(client: D1Database, { text, values }: Bound<Row>): Promise<Row[]> =>
  (
    await client
      .prepare(text)
      .bind(...values)
      .all<Row>()
  ).results;

/**
 * A function that begins a select, whose text up to its conditions drizzle puts together once.
 * @param make makes the same select each time, without conditions; its parameters stand in the text
 */
export function fixedSelect<Select>(
  make: (db: DrizzleD1Database) => Select,
): (db: DrizzleD1Database) => Select {
  let head: Head | undefined;
  return (db) => {
    const made = make(db);
    const { config, session, joinsNotNullableMap, _prepare } = made as unknown as {
      config: Config;
      session: Session;
      joinsNotNullableMap: Record<string, boolean>;
      _prepare: () => Prepared;
    };
    head ??= makeHead(config, _prepare.call(made).fields);
    heads.set(config, head);
    const prepare = () => {
      if (headOf(config) !== head || !head) return _prepare.call(made);
      const query = dialect.sqlToQuery((made as SQLWrapper).getSQL());
      return Object.assign(session.prepareQuery(query, head.fields, "all", true), { joinsNotNullableMap });
    };
    return Object.assign(made as object, { _prepare: prepare }) as Select;
  };
}

function makeHead({ fields, table, joins = [] }: Config, ordered: SelectedFieldsOrdered): Head {
  const textOf = (some?: SelectedFieldsOrdered) => {
    const select = dialect.buildSelectQuery({
      fields,
      ...(some && { fieldsFlat: some }),
      table,
      joins,
      setOperators: [],
    });
    return dialect.sqlToQuery(sql`${select}`.inlineParams()).sql;
  };
  const [all, whole] = ["select * from ", textOf()];
  const from = textOf([{ path: [], field: sql.raw("*") }]).slice(all.length);
  const selection = whole.slice("select ".length, -" from ".length - from.length);
  return { selection: sql.raw(selection), from: sql.raw(from), joins: joins.length, fields: ordered };
}
