import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  AUDIT,
  beaconRecord,
  contextOf,
  coverRecord,
  create,
  failing,
  failureOf,
  interruptedAt,
  lamps,
  lampsRecord,
  makeBeacons,
  newBeacon,
  rename,
  signRecord,
  stored,
} from "../testing/beacons.ts";
import { interrupted, raw, rows, value } from "../testing/database.ts";
import { actorWithoutSession } from "./actor.ts";
import type { Context } from "./context.ts";
import { errors } from "./errors.ts";

beforeEach(makeBeacons);

describe("an idempotency key", () => {
  const keyed = (userId?: number) => contextOf({ idempotencyKey: "one" }, userId);

  it("creates one record for the same user, which a repeated request returns as it is now", async () => {
    const first = await create("Alpha", keyed());
    await beaconRecord.edit(contextOf(), 1, undefined, rename("Omega"));
    const before = await stored();
    expect(await create("Alpha", keyed())).toMatchObject({ id: first.id, name: "Omega", version: 2 });
    expect(await stored()).toBe(before);
    expect(await create("Beta", keyed(2))).toMatchObject({ id: 2, name: "Beta" });
    expect(await create("Gamma", contextOf({ idempotencyKey: "two" }))).toMatchObject({ id: 3 });
  });

  it("returns the record of the first request whatever refuses the repeated one", async () => {
    await create("Alpha", keyed());
    const refused = beaconRecord.create(keyed(), { ...newBeacon("Alpha"), checkBefore: [failing()] });
    expect(await refused).toMatchObject({ id: 1 });
    const unplanned = beaconRecord.create(keyed(), () => Promise.reject(errors.not_found()));
    expect(await unplanned).toMatchObject({ id: 1 });
  });

  it("creates one record of requests at the same time", async () => {
    const both = await Promise.all([create("Alpha", keyed()), create("Beta", keyed())]);
    expect(both.map(({ id }) => id)).toEqual([1, 1]);
    expect(await value("select count(*) from beacons")).toBe(1);
  });

  it("of a record that was removed since is refused with not_found, and creates no second one", async () => {
    await create("Alpha", keyed());
    await beaconRecord.remove(contextOf(), 1, () => ({ audit: AUDIT }));
    expect((await failureOf(create("Alpha", keyed()))).code).toBe("not_found");
    expect(await value("select count(*) from beacons")).toBe(0);
  });

  it("of a record that its user may no longer see is refused with not_found, although the creation itself answers the record", async () => {
    const hidden = (name: string) =>
      beaconRecord.create(keyed(), { ...newBeacon(name), values: { name, secret: "hidden", updatedAt: "" } });
    expect(await hidden("Alpha")).toMatchObject({ id: 1 });
    const before = await stored();
    // The name of the record breaks a unique index the second time.
    for (const name of ["Alpha", "Beta"])
      expect([name, (await failureOf(hidden(name))).code]).toEqual([name, "not_found"]);
    expect(await stored()).toBe(before);
  });

  it("that two kinds of record share creates one of each", async () => {
    await create("Alpha", keyed());
    await create("Beta", contextOf());
    await lampsRecord.edit(
      keyed(),
      2,
      undefined,
      () => ({
        writeAfter: [contextOf().db.run(sql`insert into lamps (beacon_id, color) values (2, 'red')`)],
        audit: AUDIT,
      }),
      { adds: lamps },
    );
    expect(await rows("select beacon_id, color from lamps")).toEqual([{ beacon_id: 2, color: "red" }]);
    expect(await create("Gamma", keyed())).toMatchObject({ id: 1, name: "Alpha" });
    // Without the kind this would be the key of the lamp.
    expect(await create("Delta", contextOf({ idempotencyKey: "2:one" }))).toMatchObject({ id: 3 });
  });

  it("adds a row to each of two records that share it", async () => {
    await create("Alpha", contextOf());
    await create("Beta", contextOf());
    const light = (id: number) =>
      lampsRecord.edit(
        keyed(),
        id,
        undefined,
        () => ({
          writeAfter: [contextOf().db.run(sql`insert into lamps (beacon_id, color) values (${id}, 'red')`)],
          audit: AUDIT,
        }),
        { adds: lamps },
      );
    for (const id of [1, 2, 1, 2]) expect(await light(id)).toMatchObject({ id, colors: ["red"] });
    expect(await rows("select beacon_id from lamps")).toEqual([{ beacon_id: 1 }, { beacon_id: 2 }]);
  });

  it("creates a new record after a failed request, and with each request of a job", async () => {
    await failureOf(beaconRecord.create(keyed(), { ...newBeacon("Alpha"), checkBefore: [failing()] }));
    expect(await create("Alpha", keyed())).toMatchObject({ id: 1 });
    const job = { ...keyed(), actor: actorWithoutSession("job", 1, "The hourly sync") };
    expect([(await create("Beta", job)).id, (await create("Gamma", job)).id]).toEqual([2, 3]);
  });

  it("adds one row of another table in an edit", async () => {
    await create("Alpha");
    const light = (context: Context, color: string) =>
      lampsRecord.edit(
        context,
        1,
        undefined,
        () => {
          if (color === "black") throw errors.invalid_input({ fields: "color" });
          const lamp = sql`insert into lamps (beacon_id, color) values (1, ${color})`;
          return { writeAfter: [context.db.run(lamp)], audit: AUDIT };
        },
        { adds: lamps },
      );
    expect(await light(keyed(), "red")).toMatchObject({ colors: ["red"] });
    for (const color of ["red", "green", "black"])
      expect([color, await light(keyed(), color)]).toMatchObject([color, { colors: ["red"] }]);
    const other = contextOf({ idempotencyKey: "two" });
    expect((await failureOf(light(other, "black"))).code).toBe("invalid_input");
    expect(await light(other, "blue")).toMatchObject({ colors: ["red", "blue"] });
  });
});

