import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { insert } from "../../testing/database.ts";
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
import type { ShipSyncStatus } from "./ships.schema.ts";
import { syncShipsByJob } from "./sync.ts";
import { fail, listed, SYNC, stored } from "./testing/sync.factory.ts";

let administrator: Caller;
beforeEach(async () => {
  await controlUex("reset", {});
  administrator = await person("administrator", 1, "Ada");
});
afterEach(() => vi.unstubAllGlobals());
// All tests share one emulated UEX.
afterAll(() => controlUex("reset", {}));

const sync = () => administrator.ok("POST", SYNC);
const status = () => administrator.ok<ShipSyncStatus>("GET", "/api/uex/sync-status");
const asked = () => controlUex<object[]>("requests");
const runs = () => rows("select status, error from ship_syncs where organization_id = 1 order by id");
const job = async () => {
  const { db } = openDb(raw.DB, "first-primary");
  return syncShipsByJob({ db, env: current(), now: new Date(), language: "en" }, 1);
};

/** Starts a sync that waits for UEX's answer until it is released. */
async function begun() {
  const real = globalThis.fetch;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: asking, resolve: asks } = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).includes("/2.0/")) return real(input, init);
    vi.unstubAllGlobals();
    const answer = await real(input, init);
    asks();
    await released;
    return answer;
  });
  const answer = administrator.call("POST", SYNC);
  await asking;
  return {
    release: async () => {
      release();
      const { status, text } = await answer;
      return [status, (JSON.parse(text) as { code?: string }).code];
    },
  };
}

describe("a ship sync with its organization's lease", () => {
  it("runs to its end while a second one is refused and the job is skipped", async () => {
    const first = await begun();
    const { status: refused, code } = await administrator.fails("POST", SYNC);
    expect([refused, code]).toEqual([409, "ships_syncing"]);
    expect(await job()).toEqual({ outcome: "skipped", error: "ships_syncing" });
    expect(await asked()).toHaveLength(1);
    const foreign = await person("administrator", await organization());
    await foreign.ok("POST", SYNC);
    expect(await first.release()).toEqual([200, undefined]);
    expect(await runs()).toEqual([{ status: "completed", error: null }]);
    expect(await value("select count(*) from ships where organization_id = 1")).toBe((await listed()).length);
    await sync();
  });

  it("writes nothing more after its lease has ended and another one took over", async () => {
    const first = await begun();
    const elsewhere = await organization();
    await insert("ship_syncs", {
      organization_id: elsewhere,
      status: "pending",
      records_processed: 0,
      created_at: "2026-01-01",
    });
    await raw.DB.prepare("update ship_syncs set lease_until = '2026-01-01T00:02:00.000Z'").run();
    const [renamed] = await listed();
    await controlUex("change", { id: renamed?.id, set: { name: "Of the second" } });
    await sync();
    // Another organization's sync is not changed.
    expect(await value("select status from ship_syncs where organization_id = ?", elsewhere)).toBe("pending");
    const after = await stored();
    expect(await first.release()).toEqual([409, "ships_interrupted"]);
    expect(await stored()).toEqual(after);
    expect(after.map(({ name }) => name)).toContain("Of the second");
    expect(await runs()).toEqual([
      { status: "failed", error: "ships_interrupted" },
      { status: "completed", error: null },
    ]);
  });

  it("returns the lease when it fails, so that the next one runs at once", async () => {
    await fail("status", { status: 500, times: 1 });
    expect((await administrator.fails("POST", SYNC)).code).toBe("ships_unavailable");
    expect(await value("select lease_until > ? from ship_syncs", new Date().toISOString())).toBe(1);
    await sync();
    expect(await runs()).toEqual([
      { status: "failed", error: "ships_unavailable" },
      { status: "completed", error: null },
    ]);
  });

  it("is refused while another one runs, until that one's lease has ended", async () => {
    const pending = (lease: string) =>
      raw.DB.prepare(
        `insert into ship_syncs (organization_id, status, records_processed, created_at, lease_until)
         values (1, 'pending', 0, '2026-01-01T00:00:00.000Z', ?)`,
      )
        .bind(lease)
        .run();
    await pending("2999-01-01T00:00:00.000Z");
    expect((await administrator.fails("POST", SYNC)).code).toBe("ships_syncing");
    expect(await asked()).toHaveLength(0);
    await raw.DB.prepare("update ship_syncs set lease_until = '2026-01-01T00:02:00.000Z'").run();
    expect(await status()).toMatchObject({ status: "failed", error: expect.stringContaining("interrupted") });
    await sync();
    expect(await rows("select status, error from ship_syncs order by id")).toEqual([
      { status: "failed", error: "ships_interrupted" },
      { status: "completed", error: null },
    ]);
  });

  it("writes nothing after its lease was taken", async () => {
    await raw.DB.prepare(
      `create trigger give_up after insert on ship_syncs begin
         update ship_syncs set status = 'failed', error = 'ships_interrupted' where id = new.id; end`,
    ).run();
    expect((await administrator.fails("POST", SYNC)).code).toBe("ships_interrupted");
    expect(await stored()).toEqual([]);
  });
});
