import { beforeEach, expect, it } from "vitest";
import worker from "../../index.ts";
import { metered } from "../../testing/meter.ts";
import { nobody, person, raw, rows, value } from "../../testing/world.ts";
import { CRONS } from "../crons.ts";
import { openDb } from "./client.ts";
import { watchMigrations } from "./counted.ts";

beforeEach(() => watchMigrations(true));

const newest = () => value<string>("select max(name) from d1_migrations");
const forget = (sql: string) => raw.DB.prepare(sql).run();

it("refuses requests and jobs on a database that lacks a migration, writes nothing, and says which one", async () => {
  const [administrator, migration] = [await person("administrator"), await newest()];
  await forget(`update d1_migrations set name = '0000_older.sql' where name = '${migration}'`);
  const before = await rows("select * from attempts");
  const asked: [method: string, path: string, body?: object][] = [
    ["GET", "/api/user"],
    ["PATCH", "/api/prospects/1/notes", { notes: "Flies well", version: 1 }],
    ["POST", "/api/login", { username: "vega", password: "wrong-one" }],
  ];
  for (const [method, path, body] of asked) {
    const caller = path === "/api/login" ? nobody : administrator;
    const answer = await caller.call(method, path, body ? { body } : {});
    expect([path, answer.status, answer.headers.get("Retry-After")]).toEqual([path, 503, "60"]);
    expect(JSON.parse(answer.text)).toMatchObject({
      code: "schema_behind",
      detail: expect.stringContaining(migration),
    });
  }
  const job = worker.scheduled({ cron: CRONS.health, scheduledTime: Date.now(), noRetry() {} }, raw as never);
  await expect(job).rejects.toMatchObject({ cause: { code: "schema_behind" } });
  expect(await rows("select * from attempts")).toEqual(before);
  expect(await value("select count(*) from health_looks")).toBe(0);

  const health = await nobody.call("GET", "/api/health");
  expect([health.status, JSON.parse(health.text)]).toEqual([
    503,
    { status: "down", missingMigration: migration },
  ]);
});

it("names the first migration for a database without any, and writes nothing into it", async () => {
  await forget("drop table d1_migrations");
  const health = await nobody.call("GET", "/api/health");
  expect(JSON.parse(health.text)).toEqual({ status: "down", missingMigration: "0000_tables.sql" });
  const write = openDb(raw.DB, undefined).db.run("update organizations set name = 'Lost'");
  await expect(write).rejects.toMatchObject({ cause: { code: "schema_behind" } });
  expect(await value("select count(*) from organizations where name = 'Lost'")).toBe(0);
});

it("reads the migrations once, beside the first query, and accepts a database that also has later ones", async () => {
  await forget("insert into d1_migrations (name) values ('9999_later.sql')");
  const { database, meter } = metered(raw.DB);
  for (const trips of [2, 3]) {
    const { db } = openDb(database, undefined);
    await db.all("select 1");
    expect([meter.trips, meter.statements.filter((each) => each.includes("d1_migrations")).length]).toEqual([
      trips,
      1,
    ]);
  }
  expect(meter.statements.at(0)).toBe("select 1");
});
