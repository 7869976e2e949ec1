/** How a request's written rows are counted. */
export type Toll = {
  /** The statement that the first writing batch carries, if any, and the rows that it counts; null where nothing is counted. */
  ahead: (client: D1Database) => { statement: D1PreparedStatement | null; rows: number } | null;
  /** The error where that statement's check fails. */
  refused: () => Error;
  /** Is told of rows that were written beyond those counted ahead. */
  after: (rows: number) => void;
};

/** Whether a statement can write: anything that does not certainly only read. */
export const canWrite = (text: string) =>
  !/^\s*(select|with|pragma)\b/i.test(text) ||
  (/^\s*with\b/i.test(text) && /\b(insert|update|delete)\b/i.test(text));

/**
 * A D1 client that adds a statement to the first batch that writes, in the same transaction and round trip: where it is
 * refused, nothing is written. Statements outside of a batch that write become one. What D1 says was written beyond the
 * rows counted so is told afterwards.
 */
export function charged(client: D1Database, toll: Toll): D1Database {
  type Known = { text: string; statement: D1PreparedStatement };
  const known = new WeakMap<D1PreparedStatement, Known>();
  /** Rows that are counted and not yet written; null until a batch that writes was counted. */
  let left: number | null = null;

  function settle(results: D1Result[]) {
    if (left === null) return;
    left -= results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
    if (left >= 0) return;
    toll.after(-left);
    left = 0;
  }

  async function batch<Row>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> {
    const all = statements.map((each) => known.get(each) as Known);
    const own = all.map(({ statement }) => statement);
    const first = left === null && all.some(({ text }) => canWrite(text)) ? toll.ahead(client) : null;
    try {
      const results = await client.batch<Row>(first?.statement ? [first.statement, ...own] : own);
      if (first) left = (left ?? 0) + first.rows;
      settle(results);
      return first?.statement ? results.slice(1) : results;
    } catch (error) {
      throw String(error).includes("CHECK constraint failed: daily_budget") ? toll.refused() : error;
    }
  }

  function wrap({ text, statement }: Known): D1PreparedStatement {
    const bind = (...values: unknown[]) => wrap({ text, statement: statement.bind(...values) });
    const run = async () => (await batch<Record<string, unknown>>([wrapped]))[0] as D1Result;
    const writing = {
      bind,
      all: run,
      run,
      first: async () => (await run()).results[0] ?? null,
      raw: async () => (await run()).results.map((row) => Object.values(row as object)),
    };
    const reading = {
      bind,
      all: () => statement.all(),
      run: () => statement.run(),
      first: () => statement.first(),
      raw: () => statement.raw(),
    };
    const wrapped = (canWrite(text) ? writing : reading) as unknown as D1PreparedStatement;
    known.set(wrapped, { text, statement });
    return wrapped;
  }

  const prepare = (text: string) => wrap({ text, statement: client.prepare(text) });
  return { prepare, batch } as unknown as D1Database;
}
