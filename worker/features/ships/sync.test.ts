import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { controlUex } from "../../testing/uex.ts";
import {
  type Caller,
  settings as current,
  organization,
  person,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import { type ShipSyncAnswer, type ShipSyncStatus, SYNCS_PER_MINUTE } from "./ships.schema.ts";
import { syncShipsByJob } from "./sync.ts";
import { fail, listed, passMinute, SYNC, stored } from "./testing/sync.factory.ts";
import { freshSecondsOf } from "./uex.ts";

type Asked = { path: string; tag: string | null; authorization: string | null; agent: string | null };

let administrator: Caller;
beforeEach(async () => {
  await controlUex("reset", {});
  administrator = await person("administrator", 1, "Ada");
});

// All tests share one emulated UEX.
afterAll(() => controlUex("reset", {}));

const sync = () => administrator.ok<ShipSyncAnswer>("POST", SYNC);
const status = () => administrator.ok<ShipSyncStatus>("GET", "/api/uex/sync-status");
const asked = () => controlUex<Asked[]>("requests");
const job = (organizationId = 1, now = new Date()) => {
  const { db } = openDb(raw.DB, "first-primary");
  return syncShipsByJob({ db, env: current(), now, language: "en" }, organizationId);
};

describe("a ship sync", () => {
  it("stores UEX's whole list with one call to UEX and three to D1, and audits it", async () => {
    const answer = await administrator.call("POST", SYNC);
    const list = await listed();
    expect(JSON.parse(answer.text)).toEqual({
      count: list.length,
      shipsProcessed: list.length,
      added: list.length,
      updated: 0,
      removed: 0,
      unreadable: 0,
    });
    expect(list.length).toBeGreaterThan(290);
    expect(await asked()).toMatchObject([{ path: "/2.0/vehicles", authorization: null, tag: null }]);
    expect((await asked())[0]?.agent).toBe(`CommandCentre/1.0 (+${raw["APP_URL"]})`);
    expect(answer.meter.trips).toBe(3);
    expect(await stored()).toHaveLength(list.length);
    const catalogue = await administrator.call("GET", "/api/uex/ships");
    expect(catalogue.meter.trips).toBe(1);
    expect(catalogue.meter.rowsRead).toBeLessThanOrEqual(3 * list.length + 100);
    expect(await status()).toMatchObject({ status: "completed", recordsProcessed: list.length, error: null });
    expect(await rows("select action, actor_name from audit_log")).toMatchObject([
      { action: "ships.synced" },
    ]);
    const [caterpillar] = await rows("select * from ships where name = 'Caterpillar'");
    expect(caterpillar).toMatchObject({
      company_name: "Drake Interplanetary",
      scu: 576,
      crew_min: 1,
      crew_max: 4,
      size: "large",
      roles: '["cargo"]',
      container_sizes: "[1,2,4,8,16,24,32]",
    });
    const [without] = await rows("select * from ships where scu = 0 and is_listed = 1");
    expect(without).toMatchObject({ container_sizes: null });
    expect(JSON.parse(catalogue.text)).toContainEqual(
      expect.objectContaining({ name: "Caterpillar", containerSizes: [1, 2, 4, 8, 16, 24, 32] }),
    );
  });

  it("without changes sends its entity tag, writes only its own record, and does not raise the topic of ships", async () => {
    await sync();
    const before = [await stored(), await value("select count(*) from audit_log")];
    const tag = (await administrator.call("GET", "/api/uex/ships")).headers.get("ETag") ?? "";
    const again = await administrator.call("POST", SYNC);
    expect(JSON.parse(again.text)).toMatchObject({ count: (await listed()).length, added: 0, updated: 0 });
    expect((await asked())[1]?.tag).toMatch(/^"/);
    expect([await stored(), await value("select count(*) from audit_log")]).toEqual(before);
    // Its record with two indexes, and the revision of its topic, at its beginning and end.
    expect(again.meter.rowsWritten).toBeLessThanOrEqual(8);
    const polled = await administrator.call("GET", "/api/uex/ships", { headers: { "If-None-Match": tag } });
    expect([polled.status, polled.meter.trips]).toEqual([304, 1]);
  });

  it("of the same list with another tag writes no ship", async () => {
    await sync();
    await raw.DB.prepare("update ship_syncs set etag = null").run();
    const again = await administrator.call("POST", SYNC);
    expect(JSON.parse(again.text)).toMatchObject({ added: 0, updated: 0, removed: 0 });
    expect(again.meter.rowsWritten).toBeLessThanOrEqual(8);
    expect((await asked())[1]?.tag).toBeNull();
  });

  it("of another deployment parses the same list again", async () => {
    await sync();
    await raw.DB.prepare("update ship_syncs set deployment = 'older'").run();
    await raw.DB.prepare("update ships set scu = 1 where id = 5").run();
    expect(await sync()).toMatchObject({ updated: 1 });
  });

  it("updates changed ships, marks removed ones, and lists them again when they return", async () => {
    await sync();
    const tag = (await administrator.call("GET", "/api/uex/ships")).headers.get("ETag") ?? "";
    const [first, second] = await listed();
    await controlUex("change", { id: first?.id, set: { name: "Renamed", scu: "77" } });
    await controlUex("remove", { ids: [second?.id] });
    expect(await sync()).toMatchObject({ added: 0, updated: 1, removed: 1 });
    expect(await stored()).toContainEqual(
      expect.objectContaining({ name: "Renamed", scu: 77, is_listed: 1 }),
    );
    expect(await value("select is_listed from ships where id = ?", second?.id)).toBe(0);
    const polled = await administrator.call("GET", "/api/uex/ships", { headers: { "If-None-Match": tag } });
    expect(polled.status).toBe(200);
    expect(JSON.parse(polled.text)).toContainEqual(
      expect.objectContaining({ id: second?.id, isListed: false }),
    );
    await controlUex("add", { rows: [second] });
    expect(await sync()).toMatchObject({ added: 0, updated: 1, removed: 0 });
    expect(await value("select is_listed from ships where id = ?", second?.id)).toBe(1);
  });

  it("does not change a ship whose entry has no name, and counts it", async () => {
    await sync();
    const [first] = await listed();
    const before = await rows("select * from ships where id = ?", first?.id);
    await controlUex("change", { id: first?.id, set: { name: "", name_full: null, crew: "1" } });
    expect(await sync()).toMatchObject({ updated: 0, removed: 0, unreadable: 1 });
    expect(await rows("select * from ships where id = ?", first?.id)).toEqual(before);
    expect(await status()).toMatchObject({ status: "completed", unreadable: 1 });
  });

  it("lists a new ship whose crew and size cannot be read, with these empty, and counts it", async () => {
    await sync();
    const added = { id: 9_000, name: "Odd One", crew: "a few", scu: "lots", pad_type: "?", is_cargo: 1 };
    await controlUex("add", { rows: [added] });
    expect(await sync()).toMatchObject({ added: 1, unreadable: 1 });
    expect(
      await rows("select name, scu, crew_min, crew_max, size, is_listed from ships where id = 9000"),
    ).toEqual([{ name: "Odd One", scu: 0, crew_min: null, crew_max: null, size: null, is_listed: 1 }]);
  });

  it("removes no ship while an entry has no id", async () => {
    await sync();
    const [first, second] = await listed();
    await controlUex("change", { id: first?.id, drop: ["id"] });
    await controlUex("remove", { ids: [second?.id] });
    expect(await sync()).toMatchObject({ removed: 0, unreadable: 1 });
    expect(await value("select count(*) from ships where is_listed = 0")).toBe(0);
  });

  it("belongs to one organization", async () => {
    const other = await person("administrator", await organization());
    await sync();
    expect(await other.ok("GET", "/api/uex/ships")).toEqual([]);
    expect(await other.ok("GET", "/api/uex/sync-status")).toBeNull();
  });

  it("waits as long as UEX demands, without another request", async () => {
    await fail("rate_limit", { retryAfter: 90, times: 1 });
    const first = await administrator.call("POST", SYNC);
    expect([first.status, first.headers.get("Retry-After")]).toEqual([503, "90"]);
    expect((await administrator.fails("POST", SYNC)).code).toBe("ships_rate_limited");
    expect(await asked()).toHaveLength(1);
    expect(await value("select count(*) from ship_syncs")).toBe(1);
    await raw.DB.prepare("update ship_syncs set ask_again_at = '2020-01-01T00:00:00.000Z'").run();
    expect(await sync()).toMatchObject({ removed: 0 });
  });

  it("is shown when it failed, apart from the last successful one and its starter", async () => {
    await sync();
    const done = { recordsProcessed: (await listed()).length, startedBy: "Ada" };
    expect(await status()).toMatchObject({ status: "completed", completed: done });
    await fail("status", { status: 500 });
    await administrator.fails("POST", SYNC);
    expect(await status()).toMatchObject({ status: "failed", recordsProcessed: 0, completed: done });
    await controlUex("failures/clear", {});
    await job(1, new Date(Date.now() + 48 * 3_600_000));
    expect((await status()).completed?.startedBy).toBe("");
  });

  it("is refused beyond the provider's limit of the minute, counted over all organizations, without a request", async () => {
    const foreign = await person("administrator", await organization());
    for (let calls = 1; calls < SYNCS_PER_MINUTE; calls += 1) await sync();
    await foreign.ok("POST", SYNC);
    for (const each of [administrator, foreign]) {
      const { status, headers, text } = await each.call("POST", SYNC);
      expect([status, JSON.parse(text).code, headers.get("Retry-After")]).toEqual([
        429,
        "ships_too_often",
        "60",
      ]);
    }
    expect(await asked()).toHaveLength(SYNCS_PER_MINUTE);
    expect((await job()).outcome).toBe("done");
    await passMinute();
    await sync();
  });

  it("sends a token if set, and no request where UEX is not set up", async () => {
    const UEX_API_TOKEN = "a-token-of-some-length-0123456789";
    await administrator.call("POST", SYNC, { settings: { UEX_API_TOKEN } });
    expect((await asked())[0]?.authorization).toBe(`Bearer ${UEX_API_TOKEN}`);
    const off = await administrator.call("POST", SYNC, { settings: { UEX_API_URL: "" } });
    expect(off.status).toBe(503);
    expect(await asked()).toHaveLength(1);
  });
});

describe("the daily job", () => {
  it("sends no request while the last answer is fresh, and still counts as a sync", async () => {
    expect(await job()).toMatchObject({ outcome: "done", counts: { removed: 0 } });
    const count = (await stored()).length;
    expect(await job()).toEqual({ outcome: "done", counts: { added: 0, updated: 0, removed: 0 } });
    expect(await asked()).toHaveLength(1);
    expect(await status()).toMatchObject({ status: "completed", recordsProcessed: count });
    await job(1, new Date(Date.now() + 12.1 * 3_600_000));
    expect(await asked()).toHaveLength(2);
  });

  it("is skipped where UEX is not set up, and fails where UEX fails", async () => {
    const { db } = openDb(raw.DB, "first-primary");
    const off = { db, env: { ...current(), UEX_API_URL: "" }, now: new Date(), language: "en" } as const;
    expect(await syncShipsByJob(off, 1)).toEqual({ outcome: "skipped", error: "ships_not_configured" });
    await fail("status");
    await expect(job()).rejects.toMatchObject({ code: "ships_unavailable" });
  });
});

it("an answer is fresh as long as its headers say, at most a day, and half an hour without headers", () => {
  const seconds = (headers: Record<string, string>) => freshSecondsOf(new Headers(headers));
  expect(seconds({})).toBe(1800);
  expect(seconds({ "Cache-Control": "public, max-age=600", Age: "100" })).toBe(500);
  expect(seconds({ "Cache-Control": "max-age=31536000" })).toBe(86_400);
  expect(seconds({ "Cache-Control": "no-store, max-age=600" })).toBe(0);
  expect(seconds({ "Cache-Control": "max-age=5", Age: "900" })).toBe(0);
});
