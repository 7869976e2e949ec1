import { spawnSync } from "node:child_process";
import { appendFileSync, globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Trigger } from "../worker/lib/live/topics.ts";
import { inRoot, root } from "./lib/paths.ts";
import { binOf } from "./lib/processes.ts";
import { readTriggers } from "./lib/topics.ts";

// `npm run migration -- --name announcements`: writes the migration for changed tables and topics.

const listMigrations = () => globSync("migrations/*.sql", { cwd: root }).sort();

/** The triggers of topics that the migrations so far make. */
function existingTriggers(): Trigger[] {
  using database = new DatabaseSync(":memory:");
  for (const file of listMigrations()) database.exec(readFileSync(inRoot(file), "utf8"));
  return database
    .prepare("select name, sql from sqlite_master where type = 'trigger' and name like 'revisions_%'")
    .all() as Trigger[];
}

const before = existingTriggers();
const known = new Set(listMigrations());
const wanted = await readTriggers();

const isIn = (triggers: Trigger[]) => (one: Trigger) =>
  triggers.some(({ name, sql }) => name === one.name && sql === one.sql);
const dropped = before.filter((each) => !isIn(wanted)(each)).map(({ name }) => `DROP TRIGGER ${name};`);
const created = wanted.filter((each) => !isIn(before)(each)).map(({ sql }) => `${sql};`);

const generate = (...options: string[]) =>
  spawnSync(process.execPath, [binOf("drizzle-kit"), "generate", ...options, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
generate();
const written = () => listMigrations().find((file) => !known.has(file));
if (dropped.length + created.length > 0) {
  if (!written()) generate("--custom");
  const file = written();
  if (!file) throw new Error("drizzle-kit wrote no migration.");
  appendFileSync(inRoot(file), `\n${[...dropped, ...created].join("\n\n")}\n`);
  console.log(`Added the triggers of changed topics to ${file}.`);
}
