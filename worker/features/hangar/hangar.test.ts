import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { everythingStored } from "../../testing/inspect.ts";
import { type Caller, organization, person, raw, rows, value } from "../../testing/world.ts";
import { ship } from "../ships/testing/ships.factory.ts";
import { addShipInput, type HangarShip } from "./hangar.schema.ts";
import { addTo, shipsPath } from "./testing/hangar.factory.ts";

let owner: Caller;
let caterpillar: number;
beforeEach(async () => {
  owner = await person("member", 1, "Freja");
  caterpillar = await ship({ name: "Caterpillar", company_name: "Drake", scu: 576, roles: ["cargo"] });
});

const list = (caller = owner) => caller.ok<HangarShip[]>("GET", shipsPath(caller));
const change = (body: object, shipId = caterpillar) =>
  owner.ok<HangarShip>("PATCH", shipsPath(owner, shipId), body);
const stored = () => rows("select * from hangar_ships order by id");
const auditEntries = () =>
  rows("select action, readers, actor_user_id, entity_name, details from audit_log order by id");
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);

describe("adding a ship", () => {
  it("stores it with its hangar and an audit entry, and lists it with the catalogue's ship", async () => {
    const body = { uexShipId: caterpillar, acquiredDate: "2026-03-14", notes: " At Everus ", quantity: 2 };
    const answer = await owner.call("POST", shipsPath(owner), { body });
    expect([answer.status, answer.meter.trips]).toEqual([201, 3]);
    const entry = JSON.parse(answer.text) as HangarShip;
    expect(entry).toMatchObject({
      ship: { id: caterpillar, name: "Caterpillar", scu: 576, crew: "1-2", isCargo: true, isListed: true },
      acquiredDate: "2026-03-14",
      notes: "At Everus",
      nickname: null,
      quantity: 2,
      version: 1,
      can: { update: true, delete: true },
    });
    expect(await list()).toEqual([entry]);
    expect(await rows("select * from hangars")).toEqual([
      { user_id: owner.userId, organization_id: 1, is_hidden: 0 },
    ]);
    expect(await auditEntries()).toEqual([
      {
        action: "hangar.ship_added",
        readers: "private",
        actor_user_id: owner.userId,
        entity_name: "Caterpillar",
        details: '{"quantity":2}',
      },
    ]);
  });

  it("accepts the old client's dates: none, an empty one, null, a day or an instant", async () => {
    const given = { a: undefined, b: "", c: null, d: "2020-02-29", e: "2026-11-11T23:30:00+01:00" };
    const days: unknown[] = [];
    for (const acquiredDate of Object.values(given)) {
      days.push((await addTo(owner, await ship(), { acquiredDate, notes: "" })).acquiredDate);
    }
    expect(days).toEqual([null, null, null, "2020-02-29", "2026-11-11"]);
    expect(await value("select count(*) from hangar_ships where notes is not null")).toBe(0);
  });

  it("is refused by field, with one sentence for ship and date, and writes nothing", async () => {
    const before = await everythingStored();
    const wrong: [object, string, string?][] = [
      [{}, "uexShipId", "Please select a ship"],
      [{ uexShipId: 0 }, "uexShipId", "Please select a ship"],
      [{ uexShipId: "1" }, "uexShipId", "Please select a ship"],
      [{ uexShipId: 999_999 }, "uexShipId", "Please select a ship"],
      [{ acquiredDate: "2025-02-29" }, "acquiredDate"],
      [{ acquiredDate: "11. nov. 2025" }, "acquiredDate"],
      [{ acquiredDate: "1899-12-31" }, "acquiredDate"],
      [{ acquiredDate: daysFromNow(2) }, "acquiredDate"],
      [{ acquiredDate: `${daysFromNow(2)}T00:00:00Z` }, "acquiredDate"],
      [{ notes: "x".repeat(501) }, "notes"],
      [{ nickname: "x".repeat(61) }, "nickname"],
      [{ quantity: 0 }, "quantity"],
      [{ quantity: 100 }, "quantity"],
      [{ pledges: [] }, "pledges"],
    ];
    for (const [body, field, sentence] of wrong) {
      const all = field === "uexShipId" ? body : { uexShipId: caterpillar, ...body };
      const problem = await owner.fails("POST", shipsPath(owner), all);
      expect([body, problem.code, Object.keys(problem.errors ?? {})]).toEqual([
        body,
        "invalid_input",
        [field],
      ]);
      if (sentence) expect(problem.errors?.[field]).toEqual([sentence]);
    }
    expect(await everythingStored()).toBe(before);
  });

  it("already owned is refused with the current entry, also when it has left the catalogue", async () => {
    const entry = await addTo(owner, caterpillar);
    await raw.DB.prepare("update ships set is_listed = 0").run();
    const before = await everythingStored();
    const problem = await owner.fails("POST", shipsPath(owner), { uexShipId: caterpillar });
    expect(problem).toMatchObject({ status: 409, code: "ship_owned", current: { id: entry.id } });
    expect(problem.detail).toContain("change its quantity");
    expect(await everythingStored()).toBe(before);
  });

  it("that has left the catalogue or is another organization's is refused", async () => {
    const gone = await ship({ name: "Vindicator", is_listed: 0 });
    const problem = await owner.fails("POST", shipsPath(owner), { uexShipId: gone });
    expect([problem.status, problem.code]).toEqual([409, "ship_not_listed"]);
    const theirs = await ship({ organization_id: await organization() });
    expect((await owner.fails("POST", shipsPath(owner), { uexShipId: theirs })).code).toBe("invalid_input");
    expect(await stored()).toEqual([]);
    expect(await value("select count(*) from hangars")).toBe(0);
  });

  it("twice makes one entry: the second request gets the first one's answer by its key, or is refused without one", async () => {
    const post = (headers: Record<string, string>) =>
      owner.call("POST", shipsPath(owner), { body: { uexShipId: caterpillar }, headers });
    const same = await Promise.all([post({ "Idempotency-Key": "one" }), post({ "Idempotency-Key": "one" })]);
    expect(same.map(({ status }) => status)).toEqual([201, 201]);
    expect(JSON.parse(same[0]?.text ?? "")).toEqual(JSON.parse(same[1]?.text ?? ""));
    await owner.ok("DELETE", shipsPath(owner, caterpillar));
    const both = await Promise.all([post({}), post({})]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await value("select count(*) from hangar_ships")).toBe(1);
  });
});

