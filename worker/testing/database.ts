import { applyD1Migrations, type D1Migration, reset, env as testEnv } from "cloudflare:test";
import { afterAll, beforeAll } from "vitest";
import { type Bindings, type Env, readEnv } from "../lib/env.ts";
import { clearing } from "./clear.ts";
import { limit } from "./limits.ts";

type TestEnv = Bindings & Record<string, unknown> & { TEST_MIGRATIONS: D1Migration[] };

/** Whether the previous test may have changed anything; a test of pure functions uses no binding. */
let isUsed = true;
/** Whether it may have changed more than the database: connections and containers, which only deletion empties. */
let isConnected = true;

/** The objects that store something outside of the database. */
const OTHERS = ["ORGANIZATION_HUB", "BOT_CONTAINER"];

/** A copy, because each look at the bindings themselves costs a request as much as a small query. */
const bound = { ...(testEnv as unknown as TestEnv) };
limit(bound.DB);

/** The bindings of the test run: a real D1 and the settings, with Discord's address on this machine. */
export const raw = new Proxy(bound, {
  get(bindings, name) {
    const binding: unknown = Reflect.get(bindings, name);
    if (typeof binding === "object") isUsed = true;
    if (OTHERS.includes(String(name))) isConnected = true;
    return binding;
  },
});

/** The bindings for a request to the whole app. The hub of an organization keeps nothing until somebody has connected. */
export const bindings = (): TestEnv => {
  isUsed = true;
  return { ...bound };
};

/** Tells that a request may have left a connection or a container. */
export const noteConnection = (): void => {
  isConnected = true;
};

export const settings = (): Env => readEnv(raw);

/** Returns a database before whose nth round trip, or before each, `work` runs. */
export function interrupted(turn: number | "each", work: () => Promise<unknown>): D1Database {
  let trips = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    trips += 1;
    if (turn === "each" || trips === turn) await work();
    return raw.DB.batch(statements);
  };
  return { prepare: (sql: string) => raw.DB.prepare(sql), batch } as unknown as D1Database;
}

/** Background work of the requests so far. */
const background: Promise<unknown>[] = [];

/** Collects the background work of a request. */
export const execution = {
  waitUntil: (work: Promise<unknown>) => void background.push(work),
  passThroughOnException() {},
} as ExecutionContext;

/** Resolves when all background work of the requests so far has ended. */
export async function backgroundDone(): Promise<void> {
  while (background.length > 0) await Promise.allSettled(background.splice(0));
}

/** SQL that recreates the migrated database, in a fifth of the time that the migrations take. */
let migrated: string[] | undefined;

/** Characters of SQL that are sent as one statement: D1 takes 100 KB. */
const MOST_SQL = 80_000;

/** Returns SQL that recreates the current database, rows before triggers. */
async function sqlOfDatabase(): Promise<string[]> {
  const entries = await rows<{ type: string; name: string; sql: string }>(
    "select type, name, sql from sqlite_master where sql is not null and name not glob '_cf*' and name not glob 'sqlite_*'",
  );
  const statements = entries.filter(({ type }) => type !== "trigger").map(({ sql }) => sql);
  for (const { name } of entries.filter(({ type }) => type === "table")) {
    const columns = (await rows<{ name: string }>(`select name from pragma_table_info('${name}')`)).map(
      (column) => `"${column.name}"`,
    );
    const values = columns.map((column) => `quote(${column})`).join(" || ', ' || ");
    for (const row of await rows<{ quoted: string }>(`select ${values} as quoted from ${name}`))
      statements.push(`insert into ${name} (${columns.join(", ")}) values (${row.quoted})`);
  }
  const triggers = entries.filter(({ type }) => type === "trigger").map(({ sql }) => sql);
  const parts = ["pragma defer_foreign_keys = on"];
  for (const sql of [...statements, ...triggers]) {
    const longer = `${parts.at(-1)};\n${sql}`;
    if (longer.length > MOST_SQL) parts.push(sql);
    else parts[parts.length - 1] = longer;
  }
  return parts;
}

async function migrate(): Promise<void> {
  // One statement takes D1 half as long as a batch of all; SQLite runs all statements in it.
  if (migrated) return void (await raw.DB.batch(migrated.map((sql) => raw.DB.prepare(sql))));
  await applyD1Migrations(raw.DB, raw.TEST_MIGRATIONS);
  migrated = await sqlOfDatabase();
}

/** Brings the database back to what it was when it had been made anew; returns whether it did. */
let clear: (() => Promise<boolean>) | undefined;

/** Whether the tests of a `describe` share what is stored. */
let isShared = false;

/**
 * Makes a scene once, in an empty database, for all tests of a file or a `describe`: none of them begins with an empty
 * one. For tests that only read, or that look at what was kept.
 */
export function shared<Scene>(make: () => Promise<Scene>): () => Scene {
  let scene: { made: Scene };
  beforeAll(async () => {
    await freshDatabase();
    scene = { made: await make() };
    isShared = true;
  });
  afterAll(() => {
    isShared = false;
  });
  return () => scene.made;
}

/** Starts with an empty migrated database, after all background work has ended. */
export async function freshDatabase(): Promise<void> {
  await backgroundDone();
  if (!isUsed || isShared) return;
  if (!isConnected && (await clear?.())) {
    isUsed = false;
    return;
  }
  const isKnown = migrated !== undefined;
  for (let tries = 1; ; tries += 1) {
    await reset();
    try {
      await migrate();
      break;
    } catch (error) {
      // Occasionally, on a busy machine, a database survives its deletion with all its tables.
      if (tries === 10) throw error;
    }
  }
  if (isKnown) clear ??= await clearing(raw.DB);
  isUsed = false;
  isConnected = false;
}

export async function rows<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (
    await raw.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;
}

export async function value<T>(sql: string, ...values: unknown[]): Promise<T> {
  const [row] = await rows(sql, ...values);
  return Object.values(row ?? {})[0] as T;
}

/** Inserts a row; returns its id. */
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

/** Returns a number that no other row of the test run has. */
export const nextNumber = (): number => ++serial;

/** Returns the current time as instants are stored. */
export const at = (): string => new Date().toISOString();

/** Returns an instant some hours from now, as the API takes it. */
export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
