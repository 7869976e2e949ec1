import { Hono } from "hono";
import { app } from "../app.ts";

// Serves the product's worker and a hand-written Hono route that runs exactly the statements of the product's list,
// in as many round trips, and answers their rows. Both run on the same runtime and database at the same time, so the
// ratio of the two is the cost of everything else in the product.

type Recorded = { sql: string; values: unknown[] };
type Bench = { DB: D1Database };

let recorded: Recorded[][] = [];

/** Returns D1 that records the statements of each round trip. */
function recording(database: D1Database): D1Database {
  const trips: Recorded[][] = [];
  recorded = trips;
  const known = new WeakMap<object, { statement: D1PreparedStatement; entry: Recorded }>();
  const wrap = (statement: D1PreparedStatement, entry: Recorded): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), { ...entry, values }),
      all: () => {
        trips.push([entry]);
        return statement.all();
      },
      raw: () => {
        trips.push([entry]);
        return statement.raw();
      },
      run: () => {
        trips.push([entry]);
        return statement.run();
      },
    } as unknown as D1PreparedStatement;
    known.set(wrapped, { statement, entry });
    return wrapped;
  };
  const session = {
    prepare: (sql: string) => wrap(database.prepare(sql), { sql, values: [] }),
    batch: (statements: D1PreparedStatement[]) => {
      const parts = statements.map((each) => known.get(each));
      trips.push(parts.flatMap((part) => (part ? [part.entry] : [])));
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
    let rows: unknown[] = [];
    for (const trip of recorded) {
      const results = await c.env.DB.batch(
        trip.map(({ sql, values }) => c.env.DB.prepare(sql).bind(...values)),
      );
      rows = results[0]?.results ?? [];
    }
    return c.json(rows);
  });

export default {
  fetch(request: Request, env: Bench, execution: ExecutionContext) {
    const isBench = new URL(request.url).pathname.startsWith("/bench/");
    return isBench ? bare.fetch(request, env, execution) : app.fetch(request, env as never, execution);
  },
};
