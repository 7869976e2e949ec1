import { fillPlaceholders, type SQL } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Db } from "./client.ts";

/**
 * Returns what reads a query's rows, one round trip each time. For what runs with every request: drizzle puts other queries
 * together anew each time, which is much of the CPU of a short answer.
 * @param make what differs from time to time is `sql.placeholder(name)` in it
 */
export function fixedQuery<Row>(make: () => SQL) {
  let made: { sql: string; params: unknown[] } | undefined;
  return async (db: Db, values: Readonly<Record<string, string | number>>): Promise<Row[]> => {
    made ??= new SQLiteAsyncDialect().sqlToQuery(make());
    const bound = db.$client.prepare(made.sql).bind(...fillPlaceholders(made.params, values));
    return (await bound.all<Row>()).results;
  };
}
