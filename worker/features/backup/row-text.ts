import { type SQL, sql } from "drizzle-orm";

/** Most arguments of a function in D1: https://developers.cloudflare.com/d1/platform/limits/ */
const MOST_ARGUMENTS = 32;

/** SQL: values as a JSON array, exactly as SQLite stores them. */
export function arrayOf(values: readonly SQL[]): SQL {
  const parts: SQL[] = [];
  for (let at = 0; at < values.length; at += MOST_ARGUMENTS) {
    parts.push(sql`json_array(${sql.join(values.slice(at, at + MOST_ARGUMENTS), sql`, `)})`);
  }
  const [first = sql`'[]'`, ...more] = parts;
  const inner = more.map((part) => sql` || ',' || substr(${part}, 2, length(${part}) - 2)`);
  if (more.length === 0) return first;
  return sql`substr(${first}, 1, length(${first}) - 1)${sql.join(inner, sql``)} || ']'`;
}

/** SQL: all columns of a row, as a JSON array. @param alias of the table */
export const rowText = (columns: readonly string[], alias: string): SQL =>
  arrayOf(columns.map((name) => sql.raw(`${alias}."${name}"`)));
