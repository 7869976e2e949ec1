/** What a request's first writing batch carries: a statement to run before it, null where nothing is counted. */
export type Toll = {
  statement: (client: D1Database) => D1PreparedStatement | null;
  /** The error where the statement's check fails. */
  refused: () => Error;
};

/** Whether a statement can write: anything that does not certainly only read. */
const canWrite = (text: string) =>
  !/^\s*(select|with|pragma)\b/i.test(text) ||
  (/^\s*with\b/i.test(text) && /\b(insert|update|delete)\b/i.test(text));

/**
 * A D1 client that adds a statement to the first batch that writes, in the same transaction and round trip: where it is
 * refused, nothing is written. Statements outside of a batch that write become one.
 */
export function charged(client: D1Database, toll: Toll): D1Database {
  type Known = { text: string; statement: D1PreparedStatement };
  const known = new WeakMap<D1PreparedStatement, Known>();
  let isPaid = false;

  async function batch<Row>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> {
    const all = statements.map((each) => known.get(each) as Known);
    const own = all.map(({ statement }) => statement);
    const first = !isPaid && all.some(({ text }) => canWrite(text)) ? toll.statement(client) : null;
    if (!first) return client.batch<Row>(own);
    try {
      const [, ...results] = await client.batch<Row>([first, ...own]);
      isPaid = true;
      return results;
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
