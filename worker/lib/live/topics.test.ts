import { expect, it } from "vitest";
import { raw, rows } from "../../testing/world.ts";
import { openDb } from "../db/client.ts";
import { raiseRevision, readRevisions } from "./revisions.table.ts";
import { mayHear, revisionsOf, topicsFor, triggersOf } from "./topics.ts";

const audience = new Map([
  ["beacons", new Set(["bots.read", "bots.write"])],
  ["all", null],
  ["bot_logs", new Set(["bots.read"])],
]);

it("lets users hear of a topic by any of its permissions, and tells their pages of it unless its lines are sent", () => {
  const heard = (...granted: string[]) => [
    ["beacons", "all", "bot_logs", "nothing"].filter((topic) => mayHear(audience, topic, new Set(granted))),
    topicsFor(audience, new Set(granted)),
  ];
  expect(heard()).toEqual([["all"], ["all"]]);
  expect(heard("bots.write")).toEqual([
    ["beacons", "all"],
    ["all", "beacons"],
  ]);
  expect(heard("bots.read")).toEqual([
    ["beacons", "all", "bot_logs"],
    ["all", "beacons"],
  ]);
  expect(revisionsOf(["all", "beacons"], { beacons: 3, other: 4 })).toEqual({ all: 0, beacons: 3 });
});

it("raises a topic when rows of its tables change, as the source says, for the organization of the row alone", async () => {
  await raw.DB.prepare("create table beacons (organization_id integer, name text, place text)").run();
  await raw.DB.prepare("create table lamps (owner integer, name text)").run();
  const triggers = triggersOf({
    lights: [
      { table: "beacons", on: ["insert", "update", "delete"], columns: ["name"] },
      { table: "lamps", on: ["insert"], when: "new.name <> 'dark'", organization: "row.owner" },
    ],
  });
  for (const { sql } of triggers) await raw.DB.prepare(sql).run();
  const { db } = openDb(raw.DB, undefined);
  const after = async (sql: string) => {
    await raw.DB.prepare(sql).run();
    return (
      await rows<{ lights: number }>(
        "select topics ->> 'lights' as lights from revisions where organization_id > 500 order by organization_id",
      )
    ).map(({ lights }) => lights);
  };
  expect(await after("insert into beacons values (501, 'Alpha', '')")).toEqual([1]);
  expect(await after("insert into beacons values (502, 'Beta', '')")).toEqual([1, 1]);
  expect(await after("update beacons set place = 'Hurston'")).toEqual([1, 1]);
  expect(await after("update beacons set name = 'Gamma' where organization_id = 501")).toEqual([2, 1]);
  expect(await after("delete from beacons where organization_id = 502")).toEqual([2, 2]);
  expect(await after("insert into lamps values (501, 'dark')")).toEqual([2, 2]);
  expect(await after("insert into lamps values (501, 'light'), (null, 'light')")).toEqual([3, 2]);
  await raiseRevision(db, 502, "others");
  expect(await readRevisions(db, 502)).toEqual({ lights: 2, others: 1 });
  expect([await readRevisions(db, 501), await readRevisions(db, 503)]).toEqual([{ lights: 3 }, {}]);
});