describe("upsert", () => {
  const write = (words: string, version?: number, context = contextOf()) =>
    signRecord.upsert(context, "bow", version, (row) =>
      row.words === words
        ? null
        : { set: { words }, audit: [{ action: "sign.changed", entity: { id: null, name: row.id } }] },
    );

  it("stores a record that is not stored yet as version 1, then changes it", async () => {
    expect(await signRecord.get(contextOf(), "bow")).toEqual({ id: "bow", words: null, version: 0 });
    expect(await write("Ahoy", 0)).toEqual({ id: "bow", words: "Ahoy", version: 1 });
    expect(await write("Avast", 1)).toEqual({ id: "bow", words: "Avast", version: 2 });
    expect(await rows("select * from signs")).toEqual([
      {
        ...{ beacon_id: 7, place: "bow", words: "Avast", version: 2 },
        updated_at: "2950-03-14T12:00:00.000Z",
      },
    ]);
    expect(await signRecord.find(contextOf(), sql`1`)).toHaveLength(2);
  });

  it("refuses version 0 of a record that is stored by now, with the current record", async () => {
    await write("Ahoy");
    const refused = await failureOf(write("Avast", 0));
    expect([refused.parameters, refused.extra.current]).toEqual([
      { name: "The sign at the bow" },
      { id: "bow", words: "Ahoy", version: 1 },
    ]);
  });

  it("changes a record that another request stores while the change is planned", async () => {
    const database = interrupted(2, () => write("Ahoy"));
    expect(await write("Avast", undefined, contextOf({ database }))).toMatchObject({
      words: "Avast",
      version: 2,
    });
  });
});

describe("a record of a table without versions", () => {
  const paint = (color: string, context = contextOf(), version?: number) =>
    coverRecord.upsert(context, 7, version, (row) => ({
      set: { color: row.color === null ? color : `${row.color}, then ${color}` },
      audit: [{ action: "beacon.changed" }],
    }));

  it("has version 0 until it is stored, and version 1 from then on", async () => {
    expect(await coverRecord.get(contextOf(), 7)).toEqual({ color: null, version: 0 });
    expect(await paint("red", contextOf(), 0)).toEqual({ color: "red", version: 1 });
    expect(await paint("blue", contextOf(), 1)).toEqual({ color: "red, then blue", version: 1 });
    expect((await failureOf(paint("green", contextOf(), 0))).code).toBe("stale_version");
    expect(await rows("select * from covers")).toEqual([{ beacon_id: 7, color: "red, then blue" }]);
  });

  it("is planned anew where another request stores it or removes it meanwhile", async () => {
    const storing = interrupted(2, () => paint("red"));
    expect((await paint("blue", contextOf({ database: storing }))).color).toBe("red, then blue");
    const removing = interrupted(2, () => raw.DB.prepare("delete from covers").run());
    expect((await paint("green", contextOf({ database: removing }))).color).toBe("green");
  });
});

