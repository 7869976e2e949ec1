import { nextNumber } from "./database.ts";
import { tableNames } from "./inspect.ts";
import { raw, rows } from "./world.ts";

type Column = { name: string; type: string; notnull: 0 | 1; dflt_value: string | null; pk: number };
type Reference = { from: string; to: string | null; table: string; on_delete: string };

/** SQL of values that a table asks for. */
const CHOSEN: Record<string, string> = {
  "admissions.answers": "'{}'",
  "admissions.corrections": "'{}'",
  "admissions.status": "'declined'",
  "contract_applications.status": "'declined'",
  "payout_transfers.currency": "'aUEC'",
  "sessions.method": "'password'",
  "passkeys.transports": "'[]'",
};

/**
 * How many planted rows of a table get rows below them: all those below one record, and not the thousands that are planted
 * below planted rows.
 */
const MOST_PLANTED = 40;

/** The statement that puts `count` rows below each row of a table that is newer than a row id, up to another row id. */
function planting(
  table: string,
  reference: Reference,
  count: number,
  columns: Column[],
  others: Reference[],
) {
  const values: Record<string, string> = {};
  const number = `(${(nextNumber() + 1000) * 1000} + value + 1000000 * parent.rowid)`;
  const isNumbered = columns.filter(({ pk }) => pk).length === 1;
  for (const { name, type, notnull, pk, dflt_value: preset } of columns) {
    const other = others.find(({ from }) => from === name);
    const isNumber = /int|real/i.test(type);
    if (name === reference.from) values[name] = `parent.${reference.to ?? "id"}`;
    else if (CHOSEN[`${table}.${name}`]) values[name] = CHOSEN[`${table}.${name}`] as string;
    else if (name === "organization_id") values[name] = "1";
    // A ship that the catalogue lacks needs none until the batch has ended.
    else if (!notnull && !pk) continue;
    else if (preset !== null || (pk && isNumber && isNumbered && !other)) continue;
    else if (other && other.table !== "ships")
      values[name] = `(select max(${other.to ?? "id"}) from ${other.table})`;
    else if (isNumber) values[name] = /^is_|_in_discord$/.test(name) ? "0" : number;
    else if (/_at$|_on$|until$/.test(name)) values[name] = "'2950-01-01T00:00:00.000Z'";
    else values[name] = `'"' || ${number} || '"'`;
  }
  if (table === "contract_applications") values["kind"] = values["contract_id"] ? "'contract'" : "'security'";
  const names = Object.keys(values);
  return {
    table,
    parent: reference.table,
    sql: `insert or ignore into "${table}" (${names.join(", ")}) select ${Object.values(values).join(", ")}
      from "${reference.table}" parent, json_each('${JSON.stringify(Array.from({ length: count }, (_, at) => at))}')
      where parent.rowid > ? and parent.rowid <= ?`,
  };
}

/**
 * Puts rows below records: those that the database deletes or changes with them, as the foreign keys of the tables say.
 * @param count rows in each table below each record
 */
export async function rowsBelow(count: number) {
  const statements: ReturnType<typeof planting>[] = [];
  for (const table of await tableNames()) {
    // Rows of ships need a ship of the catalogue, as the database requires.
    if (table === "hangar_ships") continue;
    const columns = await rows<Column>("select * from pragma_table_info(?)", table);
    const references = await rows<Reference>("select * from pragma_foreign_key_list(?)", table);
    const isOnly = (name: string) => columns.every((each) => each.pk > 0 === (each.name === name));
    // A table whose key is the record's own has one row for it at most.
    const several = references.filter(({ from, on_delete }) => on_delete !== "NO ACTION" && !isOnly(from));
    for (const each of several)
      statements.push(
        planting(
          table,
          each,
          count,
          columns,
          references.filter((other) => other !== each),
        ),
      );
  }
  // Rows below rows that were planted come last.
  const isAbove = ({ table }: { table: string }) => statements.some(({ parent }) => parent === table);
  statements.sort((a, b) => Number(isAbove(b)) - Number(isAbove(a)));
  const parents = [...new Set(statements.map(({ parent }) => parent))];
  const newest = parents.map((parent) => `(select coalesce(max(rowid), 0) from "${parent}") as "${parent}"`);
  /** The newest row of each table now. */
  const mark = async () => (await rows<Record<string, number>>(`select ${newest.join(", ")}`))[0] ?? {};
  return {
    mark,
    /** Plants below each record that is newer than a mark; returns how many rows came. */
    async plant(since: Record<string, number>): Promise<number> {
      const until = await mark();
      const results = await raw.DB.batch(
        statements.map(({ sql, parent }) =>
          raw.DB.prepare(sql).bind(since[parent], (until[parent] ?? 0) + MOST_PLANTED),
        ),
      );
      return results.reduce((sum, { meta }) => sum + meta.changes, 0);
    },
  };
}
