import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { controlUex } from "../../testing/uex.ts";
import { type Caller, settings as current, person, raw } from "../../testing/world.ts";
import type { ShipSyncAnswer, ShipSyncStatus } from "./ships.schema.ts";
import { syncShipsByJob } from "./sync.ts";
import { asked, fail, listed, stored, type UexRow } from "./testing/ships.factory.ts";
import { freshSecondsOf } from "./uex.ts";

const SYNC = "/api/uex/sync-ships";

let administrator: Caller;
beforeEach(async () => {
  await controlUex("reset", {});
  administrator = await person("administrator");
});

// The UEX is that of all tests.
afterAll(() => controlUex("reset", {}));

const sync = () => administrator.ok<ShipSyncAnswer>("POST", SYNC);
const status = () => administrator.ok<ShipSyncStatus>("GET", "/api/uex/sync-status");
const job = (organizationId = 1, now = new Date()) => {
  const { db } = openDb(raw.DB, "first-primary");
  return syncShipsByJob({ db, env: current(), now, language: "en" }, organizationId);
};

describe("the daily job", () => {
  it("does not ask for an answer that still holds, and counts as a sync all the same", async () => {
    expect(await job()).toMatchObject({ outcome: "done", counts: { removed: 0 } });
    const count = (await stored()).length;
    expect(await job()).toEqual({ outcome: "done", counts: { added: 0, updated: 0, removed: 0 } });
    expect(await asked()).toHaveLength(1);
    expect(await status()).toMatchObject({ status: "completed", recordsProcessed: count });
    await job(1, new Date(Date.now() + 12.1 * 3_600_000));
    expect(await asked()).toHaveLength(2);
  });

  it("has not failed where there is nothing to ask, and has where UEX fails", async () => {
    const { db } = openDb(raw.DB, "first-primary");
    const off = { db, env: { ...current(), UEX_API_URL: "" }, now: new Date(), language: "en" } as const;
    expect(await syncShipsByJob(off, 1)).toEqual({ outcome: "skipped", error: "ships_not_configured" });
    await fail("status");
    await expect(job()).rejects.toMatchObject({ code: "ships_unavailable" });
  });
});

it("an answer holds as long as it says, for a day at most, and half an hour where it does not say", () => {
  const seconds = (headers: Record<string, string>) => freshSecondsOf(new Headers(headers));
  expect(seconds({})).toBe(1800);
  expect(seconds({ "Cache-Control": "public, max-age=600", Age: "100" })).toBe(500);
  expect(seconds({ "Cache-Control": "max-age=31536000" })).toBe(86_400);
  expect(seconds({ "Cache-Control": "no-store, max-age=600" })).toBe(0);
  expect(seconds({ "Cache-Control": "max-age=5", Age: "900" })).toBe(0);
});

it("no answer of UEX loses a ship or writes one half", async () => {
  await sync();
  await controlUex("shrink", { to: 12 });
  await raw.DB.prepare("delete from ships where id > 12").run();
  const list = await listed();
  const bad = fc.constantFrom<Partial<UexRow>>(
    { crew: "x" },
    { scu: [] as unknown },
    { name: null, name_full: "" },
    { is_cargo: 7 },
  );
  const good = fc.record({
    name: fc.string({ minLength: 1, maxLength: 20 }),
    crew: fc.constantFrom("1", "2,4", null),
  });
  const entry = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...list) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...list), good).map(([row, change]) => ({ ...row, ...change })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...list), bad).map(([row, change]) => ({ ...row, ...change })),
    },
    { weight: 1, arbitrary: fc.constantFrom(null, 7, { name: "Nobody" }) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entry, { maxLength: 14, selector: (each) => JSON.stringify(each) }),
      async (data) => {
        const before = new Map((await stored()).map((ship) => [ship.id, ship]));
        await controlUex("failures/clear", {});
        await fail("body", { body: { status: "ok", data } });
        const { status: httpStatus } = await administrator.call("POST", SYNC);
        const after = await stored();
        expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining([...before.keys()]));
        if (httpStatus !== 200) {
          expect(after).toEqual([...before.values()]);
          return;
        }
        const ids = new Set(data.map((each) => Number((each as UexRow | null)?.id)));
        for (const ship of after) {
          const old = before.get(ship.id);
          const isGone = old?.is_listed === 1 && ship.is_listed === 0;
          // It left only when the list does not name it; apart from that it is as it was.
          if (isGone) expect([ids.has(ship.id), { ...ship, is_listed: 1 }]).toEqual([false, old]);
          else if (JSON.stringify(ship) !== JSON.stringify(old)) expect(ids.has(ship.id)).toBe(true);
          expect(ship.name).not.toBe("");
          expect(JSON.parse(ship.roles)).toBeInstanceOf(Array);
        }
      },
    ),
    { numRuns: 40 },
  );
});
