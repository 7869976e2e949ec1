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

/** A round trip that is to be made: `go` makes it with the statements that it is given. */
export type Trip = {
  client: D1Database;
  isWrite: boolean;
  statements: readonly D1PreparedStatement[];
  go: (statements: readonly D1PreparedStatement[]) => Promise<D1Result[]>;
};

/** A statement that joins the first round trip of a request: `send` makes a trip with it in front while it is pending. */
export type Piggyback = { isPending: boolean; send: (trip: Trip) => Promise<D1Result[]> };

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
 * A select with a name of its own for each column, which rows in a batch need: they come as objects. SQLite names columns of
 * a subquery apart (`id`, `id:1`), and keeps its order where nothing else orders the outer one.
 */
const withOwnNames = (text: string): string => `select * from (${text})`;

/** The rows of a batch as arrays. @throws TypeError for a column named by a number, which would come first */
function rawOf({ results }: D1Result): unknown[][] {
  const [first] = results as object[];
  const number = Object.keys(first ?? {}).find((name) => /^\d+$/.test(name));
  if (number !== undefined) throw new TypeError(`column ${number} needs a name`);
  return results.map((row) => Object.values(row as object));
}

/**
 * A D1 client that adds what it is asked to `work`, and asks only on a current schema, with parameters that D1 takes for
 * what they are. Rows that come as arrays come without figures: a select outside of a batch counts those that it answers
 * as read, which is the least that it can have read.
 * @param piggybackOf what joins the first round trip, which becomes a batch
 */
export function counted(
  client: D1Database,
  work: Work,
  piggybackOf: () => Piggyback | undefined = () => undefined,
): D1Database {
  type Known = { text: string; statement: D1PreparedStatement; values: readonly unknown[] };
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

  async function batchOf(all: readonly Known[]): Promise<D1Result[]> {
    const texts = all.map(({ text }) => text);
    const statements = all.map(({ statement }) => statement);
    const go = async (asked: readonly D1PreparedStatement[]) => {
      if (asked.length === 0) return [];
      return (await trip(texts, () => client.batch([...asked]))).map(count);
    };
    const isWrite = texts.some(canWrite);
    return piggybackOf()?.send({ client, isWrite, statements, go }) ?? go(statements);
  }
  /** The result of one statement; `ask` sends it alone, where nothing has to join it. */
  async function one(known: Known, ask: () => Promise<D1Result>): Promise<D1Result> {
    if (piggybackOf()?.isPending) return (await batchOf([known]))[0] as D1Result;
    return count(await trip([known.text], ask));
  }

  function wrap(known: Known): D1PreparedStatement {
    const { text, statement, values } = known;
    const wrapped = {
      bind: (...given: unknown[]) => {
        assertBindable(given);
        return wrap({ text, statement: statement.bind(...given), values: given });
      },
      all: () => one(known, () => statement.all()),
      run: () => one(known, () => statement.run()),
      first: async () => (await one(known, () => statement.all())).results[0] ?? null,
      raw: async () => {
        if (piggybackOf()?.isPending) {
          const named = client.prepare(withOwnNames(text)).bind(...values);
          return rawOf((await batchOf([{ ...known, statement: named }]))[0] as D1Result);
        }
        const found = await trip([text], () => statement.raw());
        work.rowsRead += found.length;
        return found;
      },
    } as unknown as D1PreparedStatement;
    own.set(wrapped, known);
    return wrapped;
  }

  return {
    prepare: (text: string) => wrap({ text, statement: client.prepare(text), values: [] }),
    batch: (statements: D1PreparedStatement[]) => batchOf(statements.map((each) => own.get(each) as Known)),
  } as unknown as D1Database;
}
