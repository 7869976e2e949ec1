import { sql } from "drizzle-orm";
import type { Statement } from "../../../lib/db/client.ts";
import type { Compared } from "./compare.ts";
import { restoreRows } from "./restore.table.ts";

/**
 * The statements that add new columns to rows which were stored before an upgrade, with their default values. Migrations only
 * add columns, at the end of a table. One round trip.
 */
export async function addNewColumns({ db, restoreId, layout }: Compared): Promise<Statement[]> {
  const names = JSON.stringify(layout.tables.map(({ name }) => name));
  const found = await db.all<{ name: string; columns: number | null }>(sql`
    select value as name, (select json_array_length(data) from ${restoreRows}
      where restore_id = ${restoreId} and table_name = value limit 1) as columns
    from json_each(${names})`);
  const stored = new Map(found.map(({ name, columns }) => [name, columns]));
  return layout.tables.flatMap(({ name, columns, defaults }) => {
    const known = stored.get(name) ?? columns.length;
    const added = defaults.slice(known).map((value) => sql`'$[#]', ${sql.raw(value)}`);
    if (added.length === 0) return [];
    return db.run(sql`update ${restoreRows} set data = json_insert(data, ${sql.join(added, sql`, `)})
      where restore_id = ${restoreId} and table_name = ${name} and json_array_length(data) = ${known}`);
  });
}
