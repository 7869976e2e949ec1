import { expect, it } from "vitest";
import { raw, rows } from "../../testing/world.ts";
import { charged } from "./charged.ts";
import { counted, newWork } from "./counted.ts";

it("refuses parameters that D1 would store as another type, by their place", () => {
  const client = counted(raw.DB, newWork());
  const select = client.prepare("select ?, ?");
  for (const value of [null, "", "[1,2]", 0, -1.5, true]) expect(() => select.bind(1, value)).not.toThrow();
  const refused: [value: unknown, found: string][] = [
    [[1, 2], "a list"],
    [[], "a list"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [new Uint8Array(1), "object"],
    [new Date(), "object"],
    [undefined, "undefined"],
    [5n, "bigint"],
  ];
  for (const [value, found] of refused)
    expect(() => select.bind(1, value)).toThrow(`parameter 2 is ${found}: D1 takes`);
});

it("counts D1's figures for every kind of call, also below the client that charges a budget", async () => {
  await raw.DB.batch(
    ["create table beacons (name text)", "insert into beacons values ('a'), ('b'), ('c')"].map((each) =>
      raw.DB.prepare(each),
    ),
  );
  const work = newWork();
  const plain = counted(raw.DB, work);
  const toll = { ahead: () => null, refused: () => new Error(), after: () => undefined };
  const seen: number[][] = [];
  for (const client of [plain, charged(plain, toll)]) {
    const select = client.prepare("select name from beacons");
    const insert = client.prepare("insert into beacons values (?)");
    const asked = [
      () => select.all(),
      () => select.run(),
      () => select.first(),
      () => select.raw(),
      () => insert.bind("d").run(),
      () => client.batch([select, insert.bind("e"), select]),
      () =>
        client
          .prepare("select 1 from missing")
          .all()
          .catch(() => null),
    ];
    for (const ask of asked) {
      const { trips, rowsRead, rowsWritten } = work;
      await ask();
      seen.push([work.trips - trips, work.rowsRead - rowsRead, work.rowsWritten - rowsWritten]);
    }
  }
  expect(seen.slice(0, 7)).toEqual([
    ...[
      [1, 3, 0],
      [1, 3, 0],
      [1, 3, 0],
      [1, 3, 0],
    ],
    ...[
      [1, 0, 1],
      [1, 9, 1],
      [1, 0, 0],
    ],
  ]);
  expect(seen.slice(7)).toEqual([
    ...[
      [1, 5, 0],
      [1, 5, 0],
      [1, 5, 0],
      [1, 5, 0],
    ],
    ...[
      [1, 0, 1],
      [1, 13, 1],
      [1, 0, 0],
    ],
  ]);
  expect(await rows("select count(*) as count from beacons")).toEqual([{ count: 7 }]);
});
