import { fillPlaceholders, type SQL } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

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
    made ??= new SQLiteAsyncDialect().sqlToQuery(make());
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
