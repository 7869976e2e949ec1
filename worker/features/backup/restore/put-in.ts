import { sql } from "drizzle-orm";
import type { Statement } from "../../../lib/db/client.ts";
import { type Guard, guard } from "../../../lib/guard.ts";
import { inBackups } from "../../../lib/table-rules.ts";
import { type Compared, hasKey, isTaken } from "./compare.ts";
import { cell, type LaidTable } from "./layout.ts";
import { restoreErrors } from "./restore.errors.ts";
import { restoreRows } from "./restore.table.ts";

const quoted = (name: string) => sql.raw(`"${name}"`);

/**
 * The statements that replace an organization's rows by those of a compared restore, to be run in one batch. Referenced rows
 * may come after the referencing ones; triggers that would change inserted rows are dropped meanwhile, since the rows have
 * their effects. The other triggers run: totals, search, revisions.
 * @param at the time, for tables that mark restored rows
 */
export function putIn(
  compared: Compared,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
  at: string,
): (Statement | Guard)[] {
  const { db, restoreId, organizationId, layout } = compared;
  const { triggers } = layout;
  const tables = layout.tables.filter(({ name }) => changed.has(name));
  const has =
    (...changes: string[]) =>
    (table: LaidTable) =>
      changes.some((change) => changed.get(table.name)?.has(change));
  const changedRows = ({ name }: LaidTable, ...changes: string[]) =>
    sql`${restoreRows} r where r.restore_id = ${restoreId} and r.table_name = ${name}
      and r.change in (select value from json_each(${JSON.stringify(changes)}))`;
  const keys = (table: LaidTable, ...changes: string[]) =>
    sql`(select ${sql.join(
      table.key.map((_, place) => cell("r.key", place)),
      sql`, `,
    )} from ${changedRows(table, ...changes)})`;
  const keyOf = ({ key, columns }: LaidTable) =>
    sql`(${sql.join(
      key.map((place) => quoted(columns[place] ?? "")),
      sql`, `,
    )})`;

  /** An offset that moves a key beyond every key of both. */
  const beyond = ({ name }: LaidTable) =>
    sql`max((select coalesce(max(id), 0) from ${quoted(name)}), (select coalesce(max(${cell("r.key", 0)}), 0)
      from ${restoreRows} r where r.restore_id = ${restoreId} and r.table_name = ${name}))`;
  const move = tables
    .filter(has("moves"))
    .map((table) =>
      db.run(
        sql`update ${quoted(table.name)} set id = id + ${beyond(table)} where id in ${keys(table, "moves")}`,
      ),
    );
  // Renumbers all added rows, where the id of one is taken, to keep their order.
  const renumber = tables
    .filter((table) => table.isNumberedAnew && has("comes")(table))
    .map((table) => {
      const [at = 0] = table.key;
      const number = sql`${cell("key", 0)} + ${beyond(table)}`;
      return db.run(sql`update ${restoreRows} set key = json_array(${number}), data = json_set(data, ${`$[${at}]`}, ${number})
        where restore_id = ${restoreId} and table_name = ${table.name} and change = 'comes'
          and exists (select 1 from ${changedRows(table, "comes")} and ${isTaken(organizationId, table)})`);
    });
  const clear = tables
    .toReversed()
    .filter(has("goes", "replaces"))
    .map((table) =>
      db.run(
        sql`delete from ${quoted(table.name)} where ${keyOf(table)} in ${keys(table, "goes", "replaces")}`,
      ),
    );
  // Rows that backups exclude, below a record whose rows of this table are inserted.
  const leave = tables
    .filter(({ isBackedUp }) => isBackedUp)
    .flatMap((table) =>
      table.parents
        .filter(({ onDelete }) => onDelete === "CASCADE")
        .map(({ from }) =>
          db.run(sql`delete from ${quoted(table.name)} where ${table.isOf(organizationId)}
            and not ${inBackups(table, organizationId)} and (${sql.join(
              from.map((at) => quoted(table.columns[at] ?? "")),
              sql`, `,
            )}) in (select ${sql.join(
              from.map((at) => cell("r.data", at)),
              sql`, `,
            )} from ${changedRows(table, "comes", "changes", "replaces")})`),
        ),
    );
  const edit = tables.filter(has("changes")).map((table) => {
    const values = table.columns.flatMap((name, place) =>
      table.key.includes(place) ? [] : [sql`${quoted(name)} = ${cell("r.data", place)}`],
    );
    return db.run(sql`update ${quoted(table.name)} as l set ${sql.join(values, sql`, `)}
        from ${changedRows(table, "changes")} and ${hasKey(table)}`);
  });
  const add = tables.filter(has("comes", "replaces", "moves")).map((table) => {
    const { columns, broughtAt } = table;
    const names = broughtAt === undefined ? columns : [...columns, broughtAt];
    const cells = [
      ...columns.map((_, place) => cell("r.data", place)),
      ...(broughtAt === undefined ? [] : [sql`${at}`]),
    ];
    return db.run(sql`insert into ${quoted(table.name)} (${sql.join(names.map(quoted), sql`, `)})
      select ${sql.join(cells, sql`, `)} from ${changedRows(table, "comes", "replaces", "moves")}`);
  });
  // An inserted row must be the organization's: rows of another one are refused.
  const own = tables.filter(has("comes", "changes", "replaces", "moves")).map((table) =>
    guard(
      sql`not exists (select 1 from ${quoted(table.name)} where ${keyOf(table)} in ${keys(table, "comes", "changes", "replaces", "moves")}
        and not coalesce(${inBackups(table, organizationId)}, 0))`,
      restoreErrors.restore_key_taken({ table: table.name }),
    ),
  );
  return [
    db.run(sql`pragma defer_foreign_keys = on`),
    ...triggers.map(({ name }) => db.run(sql`drop trigger ${quoted(name)}`)),
    ...renumber,
    ...move,
    ...clear,
    ...leave,
    ...edit,
    ...add,
    ...own,
    ...triggers.map((trigger) => db.run(sql.raw(trigger.sql))),
  ];
}