describe("editBoth", () => {
  beforeEach(async () => {
    await create("Alpha");
    await create("Beta");
  });

  const both = (context: Context, version?: number, otherVersion?: number) =>
    beaconRecord.editBoth(context, [1, version], lampsRecord, [2, otherVersion], (row, other) => [
      { set: { name: `${row.name}!` }, history: ["both"], audit: AUDIT },
      other ? { set: { name: `${other.name}?` }, audit: AUDIT } : null,
    ]);
  const names = () => rows("select name, version from beacons order by id");

  it("writes both records in one batch, and returns the first", async () => {
    expect(await both(contextOf(), 1, 1)).toMatchObject({ id: 1, name: "Alpha!", version: 2 });
    expect(await names()).toEqual([
      { name: "Alpha!", version: 2 },
      { name: "Beta?", version: 2 },
    ]);
    expect(await rows("select entity_id, entity_name from audit_log order by id desc limit 2")).toEqual([
      { entity_id: 2, entity_name: "Beta" },
      { entity_id: 1, entity_name: "Alpha" },
    ]);
  });

  it("refuses a stale version of either with the current first record, and writes nothing", async () => {
    for (const versions of [
      [4, 1],
      [1, 4],
    ] as const) {
      const before = await stored();
      const refused = await failureOf(both(contextOf(), ...versions));
      expect([refused.code, refused.extra.current]).toEqual([
        "stale_version",
        { id: 1, name: "Alpha", version: 1 },
      ]);
      expect(await stored()).toBe(before);
    }
  });

  it("refuses a version of either that becomes stale while the change is planned", async () => {
    for (const id of [1, 2]) {
      const { version } = await beaconRecord.get(contextOf(), id);
      const refused = await failureOf(
        both(interruptedAt(2, id), id === 1 ? version : undefined, id === 2 ? version : undefined),
      );
      expect([refused.code, refused.extra.current]).toEqual([
        "stale_version",
        { id: 1, name: "Alpha", version: 2 },
      ]);
    }
    expect((await names()).map(({ name }) => name)).toEqual(["Alpha", "Beta"]);
  });

  it("without versions plans anew when either changed meanwhile", async () => {
    await both(interruptedAt(2, 1));
    await both(interruptedAt(2, 2));
    expect((await names()).map(({ name }) => name)).toEqual(["Alpha!!", "Beta??"]);
  });

  it("writes nothing where a guard of either fails", async () => {
    const before = await stored();
    const plans = [
      [{ ...rename("A")(), checkBefore: [failing()] }, { ...rename("B")() }],
      [rename("A")(), { set: { name: "B" }, audit: AUDIT, checkBefore: [failing()] }],
      [rename("A")(), { set: { name: "B" }, audit: AUDIT, checkAfter: [failing()] }],
    ] as const;
    for (const plan of plans) {
      const refused = beaconRecord.editBoth(contextOf(), [1, 1], beaconRecord, [2, 1], () => plan);
      expect((await failureOf(refused)).code).toBe("forbidden");
      expect(await stored()).toBe(before);
    }
  });

  it("writes only the first where there is no other, or its plan is empty", async () => {
    const alone = await beaconRecord.editBoth(
      contextOf(),
      [1, 1],
      beaconRecord,
      [sql`(select null)`],
      (_, other) => [{ set: { name: other ? "wrong" : "right" }, audit: AUDIT }, null],
    );
    expect(alone).toMatchObject({ name: "right" });
    expect(await names()).toEqual([
      { name: "right", version: 2 },
      { name: "Beta", version: 1 },
    ]);
  });
});
