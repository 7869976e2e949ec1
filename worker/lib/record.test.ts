import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  AUDIT,
  alwaysHolds,
  beaconRecord,
  contextOf,
  create,
  failing,
  failureOf,
  interruptedAt,
  lamps,
  lampsRecord,
  makeBeacons,
  newBeacon,
  rename,
  stored,
} from "../testing/beacons.ts";
import { interrupted, raw, rows, value } from "../testing/database.ts";
import type { Context } from "./context.ts";
import { errors } from "./errors.ts";
import { Changed, guard } from "./guard.ts";

beforeEach(makeBeacons);

describe("create", () => {
  it("writes record, history and audit entry in one batch, and returns the record", async () => {
    expect(await create("Alpha")).toMatchObject({ id: 1, name: "Alpha", version: 1 });
    expect(await rows("select * from beacon_history")).toEqual([{ beacon_id: 1, entry: "made Alpha" }]);
    expect(await rows("select action, entity_id, entity_name, actor_name from audit_log")).toEqual([
      { action: "beacon.changed", entity_id: 1, entity_name: "Alpha", actor_name: "Ada" },
    ]);
  });

  it("runs the statements of `writeBefore` ahead of the insert, and those of `writeAfter` after it with the new id", async () => {
    const { db } = contextOf();
    await beaconRecord.create(contextOf(), {
      ...newBeacon("Alpha"),
      writeBefore: [db.run(sql`insert into lamps (beacon_id, color) values (0, 'red')`)],
      writeAfter: (id) => [db.run(sql`insert into lamps (beacon_id, color) values (${id}, 'green')`)],
    });
    expect(await rows("select beacon_id, color from lamps")).toEqual([
      { beacon_id: 0, color: "red" },
      { beacon_id: 1, color: "green" },
    ]);
  });

  it("plans anew after a concurrent change, three times at most", async () => {
    const counted: number[] = [];
    const make = (times: number) => async () => {
      const count = await value<number>("select count(*) from lamps");
      counted.push(count);
      if (counted.length <= times)
        await raw.DB.prepare("insert into lamps (beacon_id, color) values (0, 'red')").run();
      const isUnchanged = sql`(select count(*) from lamps) = ${count}`;
      const stale = new Changed(errors.stale_version({ name: "The lamps" }));
      return { ...newBeacon(`Beacon ${count}`), checkBefore: [guard(isUnchanged, stale)] };
    };
    const made = await beaconRecord.create(contextOf(), make(2));
    expect([counted, made.name]).toEqual([[0, 1, 2], "Beacon 2"]);
    const refused = await failureOf(beaconRecord.create(contextOf(), make(9)));
    expect([counted, refused.code]).toEqual([[0, 1, 2, 2, 3, 4], "stale_version"]);
  });

  it("writes nothing where a guard before or after the change fails, or a unique index breaks", async () => {
    await create("Alpha");
    const before = await stored();
    const taken = errors.invalid_input({ fields: "name" });
    for (const [plan, code] of [
      [{ ...newBeacon("Beta"), checkBefore: [alwaysHolds, failing()] }, "forbidden"],
      [{ ...newBeacon("Beta"), checkAfter: [alwaysHolds, failing()] }, "forbidden"],
      [{ ...newBeacon("Alpha"), taken: { "beacons.name": taken } }, "invalid_input"],
    ] as const) {
      expect((await failureOf(beaconRecord.create(contextOf(), plan))).code).toBe(code);
      expect(await stored()).toBe(before);
    }
  });
});

describe("get", () => {
  it("returns one record by its id or by SQL for it, and throws not_found for a missing one", async () => {
    await create("Alpha");
    expect(await beaconRecord.get(contextOf(), 1)).toMatchObject({ name: "Alpha" });
    expect(await beaconRecord.get(contextOf(), sql`(select 1)`)).toMatchObject({ name: "Alpha" });
    for (const id of [2, sql`(select null)`])
      expect((await failureOf(beaconRecord.get(contextOf(), id))).code).toBe("not_found");
  });
});

