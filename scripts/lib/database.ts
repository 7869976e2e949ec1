import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { databaseDamage, databaseFiles, refuseDamage } from "./damage.ts";
import { Failure } from "./failure.ts";
import { type LocalDatabase, openDatabase } from "./local-worker.ts";
import { inRoot, shown } from "./paths.ts";
import { preparePrivate } from "./private.ts";

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** Returns a statement that inserts any number of rows with the same columns. */
export function insertRows(database: LocalDatabase, table: string, rows: readonly Row[]) {
  const columns = Object.keys(rows[0] ?? {});
  const values = columns.map((column) => `value ->> '$.${column}'`);
  return database
    .prepare(`insert into ${table} (${columns}) select ${values} from json_each(?1)`)
    .bind(JSON.stringify(rows));
}

/**
 * Opens the file of an organization's local database beside a worker that may be using it: a statement waits up to 10
 * seconds for the worker's writes. (A second workerd does not wait: its statements fail with SQLITE_BUSY.)
 * @throws Failure when there is none
 */
export function openFile(organization: string): DatabaseSync {
  const [file] = databaseFiles(organization);
  if (!file) throw new Failure(`There is no database below ${shown(organization)}.`);
  return new DatabaseSync(file, { timeout: 10_000 });
}

/**
 * Applies the migrations that a database lacks, each completely or not at all, and records them as `wrangler d1
 * migrations` does.
 */
async function migrate(database: LocalDatabase): Promise<void> {
  await database
    .prepare(
      `create table if not exists d1_migrations (id integer primary key autoincrement, name text unique,
        applied_at timestamp default current_timestamp not null)`,
    )
    .run();
  const applied = new Set(
    (await database.prepare("select name from d1_migrations").all<{ name: string }>()).results.map(
      (row) => row.name,
    ),
  );
  const files = readdirSync(inRoot("migrations")).filter((name) => name.endsWith(".sql"));
  const known = [...applied].filter((name) => !files.includes(name));
  if (known.length) {
    throw new Failure(
      `The database was made by a newer version (it has the migration ${known[0]}): update the code, or begin anew with --fresh.`,
    );
  }
  const { unstable_splitSqlQuery: splitStatements } = await import("wrangler");
  for (const name of files.sort()) {
    if (applied.has(name)) continue;
    const statements = splitStatements(readFileSync(inRoot("migrations", name), "utf8"));
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare("insert into d1_migrations (name) values (?1)").bind(name),
    ]);
  }
}

/**
 * Opens, checks and migrates an organization's local database while no worker uses it, lets `work` use it, and closes
 * it.
 */
export async function withDatabase<Result>(
  organization: string,
  startCommand: string,
  work: (database: LocalDatabase) => Promise<Result>,
): Promise<Result> {
  refuseDamage(databaseDamage(organization), startCommand);
  preparePrivate(organization);
  const { database, close } = await openDatabase(organization);
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await close();
  }
}
