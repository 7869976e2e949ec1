import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { insertRows, openFile, withDatabase } from "./lib/database.ts";
import { inRoot } from "./lib/paths.ts";
import { temporaryData } from "./lib/running.ts";

/** Returns how many rows each table has, by its name. */
function countsOf(database: DatabaseSync): Record<string, unknown> {
  const names = database
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not glob 'sqlite_*'",
    )
    .all()
    .map(({ name }) => String(name));
  return Object.fromEntries(
    names
      .sort()
      .map((name) => [name, database.prepare(`select count(*) as count from "${name}"`).get()?.["count"]]),
  );
}

test("`wrangler d1 export` writes a whole database, and SQLite reads it", async () => {
  using data = temporaryData();
  // Wrangler has the local database of a wrangler.toml here beside it.
  const organization = join(data.folder, ".wrangler/state");
  const [config = ""] = /\[\[d1_databases\]\][^[]*/.exec(readFileSync(inRoot("wrangler.toml"), "utf8")) ?? [];
  // Local databases are kept by this id, which a deployment does not name.
  const id = 'database_id = "00000000-0000-0000-0000-000000000000"\n';
  writeFileSync(join(data.folder, "wrangler.toml"), config + id);
  const at = new Date().toISOString();
  const prospects = Array.from({ length: 300 }, (_, index) => ({
    ...{ organization_id: 1, display_name: `Vega "${index}"`, username: `vega${index}`, status: "intro" },
    ...{ stage_changed_at: at, created_at: at, updated_at: at },
  }));
  await withDatabase(organization, "", (database) => insertRows(database, "prospects", prospects).run());

  const output = join(data.folder, "export.sql");
  execFileSync(
    inRoot("node_modules/.bin/wrangler"),
    ["d1", "export", "DB", "--local", "--skip-confirmation", "--output", output],
    {
      cwd: data.folder,
      stdio: "pipe",
      env: { ...process.env, HOME: data.folder, WRANGLER_SEND_METRICS: "false" },
    },
  );
  // The file fills tables before it makes those that they refer to.
  using imported = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  imported.exec(readFileSync(output, "utf8"));
  assert.deepEqual(imported.prepare("pragma foreign_key_check").all(), []);
  using exported = openFile(organization);
  assert.deepEqual(countsOf(imported), countsOf(exported));
  assert.equal(countsOf(imported)["name_blocks"], 3);
});
