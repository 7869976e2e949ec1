import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../lib/db/client.ts";
import { readBatch } from "../../../lib/db/client.ts";
import type { BackupRule } from "../../../lib/table-rules.ts";
import type { BackupSection } from "../backup.schema.ts";
import type { BackupPlan } from "../export.ts";
import { arrayOf } from "../row-text.ts";

/** A table that another table's rows reference, and the effect of deleting its rows. */
export type Parent = {
  table: string;
  /** Indexes of the referencing columns. */
  from: number[];
  /** Names of the referenced columns, and their indexes where the parent is in the backup. */
  to: string[];
  onDelete: string;
  /** Whether the reference may be null. */
  isOptional: boolean;
};

export type LaidTable = {
  name: string;
  section: BackupSection;
  isOf: BackupRule["isOf"];
  isBackedUp: SQL | undefined;
  isKept: boolean;
  /** The column with the time at which a restore inserted a row; not one of `columns`. */
  broughtAt: string | undefined;
  isTechnical: boolean;
  columns: string[];
  /** Indexes of columns that store whole numbers as reals: older documents lack the fraction. */
  reals: number[];
  /** The SQL value of each column that a document does not have. */
  defaults: string[];
  /** Indexes of the columns that a document must have. */
  needed: number[];
  /** Indexes of the primary key's columns. */
  key: number[];
  /** Whether SQLite reuses ids of deleted rows, for any organization; no row references them. */
  isNumberedAnew: boolean;
  /** Indexes of the columns that identify a row: with another value it is deleted and added, not edited. */
  identity: number[];
  parents: Parent[];
};

export type Layout = {
  /** The tables of a backup, each after those that its rows reference. */
  tables: LaidTable[];
  /** Triggers that would change restored rows, with the statements that create them. */
  triggers: { name: string; sql: string }[];
  /** The newest migration. */
  schema: string;
};

type ColumnRow = {
  table: string;
  name: string;
  type: string;
  key: number;
  isNeeded: 0 | 1;
  ifNone: string | null;
};
type ParentRow = { table: string; id: number; parent: string; from: string; to: string; onDelete: string };
type Made = { type: string; name: string; table: string; sql: string };

/** The tables that a trigger writes. */
const writtenBy = (trigger: string): string[] =>
  [...trigger.matchAll(/\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+["`]?(\w+)/gi)]
    .map(([, name = ""]) => name)
    .filter((name) => !/^(of|on|set)$/i.test(name));

/** Sorts tables so that each comes after its parents. */
function parentsFirst(tables: LaidTable[]): LaidTable[] {
  const placed = new Set<LaidTable>();
  const place = (table: LaidTable, above: readonly LaidTable[]) => {
    if (placed.has(table) || above.includes(table)) return;
    for (const { table: name } of table.parents) {
      const parent = tables.find((each) => each.name === name);
      if (parent) place(parent, [...above, table]);
    }
    placed.add(table);
  };
  for (const table of tables) place(table, []);
  return [...placed];
}

/** Reads the layout of a backup's tables in the database; one round trip. */
export async function readLayout(db: Db, { sections }: BackupPlan): Promise<Layout> {
  const rules = sections.flatMap(({ tables }) => tables);
  const names = JSON.stringify(rules.map(({ name }) => name));
  const each = sql`json_each(${names}) tables`;
  const [columns, parents, made, [newest]] = await readBatch(db, [
    db.all<ColumnRow>(sql`select tables.value as "table", info.name, info.type, info.pk as "key",
        info."notnull" as isNeeded, info.dflt_value as ifNone
      from ${each} cross join pragma_table_info(tables.value) info order by tables.key, info.cid`),
    db.all<ParentRow>(sql`select tables.value as "table", info.id, info."table" as parent, info."from", info."to",
        info.on_delete as onDelete
      from ${each} cross join pragma_foreign_key_list(tables.value) info order by tables.key, info.id, info.seq`),
    db.all<Made>(sql`select type, name, tbl_name as "table", sql from sqlite_master
      where type in ('trigger', 'index', 'table') and sql is not null and tbl_name in (select value from ${each})`),
    db.all<{ name: string }>(sql`select max(name) as name from d1_migrations`),
  ]);
  const uniques = made.filter(({ type, sql: text }) => type === "index" && /^create unique/i.test(text));
  const tables = rules.map((rule): LaidTable => {
    const { name, section, isOf, isBackedUp, isKept, broughtAt, isTechnical = false } = rule;
    const own = columns.filter((column) => column.table === name && column.name !== broughtAt);
    const at = (column: string) => own.findIndex((each) => each.name === column);
    const foreign = Object.groupBy(
      parents.filter(({ table }) => table === name),
      ({ id }) => id,
    );
    const isUnique = (column: string) =>
      uniques.some(({ table, sql: text }) => table === name && new RegExp(`\\b${column}\\b`).test(text));
    const laid = Object.values(foreign).flatMap((rows = []): Parent[] => {
      const [first] = rows;
      if (!first) return [];
      const { parent: table, onDelete } = first;
      const from = rows.map((row) => at(row.from));
      const isOptional = from.every((place) => own[place]?.isNeeded === 0 && own[place].key === 0);
      return [{ table, onDelete, from, isOptional, to: rows.map(({ to }) => to) }];
    });
    const cascading = laid.filter(({ onDelete }) => onDelete === "CASCADE").flatMap(({ from }) => from);
    const key = own
      .filter(({ key }) => key > 0)
      .toSorted((a, b) => a.key - b.key)
      .map((column) => at(column.name));
    const isNumber = key.length === 1 && own[key[0] ?? -1]?.name === "id";
    const isNamed =
      laid.some(({ from }) => from.join() === key.join()) || parents.some(({ parent }) => parent === name);
    const isCounted = made.some(
      ({ type, table, sql: text }) => type === "table" && table === name && /\bautoincrement\b/i.test(text),
    );
    const isIdentity = (column: string, place: number) =>
      column === "created_at" || isUnique(column) || cascading.includes(place);
    return {
      ...{ name, section, isOf, isBackedUp, isTechnical, isKept: isKept !== undefined, broughtAt, key },
      isNumberedAnew: isNumber && !isNamed && !isCounted,
      columns: own.map((column) => column.name),
      reals: own.flatMap(({ type }, place) => (/^real$/i.test(type) ? [place] : [])),
      needed: own.flatMap(({ key, isNeeded, ifNone }, place) =>
        key || (isNeeded && ifNone === null) ? [place] : [],
      ),
      defaults: own.map(({ ifNone }) => ifNone ?? "null"),
      identity: own.flatMap((column, place) =>
        column.key === 0 && isIdentity(column.name, place) ? [place] : [],
      ),
      parents: laid,
    };
  });
  const isRestored = (table: string) => rules.some(({ name }) => name === table);
  const triggers = made.filter(
    ({ type, sql: text }) =>
      type === "trigger" && (writtenBy(text).some(isRestored) || /\bRAISE\s*\(/i.test(text)),
  );
  return { tables: parentsFirst(tables), triggers, schema: newest?.name ?? "" };
}

/** SQL: the values of a row's key, as a JSON array. @param alias of the table */
export const keyText = ({ key, columns }: LaidTable, alias: string): SQL =>
  arrayOf(key.map((at) => sql.raw(`${alias}."${columns[at]}"`)));

/** SQL: the value at an index of a JSON array. */
export const cell = (array: string, at: number): SQL => sql.raw(`(${array} ->> ${at})`);