describe("edit", () => {
  beforeEach(async () => {
    await create("Alpha");
  });

  it("writes change, history and audit entry in one batch, and returns the record at its next version", async () => {
    const edited = await beaconRecord.edit(contextOf(), 1, 1, rename("Beta"));
    expect(edited).toMatchObject({ name: "Beta", version: 2, updatedAt: "2950-03-14T12:00:00.000Z" });
    expect(await rows("select entry from beacon_history")).toHaveLength(2);
    // About the record as it was called before.
    expect(await value("select entity_name from audit_log order by id desc limit 1")).toBe("Alpha");
  });

  it("writes nothing for a plan that is null", async () => {
    const before = await stored();
    expect(await beaconRecord.edit(contextOf(), 1, 1, () => null)).toMatchObject({ name: "Alpha" });
    expect(await stored()).toBe(before);
  });

  it("leaves version and time as they are where the plan says so, or sets nothing", async () => {
    const kept = await beaconRecord.edit(contextOf(), 1, 1, () => ({
      ...rename("Beta")(),
      keepsVersion: true,
    }));
    expect(kept).toMatchObject({ name: "Beta", version: 1, updatedAt: "" });
    expect(await beaconRecord.edit(contextOf(), 1, 1, () => ({ audit: AUDIT }))).toMatchObject({
      version: 1,
    });
  });

  it("refuses a stale version with 409 and the current record, as far as its schema names it", async () => {
    await beaconRecord.edit(contextOf(), 1, 1, rename("Beta"));
    const before = await stored();
    const refused = await failureOf(beaconRecord.edit(contextOf(), 1, 1, rename("Gamma")));
    expect([refused.code, refused.entry.status, refused.parameters]).toEqual([
      "stale_version",
      409,
      { name: "Beta" },
    ]);
    expect(refused.extra.current).toEqual({ id: 1, name: "Beta", version: 2 });
    expect(await stored()).toBe(before);
  });

  it("refuses a version that becomes stale while the change is planned, in the same way", async () => {
    const refused = await failureOf(beaconRecord.edit(interruptedAt(2, 1), 1, 1, rename("Beta")));
    expect([refused.code, refused.extra.current]).toEqual([
      "stale_version",
      { id: 1, name: "Alpha", version: 2 },
    ]);
    expect(await value("select name from beacons")).toBe("Alpha");
  });

  it("without a version plans anew after another user's concurrent change", async () => {
    const planned: number[] = [];
    const edited = await beaconRecord.edit(interruptedAt(2, 1), 1, undefined, (row) => {
      planned.push(row.version);
      return { set: { name: `${row.name} ${row.secret}` }, audit: AUDIT };
    });
    expect(planned).toEqual([1, 2]);
    expect(edited).toMatchObject({ name: "Alpha theirs", version: 3 });
    expect(await rows("select 1 from audit_log")).toHaveLength(2);
  });

  it("without a version gives up after three tries, with the current record", async () => {
    let tries = 0;
    const refused = await failureOf(
      beaconRecord.edit(contextOf(), 1, undefined, async () => {
        tries += 1;
        await raw.DB.prepare("update beacons set version = version + 1").run();
        return rename("Beta")();
      }),
    );
    expect([tries, refused.code, refused.extra.current]).toEqual([
      3,
      "stale_version",
      { id: 1, name: "Alpha", version: 4 },
    ]);
  });

  it("plans anew after a change of other data that the plan was made from, also with a version", async () => {
    let tries = 0;
    const edited = await lampsRecord.edit(contextOf(), 1, 1, async (row) => {
      tries += 1;
      if (tries === 1) await raw.DB.prepare("insert into lamps (beacon_id, color) values (1, 'red')").run();
      return {
        set: { name: row.colors.join() || "none" },
        unchanged: [sql`(select count(*) from lamps where beacon_id = 1) = ${row.colors.length}`],
        audit: AUDIT,
      };
    });
    expect([tries, edited.name]).toEqual([2, "red"]);
  });

  it("writes nothing where a guard before or after the change fails, and throws its error", async () => {
    const before = await stored();
    for (const guards of [
      { checkBefore: [alwaysHolds, failing()] },
      { checkAfter: [alwaysHolds, failing()] },
    ]) {
      const refused = beaconRecord.edit(contextOf(), 1, 1, () => ({ ...rename("Beta")(), ...guards }));
      expect((await failureOf(refused)).code).toBe("forbidden");
      expect(await stored()).toBe(before);
    }
  });

  it("adds the current record to a conflict without one, thrown by the plan or by one of its guards", async () => {
    const conflict = () => errors.stale_version({ name: "The lamps" });
    for (const [make, current] of [
      [() => Promise.reject(conflict()), { id: 1, name: "Alpha", version: 1 }],
      [
        () => ({ ...rename("Beta")(), checkAfter: [failing(conflict())] }),
        { id: 1, name: "Alpha", version: 1 },
      ],
      [() => Promise.reject(errors.stale_version({ name: "" }, { current: "other" })), "other"],
      [() => Promise.reject(errors.forbidden({ permission: "" })), undefined],
    ] as const) {
      const refused = await failureOf(beaconRecord.edit(contextOf(), 1, 1, make));
      expect(refused.extra.current).toEqual(current);
    }
  });

  it("throws not_found for a missing record, also for one that is removed while the change is planned", async () => {
    expect((await failureOf(beaconRecord.edit(contextOf(), 2, undefined, rename("B")))).code).toBe(
      "not_found",
    );
    const removing = interrupted(2, () => raw.DB.prepare("delete from beacons").run());
    const refused = beaconRecord.edit(contextOf({ database: removing }), 1, undefined, rename("B"));
    expect((await failureOf(refused)).code).toBe("not_found");
  });

  it("hands the results of further statements to the plan, in the round trip that reads the record", async () => {
    const context = contextOf();
    const more = [context.db.all<{ n: number }>(sql`select 42 as n`)];
    const edited = await beaconRecord.edit(
      context,
      1,
      1,
      (_, [found]) => rename(String((found as { n: number }[])[0]?.n))(),
      { more },
    );
    expect(edited.name).toBe("42");
  });

  it("returns a root with its parts as they are after the change", async () => {
    const { db } = contextOf();
    const lit = await lampsRecord.edit(contextOf(), 1, 1, () => ({
      set: {},
      writeAfter: [db.run(sql`insert into lamps (beacon_id, color) values (1, 'red')`)],
      audit: AUDIT,
    }));
    expect(lit).toEqual({ id: 1, name: "Alpha", version: 2, colors: ["red"] });
    expect(await lampsRecord.get(contextOf(), 1)).toEqual(lit);
  });
});

