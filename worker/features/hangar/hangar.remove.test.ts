import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, interrupted, person, raw, rows, value } from "../../testing/world.ts";
import { ship } from "../ships/testing/ships.factory.ts";
import type { HangarShip } from "./hangar.schema.ts";
import { addTo, shipsPath } from "./testing/hangar.factory.ts";

let owner: Caller;
let caterpillar: number;
beforeEach(async () => {
  owner = await person("member", 1, "Freja");
  caterpillar = await ship({ name: "Caterpillar" });
});

const list = () => owner.ok<HangarShip[]>("GET", shipsPath(owner));
const stored = () => rows("select * from hangar_ships order by id");
const auditEntries = () => rows("select action, readers from audit_log order by id");

describe("removing an entry", () => {
  const path = () => shipsPath(owner, caterpillar);

  it("can be undone with all fields, also the pledges of an import", async () => {
    await addTo(owner, caterpillar, { acquiredDate: "2026-03-14", notes: "At Everus", nickname: "Bug" });
    await raw.DB.prepare("update hangar_ships set quantity = 3, pledges = ?, created_at = '2020-01-01'")
      .bind('[{"id":"77","cost":"$295.00"}]')
      .run();
    const [before] = await stored();
    const removed = await owner.call("DELETE", path());
    expect([removed.status, removed.text, removed.meter.trips]).toEqual([204, "", 2]);
    expect([await stored(), await list()]).toEqual([[], []]);
    const restored = await owner.call("POST", `${path()}/restore`);
    expect([restored.status, restored.meter.trips]).toEqual([201, 2]);
    const [after] = await stored();
    expect(after).toEqual({ ...before, version: 2, updated_at: after?.["updated_at"] });
    expect(JSON.parse(restored.text)).toEqual((await list())[0]);
    expect((await auditEntries()).map(({ action }) => action)).toEqual([
      "hangar.ship_added",
      "hangar.ship_removed",
      "hangar.ship_restored",
    ]);
    expect(await rows("select * from hangar_removals")).toEqual([]);
  });

  it("can be undone once, and not when the ship was added again", async () => {
    await addTo(owner, caterpillar, { quantity: 2 });
    await owner.ok("DELETE", path());
    const both = await Promise.all([1, 2].map(() => owner.call("POST", `${path()}/restore`)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
    await owner.ok("DELETE", path());
    await addTo(owner, caterpillar);
    const { code, current } = await owner.fails("POST", `${path()}/restore`);
    expect([code, current]).toEqual(["ship_owned", (await list())[0]]);
    expect(await value("select quantity from hangar_ships")).toBe(1);
  });

  it("keeps the last removal of a ship, also of one that has left the catalogue", async () => {
    await addTo(owner, caterpillar, { quantity: 2 });
    await owner.ok("DELETE", path());
    await addTo(owner, caterpillar, { quantity: 3 });
    await owner.ok("DELETE", path());
    await raw.DB.prepare("update ships set is_listed = 0").run();
    expect(await owner.ok("POST", `${path()}/restore`)).toMatchObject({
      quantity: 3,
      ship: { isListed: false },
    });
  });

  it("removes the current entry if it changed during the request, and undoes that removal", async () => {
    await addTo(owner, caterpillar, { quantity: 2 });
    const database = interrupted(2, () => owner.ok("PATCH", path(), { quantity: 5, version: 1 }));
    expect((await owner.call("DELETE", path(), { database })).status).toBe(204);
    expect(await owner.ok("POST", `${path()}/restore`)).toMatchObject({ quantity: 5, version: 3 });
  });

  it("keeps no removed entry of a deleted user", async () => {
    await addTo(owner, caterpillar);
    await addTo(owner, await ship());
    await owner.ok("DELETE", path());
    const administrator = await person("administrator");
    await administrator.ok("DELETE", `/api/users/${owner.userId}`);
    for (const table of ["hangars", "hangar_ships", "hangar_removals"]) {
      expect([table, await value(`select count(*) from ${table}`)]).toEqual([table, 0]);
    }
  });
});

describe("hiding the hangar", () => {
  const path = () => `/api/uex/user/${owner.userId}/privacy`;
  const hide = (isHidden: boolean) => owner.call("PATCH", path(), { body: { isHidden } });

  it("is stored and audited once, and writes nothing where nothing changes", async () => {
    expect(await owner.ok("GET", path())).toEqual({ isHidden: false });
    expect((await hide(false)).meter.rowsWritten).toBe(0);
    const tag = (await owner.call("GET", path())).headers.get("ETag") ?? "";
    await Promise.all([hide(true), hide(true)]);
    const fresh = await owner.call("GET", path(), { headers: { "If-None-Match": tag } });
    expect(JSON.parse(fresh.text)).toEqual({ isHidden: true });
    const again = await hide(true);
    expect([again.text, again.meter.rowsWritten, again.meter.trips]).toEqual(['{"isHidden":true}', 0, 2]);
    await hide(false);
    expect(await owner.ok("GET", path())).toEqual({ isHidden: false });
    expect((await auditEntries()).map(({ action, readers }) => [action, readers])).toEqual([
      ["hangar.hidden", "private"],
      ["hangar.shown", "private"],
    ]);
  });

  it("does not change when ships are added and removed", async () => {
    await hide(true);
    await addTo(owner, caterpillar);
    await owner.ok("DELETE", shipsPath(owner, caterpillar));
    expect(await owner.ok("GET", path())).toEqual({ isHidden: true });
  });
});
