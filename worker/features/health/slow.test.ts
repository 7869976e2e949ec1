import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { JOBS } from "../../jobs.ts";
import { CRONS } from "../../lib/crons.ts";
import { openDb } from "../../lib/db/client.ts";
import { backgroundDone, nobody, person, raw, rows, settings } from "../../testing/world.ts";
import type { HealthReport } from "./health.schema.ts";
import { noteIfSlow, watchAnswers } from "./index.ts";

const START = Date.parse("2026-11-22T06:10:00.000Z");
const at = (seconds: number) => new Date(START + seconds * 1000);
const open = () => openDb(raw.DB, "first-primary").db;
const ROUTE = "GET /api/prospects/:orgId";

const note = (seconds: number, ms: number, status = 200, route = ROUTE, from = open) =>
  noteIfSlow({ route, status, ms, requestId: `request-${seconds}` }, from, at(seconds));
const stored = () =>
  rows(
    "select hour, route, count, failed, worst_ms, last_at, last_request_id from slow_routes order by hour, route",
  );

beforeEach(() => watchAnswers(true));
afterEach(() => watchAnswers(false));

describe("slow and failed requests", () => {
  it("write nothing without faults, and otherwise one row for a route and hour, at most once a minute", async () => {
    expect(note(0, 1_000)).toBeNull();
    expect(note(1, 50, 404)).toBeNull();
    await note(2, 1_001);
    for (const [seconds, ms, status] of [
      [10, 3_000, 200],
      [20, 20, 503],
      [61, 2_000, 200],
    ] as const)
      expect(note(seconds, ms, status)).toBeNull();
    expect(await stored()).toMatchObject([{ count: 1, failed: 0, worst_ms: 1_001 }]);
    // Any answer after the minute writes waiting counts.
    await note(62, 10);
    expect(await stored()).toEqual([
      {
        ...{ hour: "2026-11-22T06", route: ROUTE, count: 4, failed: 1, worst_ms: 3_000 },
        ...{ last_at: at(61).toISOString(), last_request_id: "request-61" },
      },
    ]);
    expect(note(200, 10)).toBeNull();
    await note(3_600, 10, 500, "GET /api/user");
    expect((await stored()).map(({ hour, route }) => [hour, route])).toEqual([
      ["2026-11-22T06", ROUTE],
      ["2026-11-22T07", "GET /api/user"],
    ]);
  });

  it("of a failing database are written when it answers again", async () => {
    const broken = () => {
      throw new Error("overloaded");
    };
    await expect(note(0, 10, 500, ROUTE, broken)).rejects.toThrow("overloaded");
    expect(note(30, 10, 500)).toBeNull();
    await note(61, 10);
    expect(await stored()).toMatchObject([{ count: 2, failed: 2, last_request_id: "request-30" }]);
  });

  it("are in the report of the last 24 hours, the most failures first, and deleted after a week", async () => {
    const administrator = await person("administrator");
    const add = (hoursAgo: number, route: string, count: number, failed: number, worst: number) => {
      const when = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
      return raw.DB.prepare("insert into slow_routes values (?, ?, ?, ?, ?, ?, ?)")
        .bind(when.slice(0, 13), route, count, failed, worst, when, `of-${hoursAgo}`)
        .run();
    };
    const report = async () => (await administrator.ok<HealthReport>("GET", "/api/health/report")).slow;
    expect(await report()).toEqual([]);
    await add(26, ROUTE, 90, 90, 90_000);
    await add(20, ROUTE, 2, 0, 4_000);
    await add(2, ROUTE, 3, 1, 2_000);
    await add(1, "GET /api/user", 2, 2, 10);
    await add(7 * 24 + 2, ROUTE, 1, 1, 1);
    expect(await report()).toMatchObject([
      { route: "GET /api/user", count: 2, failed: 2 },
      { route: ROUTE, count: 5, failed: 1, worstMs: 4_000, lastRequestId: "of-2" },
    ]);
    await JOBS[CRONS.daily]?.({ db: open(), env: settings(), now: new Date(), language: "en" });
    expect(await rows("select count(*) as count from slow_routes")).toEqual([{ count: 4 }]);
  });
});

it("are in the report for a visitor, too, with the request's id, and cost no user's budget", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const administrator = await person("administrator");
  await backgroundDone();
  watchAnswers(true);
  await raw.DB.prepare("alter table attempts rename to elsewhere").run();
  const failed = await nobody.call("POST", "/api/login", {
    body: { username: "a", password: "planted-password" },
  });
  await backgroundDone();
  expect(failed.status).toBe(500);
  const { slow } = await administrator.ok<HealthReport>("GET", "/api/health/report");
  expect(slow).toMatchObject([
    { route: "POST /api/login", count: 1, failed: 1, lastRequestId: failed.headers.get("X-Request-Id") },
  ]);
  expect(await rows("select count(*) as count from daily_budgets")).toEqual([{ count: 0 }]);
  vi.restoreAllMocks();
});
