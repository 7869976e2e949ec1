import { raw, rows } from "./world.ts";

/** Returns our tables, without those of the database itself. */
export const tableNames = async (): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
       and name not like '\\_cf%' escape '\\' and name not like 'd1_%'`,
    )
  ).map(({ name }) => name);

/**
 * Returns the number of rows of every table, to compare before and after.
 * @param ignored tables to leave out: tests of refusals leave out `security_log`, which counts them
 */
export async function rowCounts(...ignored: readonly string[]): Promise<Record<string, number>> {
  const tables = (await tableNames()).filter((name) => !ignored.includes(name));
  // One statement for each, because D1 answers at most 100 columns.
  const counts = tables.map((name) => `select '${name}' as name, (select count(*) from "${name}") as count`);
  const found = await raw.DB.batch<{ name: string; count: number }>(
    counts.map((each) => raw.DB.prepare(each)),
  );
  return Object.fromEntries(found.flatMap(({ results }) => results.map(({ name, count }) => [name, count])));
}

/** Returns every row of every table as text, to search for what must not be stored. @param ignored as for `rowCounts` */
export async function everythingStored(...ignored: readonly string[]): Promise<string> {
  const tables = (await tableNames()).filter((name) => !ignored.includes(name));
  const all = tables.map((name) => raw.DB.prepare(`select * from "${name}"`));
  return JSON.stringify((await raw.DB.batch(all)).map(({ results }) => results));
}
