import { DatabaseSync } from "node:sqlite";
import type { Migration } from "./migrations.ts";

/** The first migration that has to leave the version before it running. */
const FIRST = "0043";

/** Dropped while the version before still reads them: its search fails from the migration until the new worker runs. */
const EXCEPTED: Record<string, string> = {
  prospect_search: "Upkeep of the full-text index costs too many written rows to stay for one more version.",
  member_search: "As prospect_search.",
};

type Table = { columns: Map<string, { needsValue: boolean; isNotNull: boolean }>; rules: Set<string> };

const plain = (sql: string) => sql.replace(/[\s`"]+/g, " ").trim();

/** The conditions in a table's SQL, each from CHECK to the parenthesis that closes it. */
function checksIn(sql: string): string[] {
  return [...sql.matchAll(/\bCHECK\s*\(/gi)].map(({ index, 0: { length } }) => {
    let end = index + length;
    for (let depth = 1; depth > 0 && end < sql.length; end += 1)
      depth += sql[end] === "(" ? 1 : sql[end] === ")" ? -1 : 0;
    return plain(sql.slice(index, end));
  });
}

/** The tables as a version of the product knows them. */
function readTables(database: DatabaseSync): Map<string, Table> {
  const read = (sql: string, ...values: string[]) => database.prepare(sql).all(...values);
  const tables = read(
    "select name from pragma_table_list where schema = 'main' and type <> 'shadow' and name not glob 'sqlite_*' order by name",
  );
  return new Map(
    tables.map((each): [string, Table] => {
      const name = String(each["name"]);
      const columns = read("select * from pragma_table_xinfo(?)", name).map(
        ({ name, notnull, dflt_value, hidden, pk }) => {
          const isNotNull = notnull === 1 && hidden === 0;
          return [String(name), { isNotNull, needsValue: isNotNull && dflt_value === null && !pk }] as const;
        },
      );
      const [{ sql = "" } = {}] = read("select sql from sqlite_master where name = ?", name);
      const unique = read(
        `select coalesce(substr(m.sql, instr(lower(m.sql), ' on ')), (select group_concat(name) from pragma_index_info(i.name))) as sql
          from pragma_index_list(?) i left join sqlite_master m on m.name = i.name where i."unique"`,
        name,
      ).map(({ sql }) => `UNIQUE ${plain(String(sql))}`);
      const keys = read("select * from pragma_foreign_key_list(?)", name).map(
        ({ from, table }) => `FOREIGN KEY ${from} of ${table}`,
      );
      return [
        name,
        { columns: new Map(columns), rules: new Set([...checksIn(String(sql)), ...unique, ...keys]) },
      ];
    }),
  );
}

/** Returns what a migration drops or newly demands, by its subject: a table, or `table.column`. */
function findBreaks(before: Map<string, Table>, after: Map<string, Table>): [about: string, fault: string][] {
  return [...before].flatMap(([name, { columns, rules }]): [string, string][] => {
    const now = after.get(name);
    if (!now) return [[name, "is dropped or renamed"]];
    const gone = [...columns.keys()].filter((column) => !now.columns.has(column));
    const asked = [...now.columns].filter(([column, { needsValue, isNotNull }]) => {
      const known = columns.get(column);
      return (needsValue && !known?.needsValue) || (isNotNull && known?.isNotNull === false);
    });
    const added = [...now.rules].filter((rule) => !rules.has(rule) && !isOfNew(rule, columns, now));
    return [
      ...gone.map((column): [string, string] => [`${name}.${column}`, "is dropped or renamed"]),
      ...asked.map(([column]): [string, string] => [`${name}.${column}`, "has to be given a value"]),
      ...added.map((rule): [string, string] => [name, `gets ${rule}`]),
    ];
  });
}

/** Whether a rule is a foreign key of a column that the migration adds: what writes without the column keeps to it. */
const isOfNew = (rule: string, columns: Table["columns"], now: Table) =>
  [...now.columns.keys()].some((each) => !columns.has(each) && rule.startsWith(`FOREIGN KEY ${each} of `));

/** Returns what a migration's comments name as unused: `-- unused since 0041: contracts.assigned_to, ship_aliases`. */
function readUnused({ sql, number }: Migration, known: readonly string[]): Set<string> {
  const notes = [...sql.matchAll(/--\s*unused since (\d{4}): *(.*)$/gim)].filter(
    ([, since = ""]) => since < number && known.includes(since),
  );
  return new Set(notes.flatMap(([, , names = ""]) => names.split(/[,\s]+/)));
}

/** Returns a line for each change by which a migration fails the version before it. */
export function findNotAdditive(migrations: readonly Migration[]): string[] {
  using database = new DatabaseSync(":memory:");
  const numbers = migrations.map(({ number }) => number);
  return migrations.flatMap((migration) => {
    if (migration.number < FIRST) {
      database.exec(migration.sql);
      return [];
    }
    const before = readTables(database);
    database.exec(migration.sql);
    const unused = readUnused(migration, numbers);
    return findBreaks(before, readTables(database))
      .filter(([about]) => !unused.has(about) && !Object.hasOwn(EXCEPTED, about))
      .map(([about, fault]) => `migrations/${migration.name}.sql: ${about} ${fault}`);
  });
}