describe("remove", () => {
  beforeEach(async () => {
    await create("Alpha");
  });

  it("removes a record of any version with an audit entry under its name", async () => {
    await beaconRecord.edit(contextOf(), 1, 1, rename("Beta"));
    const { db } = contextOf();
    await beaconRecord.remove(contextOf(), 1, () => ({
      audit: AUDIT,
      writeAfter: [db.delete(lamps).where(eq(lamps.beaconId, 1))],
    }));
    expect(await rows("select 1 from beacons")).toEqual([]);
    expect(await value("select entity_name from audit_log order by id desc limit 1")).toBe("Beta");
  });

  it("removes nothing where a guard fails", async () => {
    const before = await stored();
    const refused = beaconRecord.remove(contextOf(), 1, () => ({ checkBefore: [failing()], audit: AUDIT }));
    expect((await failureOf(refused)).code).toBe("forbidden");
    expect(await stored()).toBe(before);
  });

  it("with a guard of the read version plans anew after a concurrent change, three times at most", async () => {
    const planned: number[] = [];
    const removal = (context: Context, times: number) =>
      beaconRecord.remove(context, 1, async (row) => {
        planned.push(row.version);
        if (planned.length <= times) await raw.DB.prepare("update beacons set version = version + 1").run();
        return { checkBefore: [beaconRecord.guardVersion(context, row)], audit: AUDIT };
      });
    const refused = await failureOf(removal(contextOf(), 3));
    expect([planned, refused.code, refused.extra.current]).toEqual([
      [1, 2, 3],
      "stale_version",
      { id: 1, name: "Alpha", version: 4 },
    ]);
    await removal(contextOf(), 4);
    expect(planned).toEqual([1, 2, 3, 4, 5]);
    expect(await value("select count(*) from beacons")).toBe(0);
  });

  it("throws not_found for a missing record, also for one that another request has just removed", async () => {
    expect((await failureOf(beaconRecord.remove(contextOf(), 2, () => ({ audit: AUDIT })))).code).toBe(
      "not_found",
    );
    const removing = interrupted(2, () => raw.DB.prepare("delete from beacons").run());
    const refused = beaconRecord.remove(contextOf({ database: removing }), 1, () => ({ audit: AUDIT }));
    expect((await failureOf(refused)).code).toBe("not_found");
  });
});
