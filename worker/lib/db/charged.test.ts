import { beforeEach, expect, it } from "vitest";
import { raw, rows } from "../../testing/world.ts";
import { charged } from "./charged.ts";

/** The counted rows: ahead of the batch, and written beyond these. */
let counted: { ahead: number; after: number[] };
const insert = (name: string, into = "beacons") =>
  `insert into ${into} (name) values ('${name}') returning name`;

/** A client whose first writing batch carries a statement, if any, and counts so many rows. */
function client(counts: number | null, statement: string | null = null) {
  counted = { ahead: 0, after: [] };
  return charged(raw.DB, {
    ahead(plain) {
      counted.ahead += 1;
      return counts === null
        ? null
        : { rows: counts, statement: statement === null ? null : plain.prepare(statement) };
    },
    refused: () => new Error("refused"),
    after: (beyond) => void counted.after.push(beyond),
  });
}
const names = (from = "beacons") => rows(`select name from ${from} order by rowid`);

beforeEach(async () => {
  await raw.DB.batch([
    raw.DB.prepare("create table beacons (name text)"),
    raw.DB.prepare("create table tolls (name text, constraint daily_budget check (name <> 'beyond'))"),
    raw.DB.prepare("create table others (name text check (name <> 'beyond'))"),
  ]);
});

it("charges statements that can write, however they begin, and none that only reads", async () => {
  const cases: [text: string, isCounted: boolean][] = [
    ["select name from beacons", false],
    ["  Select 'delete', 'insert'", false],
    ["with n as (select 1) select * from n", false],
    ["pragma table_info(beacons)", false],
    ["with n as (select 'a' as name) insert into beacons select name from n", true],
    ["\n WITH n as (select 'a' as name) DELETE from beacons where name in (select name from n)", true],
    ["with n as (select 'a' as name) update beacons set name = 'b' where name in n", true],
    [insert("a"), true],
    ["update beacons set name = 'c'", true],
    ["delete from beacons", true],
    ["create table signs (name text)", true],
  ];
  for (const [text, isCounted] of cases) {
    await client(9).prepare(text).run();
    expect([text, counted.ahead]).toEqual([text, Number(isCounted)]);
  }
});

it("adds its statement to the first batch with a statement that writes, and to no other, and keeps the answers", async () => {
  const db = client(99, insert("toll", "tolls"));
  const read = () => db.prepare("select count(*) as count from tolls");
  expect((await db.batch([read()]))[0]?.results).toEqual([{ count: 0 }]);
  const answers = await db.batch<object>([read(), db.prepare(insert("Alpha"))]);
  expect(answers.map(({ results }) => results)).toEqual([[{ count: 1 }], [{ name: "Alpha" }]]);
  expect((await db.batch([db.prepare(insert("Beta"))]))[0]?.results).toEqual([{ name: "Beta" }]);
  expect([counted.ahead, await names("tolls")]).toEqual([1, [{ name: "toll" }]]);
  expect([await names(), counted.after]).toEqual([[{ name: "Alpha" }, { name: "Beta" }], []]);
});

it("answers single statements as D1 does, whether they write or read", async () => {
  for (const text of [
    `${insert("Alpha")}, name || ?1 as more`,
    "select name, name || ?1 as more from beacons limit 1",
  ]) {
    const statement = () => client(9, insert("toll", "tolls")).prepare(text).bind("!");
    const row = { name: "Alpha", more: "Alpha!" };
    expect((await statement().all()).results).toEqual([row]);
    expect((await statement().run()).results).toEqual([row]);
    expect(await statement().first()).toEqual(row);
    expect(await statement().raw()).toEqual([Object.values(row)]);
  }
  expect(
    await client(9).prepare("delete from beacons where name = 'Beta' returning name").first(),
  ).toBeNull();
});

it("writes nothing where its statement is refused, and passes on every other error", async () => {
  const [refused, broken] = [insert("beyond", "tolls"), insert("beyond", "others")];
  await expect(client(1, refused).prepare(insert("Alpha")).run()).rejects.toThrow(/^refused$/);
  await expect(client(1).prepare(broken).run()).rejects.toThrow("CHECK constraint failed: name");
  expect(await names()).toEqual([]);
});

it("reports rows written beyond those counted, batch by batch, and none where nothing is counted", async () => {
  const write = async (db: D1Database, ...times: number[]) => {
    for (const count of times)
      await db.batch(Array.from({ length: count }, () => db.prepare(insert("Alpha"))));
    return counted.after;
  };
  expect(await write(client(2), 1, 1)).toEqual([]);
  expect(await write(client(2), 1, 2, 3)).toEqual([1, 3]);
  expect(await write(client(0), 1)).toEqual([1]);
  expect(await write(client(1, insert("toll", "tolls")), 1)).toEqual([1]);
  expect(await write(client(null), 3, 3)).toEqual([]);
  expect(counted.ahead).toBe(2);
});
