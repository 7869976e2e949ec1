import { existsSync, globSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { decryptSecret } from "../../worker/lib/secrets.ts";
import { settingsSchema } from "../../worker/lib/settings.schema.ts";
import { Failure } from "./failure.ts";
import { inRoot, shown } from "./paths.ts";
import { LOCAL_SECRETS, readEnvFile, secretsFile, type Values } from "./settings.ts";

/** Returns the files of an organization's local database, including Miniflare's metadata. */
const allFiles = (organization: string) => globSync(join(organization, "v3/d1/**/*.sqlite"));

/** Returns the files of an organization's local database: one, or none before its first start. */
export const databaseFiles = (organization: string) =>
  allFiles(organization).filter((file) => basename(file) !== "metadata.sqlite");

/** Returns the tables after the given migrations, from their statements. */
function tablesAfter(migrations: readonly string[]): Set<string> {
  const tables = new Set<string>();
  const statement =
    /\b(?:create (?:virtual )?table (?:if not exists )?[`"]?(?<made>\w+)|drop table (?:if exists )?[`"]?(?<gone>\w+)|alter table [`"]?(?<from>\w+)[`"]? rename to [`"]?(?<to>\w+))/gi;
  for (const name of migrations) {
    const path = inRoot("migrations", name);
    // An unknown name belongs to a newer version, which migrating reports.
    if (!existsSync(path)) continue;
    for (const { groups } of readFileSync(path, "utf8").matchAll(statement)) {
      const { made, gone, from, to } = groups ?? {};
      for (const each of [gone, from]) if (each) tables.delete(each);
      for (const each of [made, to]) if (each) tables.add(each);
    }
  }
  return tables;
}

/** Returns why a database file is damaged or not the original one; null when it is intact. */
function damageOf(file: string): string | null {
  const isOurs = basename(file) !== "metadata.sqlite";
  if (statSync(file).size === 0) return isOurs ? "it is empty" : null;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    if (database.prepare("pragma quick_check(1)").get()?.["quick_check"] !== "ok")
      return "it is no whole SQLite database";
    if (!isOurs) return null;
    const names = (sql: string) => (database?.prepare(sql).all() ?? []).map(({ name }) => String(name));
    const present = names("select name from sqlite_schema where type = 'table'");
    const applied = present.includes("d1_migrations")
      ? names("select name from d1_migrations order by id")
      : [];
    if (applied.length === 0) return "no migration was ever applied to it";
    const missing = [...tablesAfter(applied)].find((table) => !present.includes(table));
    return missing ? `it lacks the table ${missing}` : null;
  } catch {
    return "it is no whole SQLite database";
  } finally {
    database?.close();
  }
}

/** Returns one sentence for each damaged file of an organization's local database. */
export function databaseDamage(organization: string): string[] {
  const present = allFiles(organization);
  const orphaned = globSync(join(organization, "v3/d1/**/*.sqlite-wal"))
    .map((log) => log.replace(/-wal$/, ""))
    .filter((file) => !present.includes(file));
  return [
    ...present.map((file) => [file, damageOf(file)] as const),
    ...orphaned.map((file) => [file, "it is missing, and its -wal is not"] as const),
  ].flatMap(([file, why]) => (why ? [`The database ${shown(file)} is damaged: ${why}.`] : []));
}

/**
 * Returns why the key file of this machine is damaged or not the original one; null when it is intact, or missing
 * while the keys are set elsewhere.
 */
function settingsDamage(organization: string, own: Values): string | null {
  const needed = LOCAL_SECRETS.filter((name) => !own[name]);
  if (needed.length === 0) return null;
  if (!existsSync(secretsFile)) return databaseFiles(organization).length > 0 ? "it is missing" : null;
  const lines = readFileSync(secretsFile, "utf8").split("\n");
  if (lines.every((line) => line.trim() === "")) return "it is empty";
  const wrong = lines.findIndex((line) => line.trim() !== "" && !/^(#|[A-Z][A-Z0-9_]*=\S)/.test(line));
  if (wrong >= 0) return `line ${wrong + 1} is not NAME=value`;
  const values = readEnvFile(secretsFile);
  const absent = needed.find((name) => !values[name]);
  if (absent) return `it lacks ${absent}`;
  const malformed = needed.find((name) => !settingsSchema.shape[name].safeParse(values[name]).success);
  return malformed ? `${malformed} in it is not right` : null;
}

/** The encrypted columns, with a name for their values. */
const ENCRYPTED = [
  {
    table: "bots",
    column: "token",
    sql: `select id, 'The token of the bot "' || name || '"' as name, token as value from bots`,
  },
  {
    table: "authenticators",
    column: "secret",
    sql: `select users.id, 'The authenticator app of ' || username as name, secret as value
      from authenticators join users on users.id = user_id`,
  },
];

/** Returns the name of a stored value that cannot be decrypted with the keys of this start; null when all can. */
async function lockedValue(file: string, keys: string): Promise<string | null> {
  using database = new DatabaseSync(file);
  for (const { table, column, sql } of ENCRYPTED) {
    // Pending migrations make the table.
    if (!database.prepare("select 1 from sqlite_schema where name = ?").get(table)) continue;
    for (const { id, name, value } of database.prepare(sql).all()) {
      const place = { table, row: Number(id), column };
      if (value !== null && (await decryptSecret(keys, String(value), place)) === null) return String(name);
    }
  }
  return null;
}

/**
 * Returns one sentence for each damaged file of an organization's local data and of its keys. Changes nothing; call
 * it before anything recreates missing files.
 */
export async function findDamage(organization: string, own: Values): Promise<string[]> {
  const found: string[] = [];
  const settings = settingsDamage(organization, own);
  if (settings === "it is missing")
    found.push(`${shown(secretsFile)} is missing, and only its keys open what ${shown(organization)} keeps.`);
  else if (settings) found.push(`${shown(secretsFile)} is damaged: ${settings}.`);
  found.push(...databaseDamage(organization));
  const [file] = databaseFiles(organization);
  if (found.length > 0 || !file) return found;
  const keys = own["SECRETS_KEYS"] || readEnvFile(secretsFile)["SECRETS_KEYS"] || "";
  const locked = await lockedValue(file, keys);
  if (locked !== null) {
    const from = own["SECRETS_KEYS"] ? "the environment or .dev.vars" : shown(secretsFile);
    found.push(
      `${locked} in ${shown(file)} does not open with the SECRETS_KEYS of ${from}: another key closed it.`,
    );
  }
  return found;
}

/**
 * Refuses to continue with damaged data.
 * @throws Failure that names each file and the possible remedies
 */
export function refuseDamage(found: readonly string[], startCommand: string): void {
  if (found.length === 0) return;
  throw new Failure(
    `${found.join("\n")}\nBring back a copy, or begin anew with \`${startCommand}\`, which moves the earlier data aside.`,
  );
}

/** Returns a path at which nothing is, the given one if possible. */
const freePath = (path: string): string => (existsSync(path) ? freePath(`${path}-again`) : path);

/** Moves an organization's folder aside, and a damaged key file; prints where to. Deletes nothing. */
export function moveAside(organization: string, own: Values): void {
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  const hasKeys = existsSync(secretsFile) && settingsDamage(organization, own) === null;
  for (const path of [organization, ...(hasKeys ? [] : [secretsFile])]) {
    if (!existsSync(path)) continue;
    if (statSync(path).isDirectory() && readdirSync(path).length === 0) continue;
    const aside = freePath(`${path}-${time}`);
    renameSync(path, aside);
    console.error(`The earlier data was moved to ${shown(aside)}.`);
  }
}
