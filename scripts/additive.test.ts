import assert from "node:assert/strict";
import { test } from "node:test";
import { findNotAdditive } from "./lib/additive.ts";
import { readMigrations } from "./lib/migrations.ts";

const tables = {
  name: "0041_tables",
  number: "0041",
  sql: `CREATE TABLE ships (id integer PRIMARY KEY, name text NOT NULL, size text, crew integer DEFAULT 1 NOT NULL);
    CREATE TABLE hangars (ship_id integer, bay text);
    CREATE TABLE pilots (id integer PRIMARY KEY)`,
};

/** Returns the linter's faults of a migration 0043 after these tables. */
const faultsOf = (sql: string, number = "0043") =>
  findNotAdditive([tables, { name: `${number}_x`, number, sql }]).map((line) =>
    line.replace(`migrations/${number}_x.sql: `, ""),
  );

test("no migration fails the version before it", () => {
  assert.deepEqual(findNotAdditive(readMigrations()), []);
});

for (const [sql, fault] of [
  ["DROP TABLE hangars", "hangars is dropped or renamed"],
  ["ALTER TABLE hangars RENAME TO docks", "hangars is dropped or renamed"],
  ["ALTER TABLE ships DROP COLUMN size", "ships.size is dropped or renamed"],
  ["ALTER TABLE ships RENAME COLUMN size TO length", "ships.size is dropped or renamed"],
  ["CREATE UNIQUE INDEX hangars_one ON hangars (ship_id)", "hangars gets UNIQUE ON hangars (ship_id)"],
  ["ALTER TABLE hangars ADD side text CHECK (bay <> side)", "hangars gets CHECK (bay <> side)"],
  [
    `CREATE TABLE new_hangars (ship_id integer NOT NULL REFERENCES ships (id), bay text NOT NULL, side text NOT NULL);
      DROP TABLE hangars;
      ALTER TABLE new_hangars RENAME TO hangars`,
    "hangars.ship_id has to be given a value, hangars.bay has to be given a value, hangars.side has to be given a value, hangars gets FOREIGN KEY ship_id of ships",
  ],
  [
    `CREATE TABLE new_ships (id integer PRIMARY KEY, name text NOT NULL, size text, crew integer NOT NULL, UNIQUE (name));
      DROP TABLE ships;
      ALTER TABLE new_ships RENAME TO ships`,
    "ships.crew has to be given a value, ships gets UNIQUE name",
  ],
] as const)
  test(`refuses: ${sql.replace(/\s+/g, " ")}`, () => {
    assert.equal(faultsOf(sql).join(", "), fault);
  });

test("accepts additions: tables, optional columns, columns with a default, and a copy of a table with more columns", () => {
  assert.deepEqual(
    faultsOf(`CREATE TABLE bays (id integer NOT NULL CHECK (id > 0), name text UNIQUE);
      ALTER TABLE ships ADD bay_id integer REFERENCES bays (id);
      ALTER TABLE ships ADD hull text DEFAULT '' NOT NULL;
      CREATE TABLE new_hangars (ship_id integer, bay text, side text);
      INSERT INTO new_hangars (ship_id, bay) SELECT ship_id, bay FROM hangars;
      DROP TABLE hangars;
      ALTER TABLE new_hangars RENAME TO hangars`),
    [],
  );
});

test("accepts the removal of tables and columns that are unused since an earlier migration, and of no others", () => {
  const end = "\nDROP TABLE hangars; ALTER TABLE ships DROP COLUMN size; DROP TABLE pilots";
  const left = [
    "hangars is dropped or renamed",
    "pilots is dropped or renamed",
    "ships.size is dropped or renamed",
  ];
  assert.deepEqual(faultsOf(`-- unused since 0041: hangars, ships.size${end}`), left.slice(1, 2));
  assert.deepEqual(faultsOf(`-- unused since 0043: hangars${end}`), left);
  assert.deepEqual(faultsOf(`-- unused since 0042: hangars${end}`), left);
});

test("leaves the migrations before 0043 as they are", () => {
  assert.deepEqual(faultsOf("DROP TABLE hangars", "0042"), []);
});
