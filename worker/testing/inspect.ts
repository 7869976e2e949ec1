import { app } from "../app.ts";
import { execution, raw, rows } from "./world.ts";

/** The tables of ours, without what the database keeps for itself. */
export const tableNames = async (): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
       and name not like '\\_cf%' escape '\\' and name not like 'd1_%' and name not like 'prospect_search%'`,
    )
  ).map(({ name }) => name);

/** Number of rows of every table, to be compared before and after. */
export async function rowCounts(): Promise<Record<string, number>> {
  const names = await tableNames();
  const counts = await raw.DB.batch<{ n: number }>(
    names.map((name) => raw.DB.prepare(`select count(*) as n from "${name}"`)),
  );
  return Object.fromEntries(names.map((name, at) => [name, counts[at]?.results[0]?.n ?? 0]));
}

/** Every row of every table as text, for finding what must not be in there. */
export async function everythingStored(): Promise<string> {
  const all = await Promise.all((await tableNames()).map((name) => rows(`select * from "${name}"`)));
  return JSON.stringify(all);
}

/** A request exactly as given: no header is added. */
export const send = (path: string, init: RequestInit = {}, settings: Record<string, string> = {}) =>
  app.request(String(raw["APP_URL"]) + path, init, { ...raw, ...settings }, execution) as Promise<Response>;