it("stores the day as written, with or without a time", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("2000-01-01"), max: new Date(), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10);
      for (const text of [day, date.toISOString(), `${day}T23:59:59-12:00`, `${day}T00:00:00+14:00`]) {
        expect(addShipInput.parse({ uexShipId: 1, acquiredDate: text }).acquiredDate).toBe(day);
      }
    }),
  );
});

describe("the hangar", () => {
  it("lists the latest acquired ship first and those without a date last, also ships that have left the catalogue", async () => {
    const [old, gone] = [await ship(), await ship()];
    await addTo(owner, gone);
    await addTo(owner, old, { acquiredDate: "2020-01-01" });
    await addTo(owner, caterpillar, { acquiredDate: "2026-03-14" });
    await raw.DB.prepare("update ships set is_listed = 0 where id = ?").bind(gone).run();
    const entries = await list();
    expect(entries.map((each) => [each.ship.id, each.ship.isListed])).toEqual([
      [caterpillar, true],
      [old, true],
      [gone, false],
    ]);
  });

  it("does not exist for other users, not even for administrators", async () => {
    await addTo(owner, caterpillar);
    const before = await stored();
    const path = shipsPath(owner, caterpillar);
    const others = [
      await person("administrator"),
      await person("administrator", await organization()),
      await person(null),
    ];
    for (const other of others) {
      for (const [method, at, body] of [
        ["GET", shipsPath(owner)],
        ["POST", shipsPath(owner), { uexShipId: caterpillar }],
        ["PATCH", path, { quantity: 5 }],
        ["DELETE", path],
        ["POST", `${path}/restore`],
        ["GET", `/api/uex/user/${owner.userId}/privacy`],
        ["PATCH", `/api/uex/user/${owner.userId}/privacy`, { isHidden: true }],
      ] as const) {
        expect([method, at, (await other.fails(method, at, body)).code]).toEqual([method, at, "not_found"]);
      }
      expect(await list(other)).toEqual([]);
    }
    expect(await stored()).toEqual(before);
    expect(await value("select count(*) from hangars")).toBe(1);
  });

  it("reads at most three rows for each entry, whatever the number of others' ships", async () => {
    for (let at = 0; at < 40; at += 1) await addTo(owner, await ship());
    const other = await person("member");
    for (let at = 0; at < 40; at += 1) await addTo(other, await ship());
    const { meter } = await owner.call("GET", shipsPath(owner));
    expect(meter.trips).toBe(1);
    expect(meter.rowsRead).toBeLessThanOrEqual(3 * 40 + 100);
  });
});

describe("changing an entry", () => {
  beforeEach(async () => {
    await addTo(owner, caterpillar, { acquiredDate: "2026-03-14", notes: "At Everus", nickname: "Bug" });
  });

  it("stores it, and records old and new values except notes", async () => {
    const answer = await owner.call("PATCH", shipsPath(owner, caterpillar), {
      body: { quantity: 2, nickname: "Larve", acquiredDate: null, notes: "Secret place", version: 1 },
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      quantity: 2,
      nickname: "Larve",
      acquiredDate: null,
      notes: "Secret place",
      version: 2,
    });
    expect(answer.meter.trips).toBe(2);
    expect((await auditEntries()).at(-1)).toMatchObject({
      action: "hangar.ship_changed",
      details: JSON.stringify({
        fromQuantity: 1,
        toQuantity: 2,
        fromNickname: "Bug",
        toNickname: "Larve",
        fromAcquiredDate: "2026-03-14",
        toAcquiredDate: null,
      }),
    });
  });

  it("keeps omitted fields, clears empty ones, and writes nothing where nothing changes", async () => {
    expect(await change({ notes: "" })).toMatchObject({ notes: null, nickname: "Bug", quantity: 1 });
    const again = await owner.call("PATCH", shipsPath(owner, caterpillar), {
      body: { notes: "", nickname: "Bug", acquiredDate: "2026-03-14T00:00:00Z", quantity: 1, version: 2 },
    });
    expect([again.status, again.meter.rowsWritten]).toEqual([200, 0]);
  });

  it("is refused from an older version, with the current entry", async () => {
    await change({ quantity: 2, version: 1 });
    const problem = await owner.fails("PATCH", shipsPath(owner, caterpillar), { quantity: 3, version: 1 });
    expect(problem).toMatchObject({
      status: 409,
      code: "stale_version",
      current: { quantity: 2, version: 2 },
    });
    expect(await value("select quantity from hangar_ships")).toBe(2);
  });

  it("is refused for a ship that is not in the hangar", async () => {
    const path = shipsPath(owner, await ship());
    expect((await owner.fails("PATCH", path, { quantity: 2 })).code).toBe("not_found");
    expect((await owner.fails("DELETE", path)).code).toBe("not_found");
    expect((await owner.fails("POST", `${path}/restore`)).code).toBe("not_found");
  });
});
