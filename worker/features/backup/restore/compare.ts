import { type SQL, sql } from "drizzle-orm";
import { type Db, readBatch, type Statement } from "../../../lib/db/client.ts";
import { inBackups } from "../../../lib/table-rules.ts";
import { arrayOf, rowText } from "../row-text.ts";
import { cell, keyText, type LaidTable, type Layout, type Parent } from "./layout.ts";
import { restoreErrors } from "./restore.errors.ts";
import { restoreRows } from "./restore.table.ts";

export type Compared = { db: Db; restoreId: number; organizationId: number; layout: Layout };

const named = (name: string, alias: string) => sql.raw(`"${name}" ${alias}`);
const ofTable = (restoreId: number, { name }: LaidTable) =>
  sql`r.restore_id = ${restoreId} and r.table_name = ${name}`;

/** SQL condition: a row `l` of a table has the key of a row `r` of a restore. */
export const hasKey = ({ key, columns }: LaidTable): SQL =>
  sql.join(
    key.map((at, place) => sql`${sql.raw(`l."${columns[at]}"`)} = ${cell("r.key", place)}`),
    sql` and `,
  );

/**
 * SQL condition: a row `r` of a restore names a row of a parent that will exist neither here nor in the document. Of compared
 * parents, deleted rows are among the rows of the restore, too.
 */
function lacksParent({ restoreId, layout }: Compared, parent: Parent): SQL {
  const values = parent.from.map((at) => cell("r.data", at));
  const isNamed = sql.join(
    values.map((value) => sql`${value} is not null`),
    sql` and `,
  );
  const above = layout.tables.find(({ name }) => name === parent.table);
  const row = sql`(${sql.join(values, sql`, `)})`;
  if (!above) {
    const to = sql.raw(parent.to.map((name) => `"${name}"`).join(", "));
    return sql`(${isNamed} and ${row} not in (select ${to} from ${sql.raw(`"${parent.table}"`)}))`;
  }
  const places = parent.to.map((name) => above.columns.indexOf(name));
  const isKey = places.join() === above.key.join();
  const isStaged = sql`p.restore_id = ${restoreId} and p.table_name = ${above.name} and coalesce(p.change, '') not in ('skipped', 'goes')`;
  return isKey
    ? sql`(${isNamed} and not exists (select 1 from ${restoreRows} p where ${isStaged} and p.key = ${arrayOf(values)}))`
    : sql`(${isNamed} and ${row} not in (
        select ${sql.join(
          places.map((at) => cell("p.data", at)),
          sql`, `,
        )} from ${restoreRows} p where ${isStaged}))`;
}

/**
 * The statements for rows of a table that name a row missing in the document, which was written while people worked: the naming
 * row came after the other's table was read. The reference is cleared where it is optional, unless the row would be deleted
 * with the other; else the row is left out. Run for each table after its parents, once.
 */
export const leaveOutOrphans = (compared: Compared, table: LaidTable): Statement[] =>
  table.parents.map((parent) => {
    const change =
      parent.onDelete !== "CASCADE" && parent.isOptional
        ? sql`data = json_set(data, ${sql.join(
            parent.from.map((at) => sql`${`$[${at}]`}, null`),
            sql`, `,
          )})`
        : sql`change = 'skipped'`;
    return compared.db.run(sql`update ${restoreRows} as r set ${change}
      where ${ofTable(compared.restoreId, table)} and r.change is null and ${lacksParent(compared, parent)}`);
  });

/**
 * Looks for a row to be inserted that names a missing one: D1 checks references once all rows are in, and then only reports an
 * internal error. One round trip.
 * @throws AppError restore_reference
 */
export async function assertReferences(compared: Compared): Promise<void> {
  const { db, restoreId, layout } = compared;
  const queries = layout.tables.flatMap((table) =>
    table.parents.map((parent) => {
      const [at = 0] = parent.from;
      const column = table.columns[at] ?? "";
      return db.all<{ table: string; row: string; column: string; value: string | number }>(sql`
        select ${table.name} as "table", substr(r.key, 2, length(r.key) - 2) as "row", ${column} as "column",
          ${cell("r.data", at)} as value
        from ${restoreRows} r where ${ofTable(restoreId, table)}
          and coalesce(r.change, '') not in ('skipped', 'goes') and ${lacksParent(compared, parent)} limit 1`);
    }),
  );
  const [first, ...more] = queries;
  const [missing] = first ? (await readBatch(db, [first, ...more])).flat() : [];
  if (missing) throw restoreErrors.restore_reference(missing);
}

