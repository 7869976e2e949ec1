import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { control, resetDiscord } from "../../testing/discord.ts";
import {
  type Caller,
  settings as current,
  nobody,
  organization,
  person,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import { askedOfGateway, gateway, makeBot } from "../bots/testing/bots.factory.ts";
import { crmBot } from "../discord/testing/discord.factory.ts";
import {
  HEALTH_POINTS,
  type HealthCheck,
  type HealthReport,
  SERVICES,
  type Service,
} from "./health.schema.ts";
import { measureAll } from "./index.ts";
import { toService } from "./report.ts";

// The scripted server of the tests replaces the ship provider and RSI.
const base = current().BOT_GATEWAY_URL;
const UPSTREAM = { UEX_API_URL: `${base}/uex`, UEX_API_TOKEN: "planted-uex-token", RSI_URL: `${base}/rsi` };
const SHIPS = "GET /uex/vehicles?id_company=1";
const RSI = "GET /rsi/";
let administrator: Caller;

const script = (path: string, values: object) => gateway("script", { path, times: 50, ...values });
const answers = async (status = 200) => {
  await script(SHIPS, { mode: "status", status, body: {} });
  await script(RSI, { mode: "status", status, body: {} });
};

beforeEach(async () => {
  await gateway("reset");
  await resetDiscord();
  administrator = await person("administrator");
});

/** States of a service that answers: a busy machine may be slow. */
const ANSWERED = ["up", "slow"];

/** Allows to measure the services again at once. */
const forgetLook = () => raw.DB.prepare("delete from health_looks").run();

async function check(more: Record<string, string> = {}): Promise<HealthReport> {
  await forgetLook();
  const answer = await administrator.call("POST", "/api/health/check", {
    settings: { ...UPSTREAM, ...more },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return JSON.parse(answer.text) as HealthReport;
}
const stateOf = (report: HealthReport, service: Service) => {
  const last = report.services.find((each) => each.service === service)?.last;
  return last ? [last.state, last.why] : null;
};

describe("GET /api/health", () => {
  it("tells every visitor that it is up, without details", async () => {
    expect(await nobody.ok("GET", "/api/health")).toEqual({ status: "up" });
  });

  it("answers 503 and down when the database does not answer", async () => {
    const fails = () => Promise.reject(new Error("planted"));
    const database = {
      ...raw.DB,
      batch: fails,
      prepare: () => ({ bind: () => ({ all: fails, raw: fails, run: fails, first: fails }), raw: fails }),
    } as unknown as D1Database;
    const answer = await nobody.call("GET", "/api/health", { database });
    expect([answer.status, answer.text]).toEqual([503, '{"status":"down"}']);
  });
});

describe("POST /api/health/check", () => {
  it("answers the time of each service, the size of the database, bots and open pages", async () => {
    await crmBot();
    await makeBot({ status: "running" });
    await answers();
    const report = await check();
    expect(report.services.map(({ service }) => service)).toEqual([...SERVICES]);
    for (const { service, last, since, uptime, points } of report.services) {
      expect(ANSWERED).toContain(last?.state);
      expect([service, uptime]).toEqual([service, 1]);
      expect(last?.ms).toBeGreaterThanOrEqual(0);
      expect(since).toBe(report.checkedAt);
      expect(points).toHaveLength(HEALTH_POINTS);
      expect(points.filter((each) => each !== null)).toEqual([last?.ms]);
    }
    const lastOf = (service: Service) => report.services.find((each) => each.service === service)?.last;
    expect(lastOf("database")?.bytes).toBeGreaterThan(100_000);
    expect(lastOf("gateway")).toMatchObject({ running: 1, bots: 2 });
    expect(lastOf("live")?.open).toBe(0);
    expect((await askedOfGateway()).find(({ path }) => path === SHIPS)?.authorization).toBe(
      "Bearer planted-uex-token",
    );
  });

  it("answers which services are not configured, without measuring them", async () => {
    await answers();
    const report = await check({ BOT_GATEWAY_URL: "", BOT_GATEWAY_SECRET: "" });
    expect(stateOf(report, "gateway")).toEqual(["not_configured", "not_configured"]);
    expect(stateOf(report, "discord")).toEqual(["not_configured", "no_bot"]);
    expect(report.services.find(({ service }) => service === "discord")?.uptime).toBeNull();
  });

  const faults: [
    why: string,
    service: Service,
    arrange: () => Promise<unknown>,
    state: string,
    reason: string,
  ][] = [
    ["refuses the token", "discord", () => fail("status", 401), "down", "token_refused"],
    ["asks to wait", "discord", () => fail("rate_limit"), "slow", "rate_limited"],
    ["fails", "discord", () => fail("status", 503), "down", "failing"],
    ["answers nonsense", "discord", () => fail("garbage"), "down", "nonsense"],
    ["hangs up", "discord", () => fail("reset"), "down", "unreachable"],
    ["fails", "ships", () => script(SHIPS, { mode: "status", status: 500 }), "down", "failing"],
    ["asks to wait", "ships", () => script(SHIPS, { mode: "status", status: 429 }), "slow", "rate_limited"],
    ["refuses us", "ships", () => script(SHIPS, { mode: "status", status: 403 }), "down", "refused"],
    ["hangs up", "ships", () => script(SHIPS, { mode: "drop" }), "down", "unreachable"],
    ["takes us for a robot", "rsi", () => script(RSI, { mode: "status", status: 403 }), "down", "refused"],
    ["fails", "gateway", () => script("GET /health", { mode: "status", status: 500 }), "down", "nonsense"],
    ["hangs up", "gateway", () => script("GET /health", { mode: "drop" }), "down", "unreachable"],
  ];
  const fail = (mode: string, status = 429) => control("fail", { path: "/users/@me", mode, status });
  for (const [why, service, arrange, state, reason] of faults) {
    it(`finds that ${service} ${why}`, async () => {
      await crmBot();
      await arrange();
      await answers();
      const report = await check();
      expect(stateOf(report, service)).toEqual([state, reason]);
      const others = SERVICES.filter((each) => each !== service);
      for (const each of others) expect(ANSWERED).toContain(stateOf(report, each)?.[0]);
      const found = report.services.find((each) => each.service === service);
      expect([found?.uptime, found?.points.at(-1)]).toEqual(
        state === "down" ? [0, "down"] : [1, expect.any(Number)],
      );
    });
  }

  it("reveals no secret and no text of upstreams", async () => {
    await crmBot("planted.bot-token.that-discord-refuses");
    await script(SHIPS, { mode: "status", status: 500, body: { words: "planted-upstream-words" } });
    await script(RSI, { mode: "garbage" });
    const report = JSON.stringify([await check(), await rows("select * from health_hours")]);
    expect(report).not.toMatch(/planted|gateway-secret|<html|127\.0\.0\.1/);
  });

  it("measures once in ten seconds, also for parallel requests", async () => {
    await answers();
    const ask = () => administrator.call("POST", "/api/health/check", { settings: UPSTREAM });
    const two = await Promise.all([ask(), ask()]);
    expect(two.map(({ status }) => status).sort()).toEqual([200, 429]);
    const late = await ask();
    expect(JSON.parse(late.text)).toMatchObject({ code: "checked_just_now" });
    expect(Number(late.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(late.headers.get("Retry-After"))).toBeLessThanOrEqual(10);
    expect(await value("select json_array_length(checks) from health_hours")).toBe(1);
    await raw.DB.prepare("update health_looks set started_at = ?")
      .bind(new Date(Date.now() - 10_001).toISOString())
      .run();
    expect((await ask()).status).toBe(200);
    expect(await value("select sum(json_array_length(checks)) from health_hours")).toBe(2);
  });

  it("writes at most 4 rows, and the job measures shared services once for all organizations", async () => {
    await organization();
    await answers();
    const { db } = openDb(raw.DB, "first-primary");
    await measureAll({ db, env: { ...current(), ...UPSTREAM }, now: new Date(), language: "en" });
    expect(await value("select count(*) from health_hours")).toBe(2);
    expect((await askedOfGateway()).filter(({ path }) => path === RSI)).toHaveLength(1);
    await forgetLook();
    const again = await administrator.call("POST", "/api/health/check", { settings: UPSTREAM });
    expect([again.meter.trips, again.meter.rowsWritten]).toEqual([3, expect.any(Number)]);
    expect(again.meter.rowsWritten).toBeLessThanOrEqual(4);
  });
});

describe("GET /api/health/report", () => {
  const now = new Date("2026-11-22T12:00:00.000Z");
  const measured = (state: string, ms: number | null = 100) => ({ state, ms, why: null });
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString();
  const checksOf = (...all: [minutesAgo: number, state: string, ms?: number | null][]) =>
    all.map(([minutes, state, ms]) => ({
      at: at(minutes),
      services: { rsi: measured(state, ms) },
    })) as unknown as HealthCheck[];

  it("shows since when a service has been in its state, and its share of answers", () => {
    const checks = checksOf([60, "up"], [50, "down"], [45, "up"], [41, "down"], [36, "down"], [1, "down"]);
    expect(toService("rsi", checks, now)).toMatchObject({
      last: { state: "down" },
      since: at(41),
      uptime: 2 / 6,
    });
  });

  it("shows the measured time, without gaps in measuring", () => {
    const measuredMs = (...minutesAgo: number[]) =>
      toService("rsi", checksOf(...minutesAgo.map((each): [number, string] => [each, "up"])), now)
        .measuredMs / 60_000;
    expect(measuredMs()).toBe(0);
    expect(measuredMs(0)).toBe(0);
    expect(measuredMs(38, 33, 28, 23, 18, 13, 8, 3)).toBe(38);
    expect(measuredMs(23 * 60, 23 * 60 - 5, 4, 2)).toBe(14);
  });

  it("shows each half hour as the average, down, or null", () => {
    const { points } = toService(
      "rsi",
      checksOf(
        [24 * 60 - 1, "up", 10],
        [80, "down", null],
        [70, "up", 9],
        [20, "up", 100],
        [10, "slow", 2000],
      ),
      now,
    );
    expect(points).toHaveLength(48);
    expect([points[0], points[45], points[46], points[47]]).toEqual([10, "down", null, 1050]);
    expect(points.filter((each) => each !== null)).toHaveLength(3);
  });

  it("answers null for a service that was never measured", () => {
    expect(toService("ships", checksOf([5, "up"]), now)).toMatchObject({
      last: null,
      since: null,
      uptime: null,
    });
  });

  it("lists every job with its next time and its newest runs, with reasons in the reader's language", async () => {
    const add = (
      organizationId: number,
      name: string,
      outcome: string,
      error: string | null,
      hours: number,
    ) => {
      const time = new Date(Date.now() - hours * 3_600_000).toISOString();
      return raw.DB.prepare(
        `insert into job_runs (organization_id, name, scheduled_at, started_at, finished_at, lease_until, outcome,
           error, counts) values (?1, ?2, ?3, ?3, ?3, ?3, ?4, ?5, '{"added":3}')`,
      )
        .bind(organizationId, name, time, outcome, error)
        .run();
    };
    for (let hours = 30; hours > 2; hours--) await add(1, "member_sync", "done", null, hours);
    await add(1, "member_sync", "failed", "sync_discord_unauthorized", 2);
    await add(1, "member_sync", "running", null, 1);
    await add(0, "upkeep", "done", null, 3);
    await add(await organization(), "member_sync", "failed", "job_failed", 0.5);
    await raw.DB.prepare("update users set language = 'da' where id = ?").bind(administrator.userId).run();
    const { jobs, checkedAt, nextCheckAt, services } = await administrator.ok<HealthReport>(
      "GET",
      "/api/health/report",
    );
    expect(jobs.map(({ name, title, every }) => [name, title, every])).toEqual([
      ["deadlines", "Påmindelser om frister", "hourly"],
      ["member_sync", "Synkronisering af medlemmer", "hourly"],
      ["ships", "Synkronisering af skibe", "daily"],
      ["events", "Begivenheder i Discord", "hourly"],
      ["notices", "Notifikationer", "hourly"],
      ["backup", "Backup", "daily"],
      ["rehearsal", "Prøve af den nyeste backup", "weekly"],
      ["upkeep", "Oprydning", "daily"],
    ]);
    const [, sync, , , , , , upkeep] = jobs;
    expect(sync?.runs).toHaveLength(20);
    // A killed run is not shown as running.
    expect(sync?.runs[0]).toMatchObject({ outcome: "failed", error: expect.stringContaining("afbrudt") });
    expect(sync?.runs[1]).toMatchObject({ outcome: "failed", error: expect.stringContaining("afviste") });
    expect(sync?.runs[2]).toMatchObject({ outcome: "done", error: null, counts: { added: 3 } });
    expect(upkeep?.runs).toHaveLength(1);
    expect(new Date(sync?.nextAt ?? "").getUTCMinutes()).toBe(0);
    expect(upkeep?.nextAt).toMatch(/T03:30:00/);
    expect(checkedAt).toBeNull();
    expect(Date.parse(nextCheckAt)).toBeGreaterThan(Date.now());
    expect(services.every(({ last }) => last === null)).toBe(true);
  });

  it("costs one round trip when requested again, until something is measured", async () => {
    await answers();
    const ask = (tag: string) =>
      administrator.call("GET", "/api/health/report", { headers: { "If-None-Match": tag } });
    const tag = (await ask("")).headers.get("ETag") ?? "";
    const again = await ask(tag);
    expect([again.status, again.meter.trips]).toEqual([304, 1]);
    await check();
    expect((await ask(tag)).status).toBe(200);
  });

  it("needs an administrator", async () => {
    const officer = await person("officer");
    expect((await officer.fails("GET", "/api/health/report")).status).toBe(403);
    expect((await officer.fails("POST", "/api/health/check")).status).toBe(403);
  });
});
