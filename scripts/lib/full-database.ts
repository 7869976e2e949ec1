import { createHash } from "node:crypto";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Migration } from "./migrations.ts";

/** Rows that a table gets each time: with all columns set, with only those that must be, and two mixtures. */
const ROWS = 4;

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };
type Reference = { id: number; table: string; from: string; to: string | null };
type Table = { name: string; columns: Column[]; references: Reference[] };

/** Values of columns that cannot be told from the schema and the migrations, by table and column. */
type Overrides = Record<string, Record<string, readonly SQLInputValue[]>>;

const quoted = (name: string) => `"${name}"`;

/** The ordinary tables of a database, with the columns that can be written, those that others refer to first. */
function tablesOf(database: DatabaseSync): Table[] {
  const read = <Row>(sql: string, ...values: string[]) => database.prepare(sql).all(...values) as Row[];
  const names = read<{ name: string }>(
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not glob 'sqlite_*'",
  );
  const tables = new Map(
    names.map(({ name }) => {
      const columns = read<Column>("select * from pragma_table_xinfo(?) where hidden = 0", name);
      const references = read<Reference>("select * from pragma_foreign_key_list(?)", name);
      return [name, { name, columns, references }];
    }),
  );
  const ordered = new Set<Table>();
  const visit = (table: Table | undefined, below: readonly Table[]) => {
    if (!table || ordered.has(table) || below.includes(table)) return;
    for (const each of table.references) visit(tables.get(each.table), [...below, table]);
    ordered.add(table);
  };
  for (const table of tables.values()) visit(table, []);
  return [...ordered];
}

