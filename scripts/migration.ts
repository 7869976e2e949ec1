import { spawnSync } from "node:child_process";
import { appendFileSync, globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Trigger } from "../worker/lib/live/topics.ts";
import { readDeclared } from "./lib/declared.ts";
import { inRoot, root } from "./lib/paths.ts";
import { binOf } from "./lib/processes.ts";

// `npm run migration -- --name announcements`: writes the migration for changed tables, topics and permissions.

const listMigrations = () => globSync("migrations/*.sql", { cwd: root }).sort();

/** The triggers of topics, and the permissions of system roles, that the migrations so far make. */
function readExisting() {
  using database = new DatabaseSync(":memory:");
  for (const file of listMigrations()) database.exec(readFileSync(inRoot(file), "utf8"));
  const read = (sql: string) => database.prepare(sql).all();
  return {
    triggers: read(
      "select name, sql from sqlite_master where type = 'trigger' and name like 'revisions_%'",
    ) as Trigger[],
    granted: read(
      "select roles.key, value as permission from roles, json_each(permissions) where is_system",
    ) as {
      key: string;
      permission: string;
    }[],
  };
}

const before = readExisting();
const known = new Set(listMigrations());
const declared = await readDeclared();

const isIn = (triggers: Trigger[]) => (one: Trigger) =>
  triggers.some(({ name, sql }) => name === one.name && sql === one.sql);
const dropped = before.triggers
  .filter((each) => !isIn(declared.triggers)(each))
  .map(({ name }) => `DROP TRIGGER ${name};`);
const created = declared.triggers.filter((each) => !isIn(before.triggers)(each)).map(({ sql }) => `${sql};`);

/** Gives system roles the permissions that features declare them to hold. */
const given = Object.entries(declared.permissions).flatMap(([permission, { heldBy }]) => {
  const has = (role: string) =>
    before.granted.some((each) => each.key === role && each.permission === permission);
  const roles = heldBy.filter((role) => !has(role)).map((role) => `'${role}'`);
  if (roles.length === 0) return [];
  return `UPDATE roles SET permissions = json_insert(permissions, '$[#]', '${permission}'), version = version + 1
  WHERE key IN (${roles.join(", ")}) AND NOT EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = '${permission}');`;
});

const generate = (...options: string[]) =>
  spawnSync(process.execPath, [binOf("drizzle-kit"), "generate", ...options, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
generate();
const written = () => listMigrations().find((file) => !known.has(file));
const added = [...dropped, ...created, ...given];
if (added.length > 0) {
  if (!written()) generate("--custom");
  const file = written();
  if (!file) throw new Error("drizzle-kit wrote no migration.");
  appendFileSync(inRoot(file), `\n${added.join("\n\n")}\n`);
  console.log(`Added changed topics and permissions to ${file}.`);
}
