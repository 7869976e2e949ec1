import journal from "../../../migrations/meta/_journal.json" with { type: "json" };
import { errors } from "../errors.ts";

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
export async function onCurrentSchema<Answer>(
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