/** The statements that determine the change of each row of a table. Run for each table after its parents. */
export function compareTable(compared: Compared, table: LaidTable): Statement[] {
  const { db, restoreId, organizationId, layout } = compared;
  const { name, columns, identity, isKept } = table;
  const isOwn = ofTable(restoreId, table);
  const from = named(name, "l");
  const isOurs = inBackups(table, organizationId);
  const isThere = sql`exists (select 1 from ${from} where ${hasKey(table)} and ${isOurs})`;
  const isOther =
    identity.length === 0
      ? sql`0`
      : sql.join(
          identity.map((at) => sql`${sql.raw(`l."${columns[at]}"`)} is not ${cell("r.data", at)}`),
          sql` or `,
        );
  const changed = isKept ? sql`'moves'` : sql`case when ${isOther} then 'replaces' else 'changes' end`;
  // Rows that name a deleted and added parent are deleted and added with it.
  const follows = table.parents.flatMap((parent) => {
    const above = layout.tables.find(({ name: parentName }) => parentName === parent.table);
    // Data kept beside a row, such as its name for searches, is made again with it; an organization has none.
    if (!above || isKept || above.name === "organizations") return [];
    const places = parent.to.map((column) => above.columns.indexOf(column));
    const row = sql.join(
      parent.from.map((at) => cell("r.data", at)),
      sql`, `,
    );
    const to = parent.onDelete === "SET NULL" ? sql`coalesce(r.change, 'changes')` : sql`'replaces'`;
    return db.run(sql`update ${restoreRows} as r set change = ${to}
      where ${isOwn} and (r.change is null or r.change = 'changes') and (${row}) in (
        select ${sql.join(
          places.map((at) => cell("p.data", at)),
          sql`, `,
        )} from ${restoreRows} p
        where p.restore_id = ${restoreId} and p.table_name = ${above.name} and p.change = 'replaces')`);
  });
  const goes = isKept
    ? []
    : [
        db.run(sql`insert into ${restoreRows} (restore_id, table_name, key, data, change)
          select ${restoreId}, ${name}, ${keyText(table, "l")}, ${rowText(columns, "l")}, 'goes' from ${from}
          where ${isOurs} and not exists (select 1 from ${restoreRows} r
            where ${isOwn} and r.key = ${keyText(table, "l")})`),
        // A row that is left out is deleted where it exists here.
        db.run(
          sql`update ${restoreRows} as r set change = 'goes' where ${isOwn} and r.change = 'skipped' and ${isThere}`,
        ),
      ];
  return [
    db.run(sql`delete from ${restoreRows} as r where ${isOwn} and r.change = 'goes'`),
    db.run(sql`update ${restoreRows} as r set change = null where ${isOwn} and r.change <> 'skipped'`),
    db.run(sql`update ${restoreRows} as r set change = 'comes'
      where ${isOwn} and r.change is null and not ${isThere}`),
    db.run(sql`update ${restoreRows} as r set change = ${changed} from ${from}
      where ${isOwn} and r.change is null and ${hasKey(table)} and ${rowText(columns, "l")} <> r.data`),
    ...follows,
    ...goes,
  ];
}

/** SQL condition: a row `r` of a restore has the key of a row outside the organization's backups. */
export const isTaken = (organizationId: number, table: LaidTable): SQL =>
  sql`exists (select 1 from ${named(table.name, "l")} where ${hasKey(table)} and not (${inBackups(table, organizationId)}))`;

/** The query for the result of a table: rows by change, and those whose key is taken but must not change. */
export const countTable = ({ db, restoreId, organizationId }: Compared, table: LaidTable) =>
  db.all<{ name: string; change: string | null; rows: number; taken: number }>(sql`
    select ${table.name} as name, r.change, count(*) as rows,
      ${table.isNumberedAnew ? sql`0` : sql`sum(${isTaken(organizationId, table)})`} as taken
    from ${restoreRows} r where ${ofTable(restoreId, table)} group by r.change`);

/** Keeps the present rows of a table below a restore. */
export const keepTable = ({ db, restoreId, organizationId }: Compared, table: LaidTable): Statement =>
  db.run(sql`insert into ${restoreRows} (restore_id, table_name, key, data)
    select ${restoreId}, ${table.name}, ${keyText(table, "l")}, ${rowText(table.columns, "l")}
    from ${named(table.name, "l")} where ${inBackups(table, organizationId)}`);
