import { assertBound, assertRow, assertTaken } from "./limits.ts";

/** D1's work for a request: the figures that cost time and money in production. */
export type Meter = {
  trips: number;
  rowsRead: number;
  rowsWritten: number;
  statements: string[];
  /** Those that wrote rows. */
  wrote: string[];
};

type Bound = { statement: D1PreparedStatement; sql: string };

/** The columns of each reading statement by its text; null when two of them have one name. */
const columnsOf = new Map<string, string[] | null>();

/** Returns whether an object keeps these columns apart and in order: each has a unique name, and none is a number. */
const areApart = (names: readonly string[]) =>
  new Set(names).size === names.length && !names.some((name) => /^\d+$/.test(name));

/**
 * Wraps D1 to count round trips and rows, and to assert production's limits, which the local D1 does not enforce.
 */
export function metered(database: D1Database): { database: D1Database; meter: Meter } {
  const meter: Meter = { trips: 0, rowsRead: 0, rowsWritten: 0, statements: [], wrote: [] };
  const count = (results: D1Result[], texts: readonly string[]) => {
    for (const [at, { meta, results: rows = [] }] of results.entries()) {
      meter.rowsRead += meta.rows_read;
      meter.rowsWritten += meta.rows_written;
      if (meta.rows_written > 0) meter.wrote.push(texts[at] ?? "");
      for (const row of rows) assertRow(Object.values(row as object));
    }
  };
  const bounds = new WeakMap<object, Bound>();

  const statementOf = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    assertTaken(sql);
    const run = async <T>() => {
      meter.trips++;
      meter.statements.push(sql);
      // As a batch, so that a test only has to wrap one method of D1.
      const [result] = await database.batch<T>([statement]);
      if (!result) throw new Error("no result");
      count([result], [sql]);
      return result;
    };
    const wrapped = {
      bind: (...values: unknown[]) => {
        assertBound(sql, values);
        return statementOf(statement.bind(...values), sql);
      },
      all: run,
      run,
      first: async (column?: string) => {
        const [row] = (await run<Record<string, unknown>>()).results;
        return row === undefined ? null : column === undefined ? row : row[column];
      },
      // Rows as arrays come without figures. A reading statement runs again to get them, until its columns are known.
      raw: async () => {
        const { results } = await run<Record<string, unknown>>();
        if (!/^\s*(select|with)/i.test(sql)) return results.map((row) => Object.values(row));
        const known = columnsOf.get(sql);
        if (known) return results.map((row) => known.map((name) => row[name]));
        const [names, ...arrays] = await statement.raw({ columnNames: true });
        columnsOf.set(sql, areApart(names) ? names : null);
        return arrays;
      },
    } as unknown as D1PreparedStatement;
    bounds.set(wrapped, { statement, sql });
    return wrapped;
  };

  const session = {
    prepare: (sql: string) => statementOf(database.prepare(sql), sql),
    batch: async (statements: D1PreparedStatement[]) => {
      meter.trips++;
      const texts = statements.map((each) => (bounds.get(each) as Bound).sql);
      meter.statements.push(...texts);
      const results = await database.batch(statements.map((each) => (bounds.get(each) as Bound).statement));
      count(results, texts);
      return results;
    },
    getBookmark: () => null,
  };
  const withSession = (bookmark: string) => {
    // D1 sends it as a header, which cannot have every character.
    new Headers({ "x-cf-d1-session-commit-token": bookmark });
    return session;
  };
  return { database: { ...session, withSession } as unknown as D1Database, meter };
}
