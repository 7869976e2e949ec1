import journal from "../../../migrations/meta/_journal.json" with { type: "json" };
import { errors } from "../errors.ts";
import { canWrite } from "./charged.ts";

/** The files of this version's migrations, as wrangler notes those that it has applied. */
const MIGRATIONS = journal.entries.map(({ tag }) => `${tag}.sql`);

/** Whether the isolate has seen that none is missing: no migration is taken back under a worker that runs. */
let isSeen = false;

/** Looks for migrations or takes all as applied: tests of other things count their questions. */
export const watchMigrations = (isOn: boolean): void => {
  isSeen = !isOn;
};

/** @throws AppError schema_behind where the database lacks a migration of this version */
async function assertCurrent(client: D1Database): Promise<void> {
  const found = await client
    .prepare("select max(name) as name from d1_migrations")
    .all<{ name: string | null }>()
    .catch((error) => {
      if (String(error).includes("no such table: d1_migrations")) return null;
      throw error;
    });
  const newest = found?.results[0]?.name ?? "";
  const migration = MIGRATIONS.find((name) => name > newest);
  if (migration) throw errors.schema_behind({ migration }, { retryAfterSeconds: 60 });
  isSeen = true;
}

/**
 * Asks a database that has every migration of this version. SQLite takes a column that it does not know, in the quotation
 * marks in which drizzle writes names, for a text: without its migration every row would have the column's name as value.
 * The first question of an isolate finds out, at the same time as it is asked where it only reads.
 * @throws AppError schema_behind where a migration is missing; then nothing was written
 */
async function onCurrentSchema<Answer>(
  client: D1Database,
  isWrite: () => boolean,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  if (isSeen) return ask();
  const asked = isWrite() ? null : ask();
  asked?.catch(() => null);
  await assertCurrent(client);
  return asked ?? ask();
}

/** The work that was asked of D1: round trips, the rows that D1 charges for, and milliseconds of waiting. */
export type Work = { trips: number; rowsRead: number; rowsWritten: number; ms: number };

export const newWork = (): Work => ({ trips: 0, rowsRead: 0, rowsWritten: 0, ms: 0 });

/**
 * Refuses what D1 binds as something else and says nothing: a list of small numbers as bytes, NaN and Infinity as null.
 * @throws TypeError naming the parameter
 */
function assertBindable(values: readonly unknown[]): void {
  for (const [at, value] of values.entries()) {
    if (value === null || typeof value === "string" || typeof value === "boolean") continue;
    if (typeof value === "number" && Number.isFinite(value)) continue;
    const found = typeof value === "number" ? value : Array.isArray(value) ? "a list" : typeof value;
    throw new TypeError(
      `parameter ${at + 1} is ${found}: D1 takes texts, finite numbers, booleans and null; jsonList binds a list`,
    );
  }
}

/**
 * A D1 client that adds what it is asked to `work`, and asks only on a current schema, with parameters that D1 takes for
 * what they are. Rows that come as arrays come without figures: a select outside of a batch counts those that it answers
 * as read, which is the least that it can have read.
 */
export function counted(client: D1Database, work: Work): D1Database {
  type Known = { text: string; statement: D1PreparedStatement };
  const own = new WeakMap<object, Known>();

  async function trip<Answer>(texts: readonly string[], ask: () => Promise<Answer>): Promise<Answer> {
    const from = Date.now();
    work.trips += 1;
    try {
      return await onCurrentSchema(client, () => texts.some(canWrite), ask);
    } finally {
      work.ms += Date.now() - from;
    }
  }
  function count<Result extends D1Result>(result: Result): Result {
    work.rowsRead += result.meta.rows_read;
    work.rowsWritten += result.meta.rows_written;
    return result;
  }

  function wrap({ text, statement }: Known): D1PreparedStatement {
    const wrapped = {
      bind: (...values: unknown[]) => {
        assertBindable(values);
        return wrap({ text, statement: statement.bind(...values) });
      },
      all: async () => count(await trip([text], () => statement.all())),
      run: async () => count(await trip([text], () => statement.run())),
      first: async () => count(await trip([text], () => statement.all())).results[0] ?? null,
      raw: async () => {
        const found = await trip([text], () => statement.raw());
        work.rowsRead += found.length;
        return found;
      },
    } as unknown as D1PreparedStatement;
    own.set(wrapped, { text, statement });
    return wrapped;
  }

  return {
    prepare: (text: string) => wrap({ text, statement: client.prepare(text) }),
    batch: async (statements: D1PreparedStatement[]) => {
      const known = statements.map((each) => own.get(each) as Known);
      const texts = known.map(({ text }) => text);
      const results = await trip(texts, () => client.batch(known.map(({ statement }) => statement)));
      return results.map(count);
    },
  } as unknown as D1Database;
}
