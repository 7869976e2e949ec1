import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../../lib/context.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { decodeCursor, encodeCursor, type Page } from "../../../lib/page.ts";
import { invalidField } from "../../../lib/validation.ts";
import type { Language } from "../../../lib/wire.schema.ts";
import type { BackupPlan } from "../export.ts";
import { rowText } from "../row-text.ts";
import { hasKey } from "./compare.ts";
import { type LaidTable, readLayout } from "./layout.ts";
import type { RestoreRow, RowsQuery } from "./restore.schema.ts";
import { restoreRows } from "./restore.table.ts";
import { findRestore, SHOWN } from "./restore.ts";

/** Most characters of a shown value. */
const LONGEST = 60;
/** The order of changes in a list: losses first. */
const ORDER = ["goes", "changes", "replaces", "comes", "moves", "skipped"] as const;
/** The columns with a row's name, the best first. */
const NAMES = ["display_name", "title", "name", "username", "file_name", "setting_key", "entity_name"];
/** Columns whose values are secret or meaningless. */
const HIDDEN = /hash|token|secret|skeleton|credential|cipher|public_key|password|answers|content/;

type Row = { change: string; tableName: string; key: string; data: string };
type Values = (string | number | null)[];

const shown = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** The columns of a row that change, and their values where they are short and no secret. */
function fieldsOf({ columns }: LaidTable, before: Values, after: Values): RestoreRow["fields"] {
  return columns.flatMap((column, at) => {
    const values = [shown(before[at]), shown(after[at])] as const;
    if (values[0] === values[1]) return [];
    const isShown = !HIDDEN.test(column) && values.every((value) => (value ?? "").length <= LONGEST);
    const [was, is] = isShown ? values : [null, null];
    return [{ column, before: was, after: is }];
  });
}

/** The position before a page: place in the order of changes, table, and key of the row. */
type Position = [place: number, tableName: string, key: string];
const BEGINNING: Position = [0, "", ""];

/** Reads a cursor. @throws AppError invalid_input for an invalid one */
function positionOf(cursor: string, language: Language): Position {
  const text = String(decodeCursor(cursor, "string", language));
  try {
    const [place, tableName, key] = JSON.parse(text) as Position;
    const position: Position = [place, tableName, key];
    const isKnown = Number.isInteger(place) && typeof tableName === "string" && typeof key === "string";
    if (isKnown && JSON.stringify(position) === text) return position;
  } catch {}
  throw invalidField("cursor", language);
}

/** A plan with only some of its tables. */
const narrowed = ({ sections, ...rest }: BackupPlan, names: ReadonlySet<string>): BackupPlan => ({
  ...rest,
  sections: sections.map(({ key, tables }) => ({
    key,
    tables: tables.filter(({ name }) => names.has(name)),
  })),
});

/** The rows of a restore that differ, without technical ones, losses first, a page at a time. @throws AppError not_found, invalid_input */
export async function listRows(
  context: MemberContext,
  plan: BackupPlan,
  { id, change, cursor, limit }: ById<RowsQuery>,
): Promise<Page<RestoreRow>> {
  const { db, actor, language } = context;
  await findRestore(db, actor.organizationId, id);
  const wanted = ORDER.filter((each) => !change || SHOWN[each] === change);
  const [place, tableName, key] = cursor === undefined ? BEGINNING : positionOf(cursor, language);
  // Inlined as constants, because SQLite would read each row of a bound list for each change.
  const known = sql.raw(
    plan.sections
      .flatMap(({ tables }) => tables.flatMap(({ name, isTechnical }) => (isTechnical ? [] : `'${name}'`)))
      .join(", "),
  );
  const ofChange = (each: string, at: number): SQL => {
    const isAfter = at === place ? sql`and (table_name, key) > (${tableName}, ${key})` : sql``;
    return sql`select change, table_name as tableName, key, data from ${restoreRows}
      where restore_id = ${id} and change = ${each} and table_name in (${known})
        ${isAfter} order by table_name, key limit ${limit + 1}`;
  };
  const [first, ...more] = wanted.flatMap((each, at) =>
    at < place ? [] : [db.all<Row>(ofChange(each, at))],
  );
  const found = first ? (await readBatch(db, [first, ...more])).flat() : [];
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const { tables } = await readLayout(db, narrowed(plan, new Set(rows.map((row) => row.tableName))));
  const lives = await readLive(context, tables, id, rows);
  const items = rows.flatMap((row): RestoreRow[] => {
    const table = tables.find(({ name }) => name === row.tableName);
    if (!table) return [];
    const values = JSON.parse(row.data) as Values;
    const live = lives.get(`${row.tableName}${row.key}`);
    const name = NAMES.map((column) => shown(values[table.columns.indexOf(column)])).find(Boolean) ?? null;
    return [
      {
        id: `${row.tableName}:${row.key}`,
        change: SHOWN[row.change] ?? "skipped",
        section: table.section,
        table: table.name,
        name: name?.slice(0, 200) ?? null,
        fields: live && SHOWN[row.change] === "changes" ? fieldsOf(table, live, values) : [],
      },
    ];
  });
  const position = last && [wanted.indexOf(last.change as (typeof ORDER)[number]), last.tableName, last.key];
  return { items, next: position ? encodeCursor(JSON.stringify(position)) : null };
}

/** The stored values of rows that change, by table and key; one round trip. */
async function readLive(
  { db }: MemberContext,
  tables: readonly LaidTable[],
  id: number,
  rows: readonly Row[],
) {
  const changing = rows.filter((row) => SHOWN[row.change] === "changes");
  const queries = tables.flatMap((table) => {
    const keys = changing.filter(({ tableName }) => tableName === table.name).map(({ key }) => key);
    if (keys.length === 0) return [];
    const isWanted = and(eq(restoreRows.restoreId, id), eq(restoreRows.tableName, table.name));
    return db.all<{ name: string; key: string; data: string }>(sql`
      select ${table.name} as name, r.key, ${rowText(table.columns, "l")} as data
      from (select key from ${restoreRows} where ${isWanted} and key in (select value from json_each(${JSON.stringify(keys)}))) r
      cross join ${sql.raw(`"${table.name}"`)} l on ${hasKey(table)}`);
  });
  const [first, ...more] = queries;
  const found = first ? (await readBatch(db, [first, ...more])).flat() : [];
  return new Map(found.map(({ name, key, data }) => [`${name}${key}`, JSON.parse(data) as Values]));
}
