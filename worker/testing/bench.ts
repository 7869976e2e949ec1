import { Hono } from "hono";
import { app } from "../app.ts";

// Serves the product's worker and a hand-written Hono route that runs exactly the statements of the product's list, that of
// the session first, in one batch, and answers the rows of the last one. Both run on the same runtime and database at the
// same time, so the ratio of the two is the cost of everything else in the product.

type Recorded = { sql: string; values: unknown[] };
type Bench = { DB: D1Database };

let recorded: Recorded[] = [];

/** Returns D1 that records the statements of a request. */
function recording(database: D1Database): D1Database {
  const all: Recorded[] = [];
  recorded = all;
  const known = new WeakMap<object, { statement: D1PreparedStatement; entry: Recorded }>();
  const wrap = (statement: D1PreparedStatement, entry: Recorded): D1PreparedStatement => {
    const asked =
      <Answer>(ask: () => Answer) =>
      () => {
        all.push(entry);
        return ask();
      };
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), { ...entry, values }),
      all: asked(() => statement.all()),
      raw: asked(() => statement.raw()),
      run: asked(() => statement.run()),
    } as unknown as D1PreparedStatement;
    known.set(wrapped, { statement, entry });
    return wrapped;
  };
  const session = {
    prepare: (sql: string) => wrap(database.prepare(sql), { sql, values: [] }),
    batch: (statements: D1PreparedStatement[]) => {
      const parts = statements.map((each) => known.get(each));
      all.push(...parts.flatMap((part) => (part ? [part.entry] : [])));
      return database.batch(parts.flatMap((part) => (part ? [part.statement] : [])));
    },
    getBookmark: () => null,
  };
  return { ...session, withSession: () => session } as unknown as D1Database;
}

const bare = new Hono<{ Bindings: Bench }>()
  .get("/bench/record/*", async (c) => {
    const url = new URL(c.req.url);
    const path = url.pathname.replace("/bench/record", "") + url.search;
    const request = new Request(new URL(path, url), { headers: c.req.raw.headers });
    return app.fetch(request, { ...c.env, DB: recording(c.env.DB) } as never);
  })
  .get("/bench/bare", async (c) => {
    const { DB } = c.env;
    const results = await DB.batch(recorded.map(({ sql, values }) => DB.prepare(sql).bind(...values)));
    return c.json(results.at(-1)?.results);
  });

export default {
  fetch(request: Request, env: Bench, execution: ExecutionContext) {
    const isBench = new URL(request.url).pathname.startsWith("/bench/");
    return isBench ? bare.fetch(request, env, execution) : app.fetch(request, env as never, execution);
  },
};
