import fc from "fast-check";
import { afterAll, beforeEach, expect, it } from "vitest";
import { runs } from "../../testing/runs.ts";
import { controlUex } from "../../testing/uex.ts";
import { type Caller, person, raw, value } from "../../testing/world.ts";
import type { ShipSyncAnswer, ShipSyncStatus } from "./ships.schema.ts";
import { fail, listed, passMinute, type Row, SYNC, stored } from "./testing/sync.factory.ts";

let administrator: Caller;
beforeEach(async () => {
  await controlUex("reset", {});
  administrator = await person("administrator");
});
// All tests share one emulated UEX.
afterAll(() => controlUex("reset", {}));

const sync = () => administrator.ok<ShipSyncAnswer>("POST", SYNC);
const status = () => administrator.ok<ShipSyncStatus>("GET", "/api/uex/sync-status");

const faults: [string, string, object, string, number][] = [
  ["an error", "status", { status: 500 }, "ships_unavailable", 503],
  ["a cut connection", "reset", {}, "ships_unavailable", 503],
  ["half of the list", "truncate", {}, "ships_unavailable", 503],
  ["a web page", "garbage", {}, "ships_no_catalogue", 502],
  ["nothing", "empty", {}, "ships_no_catalogue", 502],
  ["no list", "null_data", {}, "ships_no_catalogue", 502],
  ["that it is not ok", "not_ok", {}, "ships_no_catalogue", 502],
  ["an empty list", "body", { body: { status: "ok", data: [] } }, "ships_no_catalogue", 502],
  ["a list that is none", "body", { body: { status: "ok", data: { 1: {} } } }, "ships_no_catalogue", 502],
  [
    "a list without sense",
    "body",
    { body: { status: "ok", data: [{ id: 1, name: "One" }, 1, 2] } },
    "ships_unreadable",
    502,
  ],
  [
    "a much shorter list",
    "body",
    { body: { status: "ok", data: [{ id: 1, name: "One" }] } },
    "ships_shrunk",
    502,
  ],
  ["that it refuses us", "status", { status: 403 }, "ships_refused", 502],
  ["that there is no such list", "status", { status: 404 }, "ships_no_catalogue", 502],
  ["a redirect", "status", { status: 302 }, "ships_no_catalogue", 502],
];
it("a sync with a wrong answer changes no ship, and its reason is stored", async () => {
  await sync();
  const before = await stored();
  await raw.DB.prepare("update ship_syncs set etag = null").run();
  for (const [what, mode, more, code, httpStatus] of faults) {
    await fail(mode, more);
    await passMinute();
    const problem = await administrator.fails("POST", SYNC);
    expect([what, problem.code, problem.status]).toEqual([what, code, httpStatus]);
    expect(await stored()).toEqual(before);
    expect(await status()).toMatchObject({ status: "failed", error: problem.detail });
    await controlUex("failures/clear", {});
  }
  const failures = "select count(*) from audit_log where action in ('ships.sync_failed', 'ships.sync_held')";
  expect(await value(failures)).toBe(faults.length);
  expect(await sync()).toMatchObject({ added: 0, updated: 0 });
});

it("no answer of UEX deletes a ship or writes a part of one", async () => {
  await sync();
  await controlUex("shrink", { to: 12 });
  await raw.DB.prepare("delete from ships where id > 12").run();
  const list = await listed();
  const bad = fc.constantFrom<Partial<Row>>(
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
        await passMinute();
        const { status: httpStatus } = await administrator.call("POST", SYNC);
        const after = await stored();
        expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining([...before.keys()]));
        if (httpStatus !== 200) {
          expect(after).toEqual([...before.values()]);
          return;
        }
        const ids = new Set(data.map((each) => Number((each as Row | null)?.id)));
        for (const ship of after) {
          const old = before.get(ship.id);
          const isGone = old?.is_listed === 1 && ship.is_listed === 0;
          // It became unlisted only when the list does not name it; otherwise it is unchanged.
          if (isGone) expect([ids.has(ship.id), { ...ship, is_listed: 1 }]).toEqual([false, old]);
          else if (JSON.stringify(ship) !== JSON.stringify(old)) expect(ids.has(ship.id)).toBe(true);
          expect(ship.name).not.toBe("");
          expect(JSON.parse(ship.roles)).toBeInstanceOf(Array);
        }
      },
    ),
    runs(8, 40),
  );
});