/** Words that the migrations compare columns with or give them by default, and columns that they read as JSON. */
function readHints(migrations: readonly Migration[]) {
  const sql = migrations.map((each) => each.sql).join("\n");
  const words = new Map<string, string[]>();
  const add = (column: string, list: string) => {
    const found = [...list.matchAll(/'([^']*)'/g)].map(([, word = ""]) => word);
    words.set(column, [...new Set([...(words.get(column) ?? []), ...found])]);
  };
  for (const [, column = "", list = ""] of sql.matchAll(
    /(\w+)[`"]?(?: text DEFAULT|\s*(?:<>|=|\bIS(?: NOT)?|\b(?:NOT )?IN)(?=\W))\s*('[^']*'|\((?:\s*'[^']*',?)+\))/gi,
  ))
    add(column, list);
  const json = [...sql.matchAll(/\bjson_(?!group|object|quote)\w+\((?:\w+\.)?(\w+)|(\w+) ->/g)];
  return { words, json: new Set(json.map(([, argument, before]) => argument ?? before ?? "")) };
}

/**
 * Returns what fills every table of a database with rows that its schema allows: each call adds up to four to each, or as many
 * as unique columns leave room for. Values are those that the migrations look for, and otherwise like no other.
 * @returns the tables into which no row would go, with the last error
 */
export function filler(database: DatabaseSync, migrations: readonly Migration[], overrides: Overrides) {
  const { words, json } = readHints(migrations);
  let serial = 0;

  const chooseValue = (
    table: string,
    { name, type }: Column,
    row: number,
    isFirst: boolean,
  ): SQLInputValue => {
    serial += 1;
    const given = overrides[table]?.[name];
    if (given) return given[row % given.length] ?? null;
    if (/^(is|has|in|gives)_/.test(name)) return row % 2;
    if (/int|real|num/i.test(type)) return serial;
    if (/blob/i.test(type)) return new Uint8Array([serial % 256]);
    if (json.has(name)) return JSON.stringify({ id: serial });
    if (/_hash$/.test(name)) return createHash("sha256").update(String(serial)).digest("hex");
    if (/(_at|_until|_since|deadline|day|hour)$/.test(name))
      return new Date(Date.UTC(2026, 0, 1) + serial * 60_000).toISOString();
    const known = isFirst ? (words.get(name) ?? []) : [];
    return known[serial % (known.length + 1)] ?? `${name} ${serial}`;
  };

  /**
   * What the columns of foreign keys hold in a row: the key of one of the newest rows that they refer to, or, in a row that is
   * the first organization's, of that.
   */
  const keysOf = ({ references }: Table, row: number, isFirst: boolean) => {
    const keys = Map.groupBy(references, ({ id }) => id);
    const longestLast = [...keys.values()].sort((one, other) => one.length - other.length);
    const pairs = longestLast.flatMap((key) => {
      const columns = key.map(({ to }) => quoted(to ?? "id"));
      const table = key[0]?.table ?? "";
      const isOldest = isFirst && table === "organizations";
      const order = columns.map((column) => `${column} ${isOldest ? "asc" : "desc"}`);
      const parents = database
        .prepare(`select ${columns} from ${quoted(table)} order by ${order} limit ?`)
        .all(isOldest ? 1 : ROWS);
      const parent = parents[row % parents.length] ?? {};
      return key.map(({ from, to }) => [from, parent[to ?? "id"] ?? null] as const);
    });
    return new Map<string, SQLInputValue>(pairs);
  };

  const rowOf = (table: Table, row: number, isFirst: boolean) => {
    const keys = keysOf(table, row, isFirst);
    const isSingle = table.columns.filter(({ pk }) => pk).length === 1;
    return table.columns.flatMap((column, at): [string, SQLInputValue][] => {
      const { name, type, pk, notnull, dflt_value } = column;
      if (pk && isSingle && /^integer$/i.test(type) && !keys.has(name)) return [];
      const isLeftOut = row === 1 || (row > 1 && (row + at) % 2 === 0);
      if (isLeftOut && dflt_value !== null) return [];
      if (isLeftOut && !notnull && !pk && !overrides[table.name]?.[name]) return [[name, null]];
      return [
        [name, keys.has(name) ? (keys.get(name) ?? null) : chooseValue(table.name, column, row, isFirst)],
      ];
    });
  };

  /** @returns null, or why the database takes no such row */
  const insert = (table: Table, row: number, isFirst: boolean): string | null => {
    const values = rowOf(table, row, isFirst);
    const names = values.map(([column]) => quoted(column));
    try {
      database
        .prepare(`insert into ${quoted(table.name)} (${names}) values (${names.map(() => "?")})`)
        .run(...values.map(([, value]) => value));
      return null;
    } catch (error) {
      return String(error);
    }
  };

  return function fill(): string[] {
    return tablesOf(database).flatMap((table) => {
      let refused: string | null = "";
      // A table may have one row for each organization, or one for each word.
      for (let row = 0; row < ROWS; row += 1) refused = insert(table, row, true) && insert(table, row, false);
      const { rows } = database.prepare(`select count(*) as rows from ${quoted(table.name)}`).get() ?? {};
      return Number(rows) < 2 ? [`${table.name}: ${refused}`] : [];
    });
  };
}

/** Every row of every ordinary table, without generated columns. */
type Snapshot = Map<string, { columns: string[]; rows: Record<string, unknown>[] }>;

export const readAll = (database: DatabaseSync): Snapshot =>
  new Map(
    tablesOf(database).map(({ name, columns }) => {
      const names = columns.map((column) => column.name);
      return [
        name,
        { columns: names, rows: database.prepare(`select ${names.map(quoted)} from ${quoted(name)}`).all() },
      ];
    }),
  );

/** Columns that no row has set, and optional ones that every row has set. */
export const findSparse = (database: DatabaseSync): string[] =>
  tablesOf(database).flatMap(({ name: table, columns }) =>
    columns
      .filter(({ name, notnull, pk }) => {
        const sql = `select count(${quoted(name)}) as present, count(*) as rows from ${quoted(table)}`;
        const { present, rows } = database.prepare(sql).get() ?? {};
        return present === 0 || (present === rows && !notnull && !pk);
      })
      .map(({ name }) => `${table}.${name}`),
  );

/** The rows of a table as texts with how often each is there, of the given columns alone. */
function countOf(rows: readonly Record<string, unknown>[], columns: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = JSON.stringify(columns.map((column) => row[column]));
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

const countLost = (before: Map<string, number>, after: Map<string, number>) =>
  [...before].reduce((lost, [text, count]) => lost + Math.max(0, count - (after.get(text) ?? 0)), 0);

/**
 * Returns what a migration took from the rows that there were: `members` for a table that is no longer there or has fewer rows, and
 * `members.status` for a column whose values are others. Columns that are no longer there are the migration's own affair.
 */
export function findLost(before: Snapshot, after: Snapshot): string[] {
  return [...before].flatMap(([table, { columns, rows }]) => {
    const now = after.get(table);
    if (!now || now.rows.length < rows.length) return [table];
    const kept = columns.filter((column) => now.columns.includes(column));
    const lost = (some: readonly string[]) => countLost(countOf(rows, some), countOf(now.rows, some));
    if (lost(kept) === 0) return [];
    const changed = kept.filter((column) => lost([column]) > 0);
    const unchanged = kept.filter((column) => !changed.includes(column));
    // Values that only changed places among the rows belong to no column alone.
    return lost(unchanged) > 0 || !changed.length
      ? [`${table}.*`]
      : changed.map((column) => `${table}.${column}`);
  });
}

/** The schema of a database, each entry without regard to white space, quotation marks and the order in which they were made. */
export const readSchema = (database: DatabaseSync): Record<string, string> =>
  Object.fromEntries(
    database
      .prepare("select type, name, sql from sqlite_master where name not glob 'sqlite_*' order by type, name")
      .all()
      .map(({ type, name, sql }) => [`${type} ${name}`, String(sql).replace(/[\s`"]+/g, " ")]),
  );
