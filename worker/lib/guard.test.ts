import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, describe, expect, it } from "vitest";
import { raw, rows } from "../testing/world.ts";
import type { Db } from "./db/client.ts";
import { AppError, errors } from "./errors.ts";
import { Changed, guard, retrying, write } from "./guard.ts";

const TRUE = sql`1`;
const FALSE = sql`0`;
const UNKNOWN = sql`null`;

let db: Db;
beforeEach(async () => {
  db = drizzle(raw.DB);
  await raw.DB.prepare(
    "create table beacons (id integer primary key, name text unique, place text, number integer)",
  ).run();
  await raw.DB.prepare("create unique index beacons_place on beacons (place, number)").run();
});

const add = (name: string, place: string | null = null) =>
  db.run(sql`insert into beacons (name, place, number) values (${name}, ${place}, 1)`);
const stored = () => rows("select name from beacons order by id");
const error = (name: string) => errors.stale_version({ name });

describe("write", () => {
  it("runs statements in their order, and returns their results without those of guards", async () => {
    const results = await write(db, [
      guard(TRUE, error("first")),
      add("Alpha"),
      guard(sql`exists (select 1 from beacons where name = 'Alpha')`, error("second")),
      db.all(sql`select name from beacons`),
    ]);
    expect(results).toHaveLength(2);
    expect(results[1]).toEqual([{ name: "Alpha" }]);
  });

  it("runs nothing for no steps", async () => {
    expect(await write(db, [])).toEqual([]);
  });

  it("throws the error of the first guard that does not hold, and writes nothing", async () => {
    for (const wrong of [FALSE, UNKNOWN]) {
      const [first, second] = [error("first"), error("second")];
      const steps = [
        add("Alpha"),
        guard(TRUE, error("held")),
        guard(wrong, first),
        add("Beta"),
        guard(FALSE, second),
      ];
      await expect(write(db, steps)).rejects.toBe(first);
      expect(await stored()).toEqual([]);
    }
  });

  it("names the right one of many guards", async () => {
    const all = Array.from({ length: 25 }, (_, at) => error(`guard ${at}`));
    for (const wrong of [0, 1, 12, 24]) {
      const steps = all.map((each, at) => guard(at === wrong ? FALSE : TRUE, each));
      await expect(write(db, steps)).rejects.toBe(all[wrong]);
    }
  });

  it("makes the error of a guard by its function only when the guard fails", async () => {
    let calls = 0;
    const changed = async () => {
      calls += 1;
      return error("made");
    };
    await write(db, [guard(TRUE, changed)]);
    expect(calls).toBe(0);
    await expect(write(db, [guard(FALSE, changed)])).rejects.toMatchObject({ parameters: { name: "made" } });
    expect(calls).toBe(1);
  });

  it("throws the error for a broken unique index, named by its column or by its own name", async () => {
    await write(db, [add("Alpha", "Ariel")]);
    const [byColumn, byPlace] = [error("column"), error("place")];
    const taken = { "beacons.name": byColumn, "beacons.place": byPlace };
    await expect(write(db, [add("Beta"), add("Alpha")], taken)).rejects.toBe(byColumn);
    await expect(write(db, [add("Beta", "Ariel")], taken)).rejects.toBe(byPlace);
    expect(await stored()).toEqual([{ name: "Alpha" }]);
  });

  it("throws the database's own error for an index without a declared error, and for a faulty statement", async () => {
    await write(db, [add("Alpha")]);
    for (const step of [add("Alpha"), db.run(sql`insert into nowhere values (1)`)]) {
      const thrown = await write(db, [step], { "beacons.place": error("place") }).catch((each) => each);
      expect(thrown).toBeInstanceOf(Error);
      expect(thrown).not.toBeInstanceOf(AppError);
    }
  });

  it("does not mistake a value that reads like a guard's place for a guard", async () => {
    const steps = [guard(TRUE, error("held")), add("'guard 0'"), add("'guard 0'")];
    const thrown = await write(db, steps).catch((each) => each);
    expect(thrown).not.toBeInstanceOf(AppError);
  });
});

describe("retrying", () => {
  it("tries three times at most while the error is Changed, and throws the last one", async () => {
    const thrown: Changed[] = [];
    const attempt = async () => {
      thrown.push(new Changed(error(`try ${thrown.length + 1}`)));
      throw thrown.at(-1);
    };
    await expect(retrying(attempt)).rejects.toMatchObject({
      code: "stale_version",
      parameters: { name: "try 3" },
    });
    expect(thrown).toHaveLength(3);
  });

  it("returns the first answer, and throws every other error at once", async () => {
    let tries = 0;
    const second = async () => {
      tries += 1;
      if (tries === 1) throw new Changed(error("first"));
      return tries;
    };
    expect(await retrying(second)).toBe(2);
    const other = error("other");
    await expect(
      retrying(async () => {
        tries += 1;
        throw other;
      }),
    ).rejects.toBe(other);
    expect(tries).toBe(3);
  });
});
