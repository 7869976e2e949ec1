import { applyD1Migrations, type D1Migration, reset, env as testEnv } from "cloudflare:test";
import { type Bindings, type Env, readEnv } from "../lib/env.ts";

type TestEnv = Bindings & Record<string, unknown> & { TEST_MIGRATIONS: D1Migration[] };

/** Whether the test before may have changed anything: a test of plain functions takes no binding. */
let isUsed = true;

/** The bindings of the test run: a real D1 and the settings, with Discord's address on this machine. */
export const raw = new Proxy(testEnv as unknown as TestEnv, {
  get(bindings, name) {
    const binding: unknown = Reflect.get(bindings, name);
    if (typeof binding === "object") isUsed = true;
    return binding;
  },
});
export const settings = (): Env => readEnv(raw);

/** The database of a request, before whose nth round trip something else is done. */
export function interrupted(turn: number, work: () => Promise<unknown>): D1Database {
  let trips = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    trips += 1;
    if (trips === turn) await work();
    return raw.DB.batch(statements);
  };
  return { prepare: (sql: string) => raw.DB.prepare(sql), batch } as unknown as D1Database;
}

/** What requests left to be done after their answers. */
const background: Promise<unknown>[] = [];

/** Takes what a request leaves to be done after its answer. */
export const execution = {
  waitUntil: (work: Promise<unknown>) => void background.push(work),
  passThroughOnException() {},
} as ExecutionContext;

/** Resolves when nothing is left to be done of the requests so far. */
export async function backgroundDone(): Promise<void> {
  while (background.length > 0) await Promise.allSettled(background.splice(0));
}

/** SQL that makes the migrated database again, in a fifth of the time that the migrations take. */
let migrated: string | undefined;

/** SQL that makes the database as it is, its rows before its triggers; full-text indexes begin empty. */
async function sqlOfDatabase(): Promise<string> {
  const entries = await rows<{ type: string; name: string; sql: string }>(
    "select type, name, sql from sqlite_master where sql is not null and name not glob '_cf*' and name not glob 'sqlite_*'",
  );
  const isIndex = ({ sql }: { sql: string }) => /^create virtual table/i.test(sql);
  const indexes = entries.filter(isIndex).map(({ name }) => name);
  const own = entries.filter(({ name }) => !indexes.some((index) => name.startsWith(`${index}_`)));
  const statements = own.filter(({ type }) => type !== "trigger").map(({ sql }) => sql);
  for (const { name } of own.filter((entry) => entry.type === "table" && !isIndex(entry))) {
    const columns = (await rows<{ name: string }>(`select name from pragma_table_info('${name}')`)).map(
      (column) => `"${column.name}"`,
    );
    const values = columns.map((column) => `quote(${column})`).join(" || ', ' || ");
    for (const row of await rows<{ quoted: string }>(`select ${values} as quoted from ${name}`))
      statements.push(`insert into ${name} (${columns.join(", ")}) values (${row.quoted})`);
  }
  const triggers = entries.filter(({ type }) => type === "trigger").map(({ sql }) => sql);
  return ["pragma defer_foreign_keys = on", ...statements, ...triggers].join(";\n");
}

async function migrate(): Promise<void> {
  // One statement to D1 takes half as long as a batch of them; SQLite runs all that it holds.
  if (migrated) return void (await raw.DB.prepare(migrated).run());
  await applyD1Migrations(raw.DB, raw.TEST_MIGRATIONS);
  migrated = await sqlOfDatabase();
}

/** Begins anew with an empty migrated database, when nothing is left of what went before. */
export async function freshDatabase(): Promise<void> {
  await backgroundDone();
  if (!isUsed) return;
  for (let tries = 1; ; tries += 1) {
    await reset();
    try {
      await migrate();
      break;
    } catch (error) {
      // Now and then, on a busy machine, a database that was just worked with outlives it, with all its tables.
      if (tries === 10) throw error;
    }
  }
  isUsed = false;
}

/** Rows of a query, for looking at what was really stored. */
export async function rows<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (
    await raw.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;
}

/** One value of a query. */
export async function value<T>(sql: string, ...values: unknown[]): Promise<T> {
  const [row] = await rows(sql, ...values);
  return Object.values(row ?? {})[0] as T;
}

/** Inserts a row; answers its id. */
export async function insert(table: string, values: Record<string, unknown>): Promise<number> {
  const names = Object.keys(values);
  const result = await raw.DB.prepare(
    `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")}) returning id`,
  )
    .bind(...Object.values(values))
    .first<{ id: number }>();
  return result?.id ?? 0;
}

let serial = 0;

/** A number that no other row of the test run was made with. */
export const nextNumber = (): number => ++serial;

/** Now, as instants are stored. */
export const at = (): string => new Date().toISOString();

/** Hours from now, as the API wants instants. */
export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
