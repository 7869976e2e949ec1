import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { filler, findLost, findSparse, readAll, readSchema } from "./lib/full-database.ts";
import { type Migration, readMigrations } from "./lib/migrations.ts";

const migrations = readMigrations();

/** Data that a migration removes on purpose: rows of a table, values of a column, or values of several. */
const MEANT: Record<string, string> = {
  "0005 attempts": "Failed attempts to sign in may be counted anew.",
  "0005 member_totals": "Totals are counted anew, by role and presence.",
  "0008 contracts": "No version before had contracts.",
  "0009 sessions.id": "A session's id is made from its token.",
  "0010 discord_wishes": "They are called discord_role_updates; migrations.test.ts sees the rows.",
  "0012 prospect_totals": "Totals are counted anew.",
  "0012 assignee_totals": "Totals are counted anew.",
  "0019 prospects.deadline": "Closed prospects have none.",
  "0019 prospects.version": "Their deadline is another.",
  "0019 roles.permissions": "Members who cannot open the CRM do not see all prospects either.",
  "0019 roles.version": "Their permissions are others.",
  "0033 contract_applications.*": "An application that was withdrawn keeps no answers.",
  "0041 notices.id": "Notices that need an answer are numbered apart.",
  "0041 notices.details": "They say which application they are about.",
  "0053 notices": "What needs a user is read from the records; notices only inform.",
  "0055 roles.priority": "Equal priorities are set apart; migrations.test.ts sees the rows.",
  "0055 roles.version": "Their priorities are others.",
};

/** Applies a migration as D1 does: completely or not at all, with foreign keys held. */
function apply(database: DatabaseSync, { name, sql }: Migration, state: string): void {
  try {
    database.exec(`begin; ${sql}\n; commit`);
  } catch (error) {
    assert.fail(`${name} fails on ${state}: ${error}`);
  }
}

/** Reads the data that migrations must keep. They may count revisions up and give system roles permissions. */
function readKept(database: DatabaseSync) {
  const all = readAll(database);
  all.delete("revisions");
  const roles = all.get("roles");
  if (roles) roles.rows = roles.rows.filter((role) => !role["is_system"]);
  return all;
}

test("every migration keeps the rows of a full database, from the first to the newest, and ends with the schema of an empty one", () => {
  using full = new DatabaseSync(":memory:");
  using empty = new DatabaseSync(":memory:");
  const fill = filler(full, migrations, {
    roles: { permissions: ['["prospects.read"]', '["prospects.read_all","bots.read"]'], is_system: [0] },
  });
  const isMeant = (each: string) => each in MEANT || each.replace(/\.\w+$/, ".*") in MEANT;
  for (const [at, migration] of migrations.entries()) {
    const { name, number } = migration;
    const before = readKept(full);
    apply(full, migration, "a database with rows");
    apply(empty, migration, "an empty database");
    const lost = findLost(before, readKept(full)).map((each) => `${number} ${each}`);
    assert.deepEqual(
      lost.filter((each) => !isMeant(each)),
      [],
      `${name} loses rows or values`,
    );
    assert.deepEqual(full.prepare("pragma foreign_key_check").all(), [], `${name} breaks foreign keys`);
    const { integrity_check: integrity } = full.prepare("pragma integrity_check").get() ?? {};
    assert.equal(integrity, "ok", `${name} damages the database`);
    // The first two were released together: the second makes the first organization.
    if (at > 0)
      assert.deepEqual(fill(), [], `After ${name}, tables refuse rows: give their columns values above`);
  }
  assert.deepEqual(readSchema(full), readSchema(empty));
  // A trigger makes its rows, one with each organization.
  assert.deepEqual(
    findSparse(full),
    ["discord_mapping_sets.giving_until"],
    "Columns were never set, or never null",
  );
});
