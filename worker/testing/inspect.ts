import { raw, rows } from "./world.ts";

/** Returns our tables, without those of the database itself. */
export const tableNames = async (): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
       and name not like '\\_cf%' escape '\\' and name not like 'd1_%' and name not like 'prospect_search%'`,
    )
  ).map(({ name }) => name);

/** Returns the number of rows of every table but the log of refusals, to compare before and after. */
export async function rowCounts(): Promise<Record<string, number>> {
  const tables = (await tableNames()).filter((name) => name !== "security_log");
  const counts = tables.map((name) => `(select count(*) from "${name}") as "${name}"`);
  const [found = {}] = await rows<Record<string, number>>(`select ${counts.join(", ")}`);
  return found;
}

/** Returns every row of every table as text, to search for what must not be stored. */
export async function everythingStored(): Promise<string> {
  const all = (await tableNames()).map((name) => raw.DB.prepare(`select * from "${name}"`));
  return JSON.stringify((await raw.DB.batch(all)).map(({ results }) => results));
}
