import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openFile } from "./lib/database.ts";
import { temporaryData } from "./lib/running.ts";

/** Takes the write lock of the given file, prints that, and releases it half a second later. */
const HOLDER = `
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(process.argv[1]);
  database.exec("begin immediate; insert into things values ('held')");
  console.log("held");
  setTimeout(() => database.exec("commit"), 500);
`;

test("a statement beside a running worker waits for the worker's write", async () => {
  using data = temporaryData();
  const folder = join(data.folder, "v3/d1/databases");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "one.sqlite");
  using made = new DatabaseSync(file);
  made.exec("pragma journal_mode = wal; create table things (name text)");

  const holder = spawn(process.execPath, ["-e", HOLDER, file], { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  using database = openFile(data.folder);
  database.exec("insert into things values ('waited')");
  const { names } = database.prepare("select group_concat(name) as names from things").get() ?? {};
  assert.equal(names, "held,waited");
  await once(holder, "exit");
});
