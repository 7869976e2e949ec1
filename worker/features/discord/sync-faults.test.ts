import { beforeEach, describe, expect, it, vi } from "vitest";
import { control, discordOf, resetDiscord } from "../../testing/discord.ts";
import { type Caller, person, raw, rows, value } from "../../testing/world.ts";
import type { SyncAnswer, SyncStatus } from "./discord.schema.ts";
import { crmBot, mapRolesOf } from "./testing/discord.factory.ts";

const SYNC = "/api/discord/sync-members/1";
let administrator: Caller;

beforeEach(async () => {
  await resetDiscord();
  administrator = await person("administrator");
  await crmBot();
});

const sync = () => administrator.ok<SyncAnswer>("POST", SYNC);

describe("a failing sync", () => {
  it("reports a missing CRM bot", async () => {
    await raw.DB.exec("delete from bots");
    const problem = await administrator.fails("POST", SYNC);
    expect(problem).toMatchObject({ status: 404, code: "crm_bot_not_found" });
    expect(problem.detail).toContain("CRM bot not found");
  });

  it("reports each fault of Discord in both languages, stores no person, and works again afterwards", async () => {
    const faults: [failure: object, code: string][] = [
      [{ mode: "status", status: 401 }, "sync_discord_unauthorized"],
      [{ mode: "status", status: 403 }, "sync_discord_forbidden"],
      [{ mode: "status", status: 404 }, "sync_guild_not_found"],
      [{ mode: "status", status: 400 }, "sync_bad_answer"],
      [{ mode: "status", status: 500 }, "sync_discord_unavailable"],
      [{ mode: "rate_limit", retryAfter: 120 }, "sync_discord_rate_limited"],
      [{ mode: "garbage" }, "sync_bad_answer"],
      [{ mode: "truncate" }, "sync_discord_unavailable"],
      [{ mode: "empty" }, "sync_bad_answer"],
      [{ mode: "reset" }, "sync_discord_unavailable"],
    ];
    for (const [at, [failure, code]] of faults.entries()) {
      await control("fail", { path: "/members", ...failure });
      await raw.DB.prepare("update users set language = ? where id = ?")
        .bind(at % 2 ? "da" : "en", administrator.userId)
        .run();
      const failed = at % 2 ? "Discord-medlemmer kunne ikke synkroniseres" : "Failed to sync Discord members";
      const problem = await administrator.fails("POST", SYNC);
      expect([failure, problem.code]).toEqual([failure, code]);
      expect(problem.detail).toContain(failed);
      expect(await value("select count(*) from prospects")).toBe(0);
      const status = await administrator.ok<SyncStatus>("GET", "/api/discord/sync-status/1");
      expect(status).toMatchObject({ status: "failed" });
      expect(status?.error).toContain(failed);
      await control("failures/clear", {});
    }
    expect(await sync()).toMatchObject({ added: 119, resumed: true });
  });

  it("names the field of an invalid answer in the response, the run's record, the audit log and the operator's log, and never its value", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const person = { user: { id: "110000000000000777", username: "planted-name" }, roles: [] };
    for (const [body, place] of [
      [[person, { ...person, roles: ["planted-role"] }], "1.roles.0"],
      [[{ ...person, "planted-key": 1, user: null }], "0.user"],
      [[{ ...person, nick: ["planted-nick"] }], "0.nick"],
      [{ members: "planted-list" }, "body"],
      [[person, person], "1.user.id"],
    ] as const) {
      await control("fail", { path: "/members", mode: "status", status: 200, body, times: 1 });
      const problem = await administrator.fails("POST", SYNC);
      expect(problem).toMatchObject({ status: 502, code: "sync_bad_answer" });
      expect(problem.detail).toContain(`(${place})`);
      const status = await administrator.ok<SyncStatus>("GET", "/api/discord/sync-status/1");
      expect(status?.error).toBe(problem.detail);
      const details = { code: "sync_bad_answer", place };
      expect(await rows("select action, details from audit_log order by id desc limit 1")).toEqual([
        { action: "discord.sync_unread", details: JSON.stringify(details) },
      ]);
      expect(JSON.parse(String(warned.mock.lastCall?.[0]))).toEqual({
        ...{ level: "warn", what: "fault", at: "discord" },
        ...{ code: "sync_bad_answer", name: place },
      });
    }
    const stored = await rows("select error from sync_runs union all select details from audit_log");
    expect(JSON.stringify([warned.mock.calls, stored])).not.toContain("planted");
    warned.mockRestore();
  });

  it("waits out a short rate limit and a passing fault", async () => {
    await control("fail", { path: "/members", mode: "rate_limit", retryAfter: 0.05, times: 1 });
    await control("fail", { path: "/guilds", mode: "status", status: 502, times: 1 });
    expect(await sync()).toMatchObject({ added: 119 });
  });

  it("reads a server without a member count as one of unknown size", async () => {
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
      const answer = await real(url, init);
      if (!url.includes("with_counts")) return answer;
      return Response.json({ ...(await answer.json<object>()), approximate_member_count: null });
    });
    const answer = await administrator.call("POST", SYNC);
    vi.unstubAllGlobals();
    expect(JSON.parse(answer.text)).toMatchObject({ added: 119 });
  });

  it("refuses a list that is far shorter than the server's member count", async () => {
    await sync();
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
      url.includes("/members?") ? Promise.resolve(Response.json([])) : real(url, init),
    );
    const problem = await administrator.fails("POST", SYNC);
    vi.unstubAllGlobals();
    expect(problem.code).toBe("sync_bad_answer");
    expect(await value("select count(*) from prospects where discord_status = 'left'")).toBe(0);
  });

  it("refuses a second run while one runs", async () => {
    await control("fail", { path: "/guilds", mode: "rate_limit", retryAfter: 0.3, times: 1 });
    const [one, two] = await Promise.all([
      administrator.call("POST", SYNC),
      administrator.call("POST", SYNC),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const refused = one.status === 409 ? one : two;
    expect(JSON.parse(refused.text)).toMatchObject({ code: "sync_running" });
    expect(await value("select count(*) from prospects")).toBe(119);
  });
});

describe("budgets", () => {
  it("reads 10,000 members in 11 calls to Discord and 15 to D1, and writes nothing the second time", async () => {
    const base = await discordOf(10000);
    await resetDiscord(base);
    await mapRolesOf(base, ["Officer", "officer"], ["Crew", "member"]);
    const settings = { DISCORD_API_URL: `${base}/api/v10` };
    const first = await administrator.call("POST", SYNC, { settings });
    expect(JSON.parse(first.text)).toMatchObject({ added: 9999, unchanged: 0 });
    expect(first.meter.trips).toBeLessThanOrEqual(15);
    expect(await control<{ count: number }>("requests/count?path=/api/", undefined, base)).toMatchObject({
      count: 11,
    });
    await control("requests/clear", {}, base);
    const second = await administrator.call("POST", SYNC, { settings });
    expect(JSON.parse(second.text)).toMatchObject({ added: 0, updated: 0, left: 0, unchanged: 9999 });
    expect(second.meter.trips).toBeLessThanOrEqual(15);
    // Its own run record: written at the start and with each page.
    expect(second.meter.rowsWritten).toBeLessThanOrEqual(20);
    expect(await control<{ count: number }>("requests/count?path=/api/", undefined, base)).toMatchObject({
      count: 11,
    });
  });
});
