import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, beforeEach, test } from "node:test";
import { encryptSecret } from "../worker/lib/secrets.ts";

const data = mkdtempSync(join(tmpdir(), "damage-"));
process.env["DATA_DIR"] = data;
// The data folder is read once, when these modules are loaded.
const { inRoot } = await import("./lib/paths.ts");
const { Running } = await import("./lib/running.ts");
const { findDamage, moveAside } = await import("./lib/damage.ts");
after(() => rmSync(data, { recursive: true, force: true }));

const organization = join(data, "demo");
const settings = join(data, "settings.env");
const database = join(organization, "v3/d1/databases/one.sqlite");
const keys = () => `local:${randomBytes(32).toString("base64")}`;
const key = keys();

/** Makes a database like the product's, with one bot whose token is encrypted with the key. */
async function makeDatabase(): Promise<void> {
  using made = new DatabaseSync(database);
  made.exec(
    "pragma synchronous = off; begin; create table d1_migrations (id integer primary key, name text)",
  );
  for (const name of readdirSync(inRoot("migrations"))
    .filter((each) => each.endsWith(".sql"))
    .sort()) {
    made.exec(readFileSync(inRoot("migrations", name), "utf8").replaceAll("--> statement-breakpoint", ""));
    made.prepare("insert into d1_migrations (name) values (?)").run(name);
  }
  const token = await encryptSecret(key, "a token", { table: "bots", row: 1, column: "token" });
  made.exec("commit; pragma foreign_keys = off; pragma ignore_check_constraints = on");
  const values = new Map<string, string | number>([
    ["id", 1],
    ["name", "Scout"],
    ["token", token],
  ]);
  for (const { name, type, notnull } of made.prepare("pragma table_info(bots)").all())
    if (notnull && !values.has(String(name))) values.set(String(name), type === "INTEGER" ? 1 : "");
  const columns = [...values.keys()];
  made.prepare(`insert into bots (${columns}) values (${columns.map(() => "?")})`).run(...values.values());
}

let whole: Buffer | null = null;
beforeEach(async () => {
  for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
  mkdirSync(join(database, ".."), { recursive: true });
  if (whole) writeFileSync(database, whole);
  else await makeDatabase();
  whole ??= readFileSync(database);
  writeFileSync(settings, `SECRETS_KEYS=${key}\nBOT_GATEWAY_SECRET=${"s".repeat(64)}\n`);
});

test("finds no damage in unchanged data, nor in a missing key file when the keys are set elsewhere", async () => {
  assert.deepEqual(await findDamage(organization, {}), []);
  rmSync(settings);
  assert.deepEqual(
    await findDamage(organization, { SECRETS_KEYS: key, BOT_GATEWAY_SECRET: "s".repeat(64) }),
    [],
  );
  rmSync(organization, { recursive: true });
  assert.deepEqual(await findDamage(organization, {}), [], "a first start");
});

const open = (sql: string) => {
  using file = new DatabaseSync(database);
  file.exec(sql);
};
const authenticator = await encryptSecret(key, "a secret", {
  table: "authenticators",
  row: 5,
  column: "secret",
});
const CASES: [name: string, damage: () => void, expected: RegExp][] = [
  ["settings missing", () => rmSync(settings), /settings\.env is missing, /],
  ["settings empty", () => writeFileSync(settings, "\n"), /settings\.env is damaged: it is empty\./],
  [
    "settings of zeros",
    () => writeFileSync(settings, Buffer.alloc(90)),
    /settings\.env is damaged: line 1 is not/,
  ],
  ["settings cut", () => truncateSync(settings, 30), /settings\.env is damaged: it lacks BOT_GATEWAY_SECRET/],
  [
    "key cut",
    () => writeFileSync(settings, `SECRETS_KEYS=local:AAAA\nBOT_GATEWAY_SECRET=${"s".repeat(64)}\n`),
    /settings\.env is damaged: SECRETS_KEYS in it is not right/,
  ],
  [
    "another key",
    () => writeFileSync(settings, readFileSync(settings, "utf8").replace(key, keys())),
    /The token of the bot "Scout" in \S+one\.sqlite does not open with the SECRETS_KEYS of \S+settings\.env/,
  ],
  [
    "another key, and no bot that has a token",
    () => {
      writeFileSync(settings, readFileSync(settings, "utf8").replace(key, keys()));
      open(`pragma foreign_keys = off; update bots set token = null;
        insert into users (id, organization_id, username, display_name, created_at, updated_at) values (5, 1, 'mona', 'Mona', '', '');
        insert into authenticators (user_id, secret) values (5, '${authenticator}')`);
    },
    /The authenticator app of mona in \S+one\.sqlite does not open with the SECRETS_KEYS of \S+settings\.env/,
  ],
  ["database empty", () => truncateSync(database, 0), /one\.sqlite is damaged: it is empty/],
  [
    "database gone, with what was written last left beside it",
    () => {
      rmSync(database);
      writeFileSync(`${database}-wal`, "what was written last");
    },
    /one\.sqlite is damaged: it is missing, and its -wal is not/,
  ],
  ["database cut", () => truncateSync(database, 40_960), /one\.sqlite is damaged: it is no whole SQLite/],
  [
    "no database",
    () => writeFileSync(database, "no database".repeat(99)),
    /one\.sqlite is damaged: it is no whole SQLite/,
  ],
  [
    "nothing in it",
    () => {
      rmSync(database);
      open("create table things (name text)");
    },
    /one\.sqlite is damaged: no migration was ever applied/,
  ],
  [
    "another schema",
    () => open("alter table users rename to people"),
    /one\.sqlite is damaged: it lacks the table users/,
  ],
];

for (const [name, damage, expected] of CASES)
  test(`${name}: names the file and what is wrong with it`, async () => {
    damage();
    const found = await findDamage(organization, {});
    assert.equal(found.length, 1, found.join("\n"));
    assert.match(found[0] ?? "", expected);
  });

test("npm start refuses damaged keys and changes nothing", async () => {
  writeFileSync(settings, "{}");
  const files = () =>
    readdirSync(data, { recursive: true, encoding: "utf8" }).filter(
      (name) => !/-(wal|shm)$|\.lock$/.test(name),
    );
  const before = files();
  const running = await Running.start("start", { data });
  assert.equal(await running.ended(), 1);
  assert.match(
    running.output,
    /^\S+settings\.env is damaged: line 1 is not NAME=value\.\nBring back a copy, or .*`npm start -- --fresh`.*\n$/,
  );
  assert.deepEqual(files(), before);
  assert.equal(readFileSync(settings, "utf8"), "{}");
});

test("a fresh start deletes nothing, and keeps intact keys", async () => {
  moveAside(organization, {});
  assert.ok(!existsSync(organization) && existsSync(settings));
  mkdirSync(organization);
  writeFileSync(join(organization, "running"), "1");
  writeFileSync(settings, "{}");
  moveAside(organization, {});
  const aside = readdirSync(data)
    .filter((name) => !name.endsWith(".lock"))
    .sort();
  assert.match(aside.join(" "), /^demo-2\S+ demo-2\S+ settings\.env-2\S+$/);
  assert.deepEqual(readFileSync(join(data, aside[0] ?? "", "v3/d1/databases/one.sqlite")), whole);
  assert.equal(readFileSync(join(data, aside[2] ?? ""), "utf8"), "{}");
});
