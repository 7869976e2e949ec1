import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { controlUex } from "../../testing/uex.ts";
import {
  type Caller,
  settings as current,
  hoursFromNow,
  organization,
  person,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import type { ShipSyncAnswer, ShipSyncStatus, WaitingLoss } from "./ships.schema.ts";
import { syncShipsByJob } from "./sync.ts";
import { fail, listed, SYNC, stored } from "./testing/sync.factory.ts";

let administrator: Caller;
let ids: number[];
beforeEach(async () => {
  await controlUex("reset", {});
  administrator = await person("administrator", 1, "Alma");
  await sync();
  ids = (await listed()).map(({ id }) => Number(id));
});
// All tests share one emulated UEX.
afterAll(() => controlUex("reset", {}));

const sync = () => administrator.ok<ShipSyncAnswer>("POST", SYNC);
const waiting = async () =>
  (await administrator.ok<ShipSyncStatus>("GET", "/api/uex/sync-status")).waiting as WaitingLoss;
const accept = (id: number) => administrator.ok<ShipSyncAnswer>("POST", `${SYNC}/${id}/accept`);
const unlisted = () => value<number>("select count(*) from ships where is_listed = 0");
const job = () => {
  const { db } = openDb(raw.DB, "first-primary");
  return syncShipsByJob(
    { db, env: current(), now: new Date(Date.now() + 25 * 3_600_000), language: "en" },
    1,
  );
};
const notices = () => rows("select kind, details from notices where kind = 'ships.shrunk'");
/** Removes ships from UEX's list: one more than a sync may remove, and `more`. */
const shrink = async (more = 0) => {
  const gone = ids.slice(0, Math.floor(ids.length / 5) + 1 + more);
  await controlUex("remove", { ids: gone });
  return gone;
};

describe("a list that lacks more than a fifth of the ships", () => {
  it("is refused, changes nothing, and waits with the names of the ships; a loss of a fifth is not refused", async () => {
    const [first = 0, ...others] = await shrink();
    const before = await stored();
    expect((await administrator.fails("POST", SYNC)).code).toBe("ships_shrunk");
    expect([await stored(), (await waiting()).ships.length]).toEqual([before, others.length + 1]);
    expect((await waiting()).ships).toContainEqual({
      id: first,
      name: before.find(({ id }) => id === first)?.name,
    });
    await controlUex("add", { rows: [{ id: first, name: "Back" }] });
    expect(await sync()).toMatchObject({ removed: others.length });
    expect(await waiting()).toBeNull();
  });

  it("is accepted by an administrator: these ships become unlisted, and the log names them", async () => {
    const gone = await shrink();
    await administrator.fails("POST", SYNC);
    const loss = await waiting();
    const answer = await administrator.call("POST", `${SYNC}/${loss.id}/accept`);
    expect([answer.status, answer.meter.trips]).toEqual([200, 2]);
    expect(JSON.parse(answer.text)).toMatchObject({ removed: gone.length });
    expect([await unlisted(), await waiting()]).toEqual([gone.length, null]);
    const [entry] = await rows(
      "select actor_name, details from audit_log where action = 'ships.loss_accepted'",
    );
    expect(entry?.["actor_name"]).toBe("Alma");
    expect(String(entry?.["details"])).toContain(loss.ships[0]?.name);
    expect(await sync()).toMatchObject({ removed: 0 });
  });

  it("is accepted for the ships that were shown: many more missing ships wait again", async () => {
    await shrink();
    await administrator.fails("POST", SYNC);
    const { id } = await waiting();
    await controlUex("remove", { ids: ids.slice(100, 200) });
    expect((await administrator.fails("POST", `${SYNC}/${id}/accept`)).code).toBe("ships_shrunk");
    expect(await unlisted()).toBe(0);
    const now = await waiting();
    expect(now.ships.length).toBeGreaterThan(150);
    expect((await administrator.fails("POST", `${SYNC}/${id}/accept`)).code).toBe("ships_not_waiting");
    await accept(now.id);
    expect(await unlisted()).toBe(now.ships.length);
  });

  it("still waits after a sync that failed for another reason, but not after ships came back", async () => {
    const gone = await shrink();
    await administrator.fails("POST", SYNC);
    const { id } = await waiting();
    await fail("status");
    await administrator.fails("POST", SYNC);
    await controlUex("failures/clear", {});
    expect((await waiting()).id).toBe(id);
    await controlUex("add", { rows: gone.map((each) => ({ id: each, name: "Back" })) });
    await sync();
    expect((await administrator.fails("POST", `${SYNC}/${id}/accept`)).code).toBe("ships_not_waiting");
    expect([await unlisted(), await waiting()]).toEqual([0, null]);
  });

  it("fails the daily job, and notifies administrators once until other ships are missing or it is accepted", async () => {
    const gone = await shrink();
    expect(await job()).toEqual({ outcome: "held", error: "ships_shrunk" });
    expect(await job()).toMatchObject({ outcome: "held" });
    expect(await notices()).toEqual([
      { kind: "ships.shrunk", details: JSON.stringify({ missing: gone.length }) },
    ]);
    expect(await value("select count(*) from audit_log where action = 'ships.sync_held'")).toBe(1);
    await controlUex("remove", { ids: ids.slice(100, 110) });
    await job();
    expect(await notices()).toMatchObject([{ details: JSON.stringify({ missing: gone.length + 10 }) }]);
    // Older jobs do not count against UEX's limit.
    await raw.DB.prepare("update ship_syncs set created_at = ?").bind(hoursFromNow(-1)).run();
    await accept((await waiting()).id);
  });

  it("can be accepted only in its own organization", async () => {
    await shrink();
    await administrator.fails("POST", SYNC);
    const { id } = await waiting();
    const other = await person("administrator", await organization());
    expect((await other.fails("POST", `${SYNC}/${id}/accept`)).code).toBe("ships_not_waiting");
    expect(await unlisted()).toBe(0);
  });
});
