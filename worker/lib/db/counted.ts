/** What a piece of work asked of D1: round trips, the rows that D1 charges for, and milliseconds of waiting. */
export type Work = { trips: number; rowsRead: number; rowsWritten: number; ms: number };

export const newWork = (): Work => ({ trips: 0, rowsRead: 0, rowsWritten: 0, ms: 0 });

/**
 * A D1 client that adds what it is asked to `work`. Rows that come as arrays come without figures: a select outside of a
 * batch counts those that it answers as read, which is the least that it can have read.
 */
export function counted(client: D1Database, work: Work): D1Database {
  const own = new WeakMap<object, D1PreparedStatement>();

  async function trip<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const from = Date.now();
    work.trips += 1;
    try {
      return await ask();
    } finally {
      work.ms += Date.now() - from;
    }
  }
  function count<Result extends D1Result>(result: Result): Result {
    work.rowsRead += result.meta.rows_read;
    work.rowsWritten += result.meta.rows_written;
    return result;
  }

  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: async () => count(await trip(() => statement.all())),
      run: async () => count(await trip(() => statement.run())),
      first: async () => count(await trip(() => statement.all())).results[0] ?? null,
      raw: async () => {
        const found = await trip(() => statement.raw());
        work.rowsRead += found.length;
        return found;
      },
    } as unknown as D1PreparedStatement;
    own.set(wrapped, statement);
    return wrapped;
  }

  return {
    prepare: (text: string) => wrap(client.prepare(text)),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await trip(() => client.batch(statements.map((each) => own.get(each) ?? each)));
      return results.map(count);
    },
  } as unknown as D1Database;
}
