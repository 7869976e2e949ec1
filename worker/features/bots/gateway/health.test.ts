import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, rows, value } from "../../../testing/world.ts";
import type { Bot, GatewayStatus } from "../bots.schema.ts";
import { fromGateway, gateway, makeBot, makeRun, report, state } from "../testing/bots.factory.ts";

const PATH = "/api/discord-bots/1/gateway";
let officer: Caller;
let bot: number;
beforeEach(async () => {
  await gateway("reset");
  officer = await person("officer");
  bot = await makeBot();
});

const look = () => officer.ok<GatewayStatus>("GET", PATH);
const script = (values: Record<string, unknown>) => gateway("script", { path: "GET /health", ...values });
const status = (id = bot) => value<string>("select status from bots where id = ?", id);
const run = async (values: Record<string, unknown> = {}, id = bot) =>
  gateway("state", { botId: id, runId: await makeRun(id), status: "running", ...values });

describe("the state of the gateway", () => {
  it("has its start, its isolation and the installed frameworks", async () => {
    expect(await look()).toEqual({
      mode: "service",
      problem: null,
      checkedAt: expect.stringMatching(/^20.*Z$/),
      pulse: expect.stringMatching(/^instance-\w+\.\d+$/),
      startedAt: "2026-11-20T08:00:00.000Z",
      memoryBytes: 41_000_000,
      isolation: { level: "own_uid", layers: [{ name: "own_uid", on: true, why: null }] },
      frameworks: [
        { framework: "discord.js", version: "14.28.1" },
        { framework: "discord.py", version: null },
      ],
    });
  });

  const faults: [what: string, script: Record<string, unknown>, problem: GatewayStatus["problem"]][] = [
    ["refuses us", { mode: "status", status: 401 }, "refused"],
    ["asks to wait", { mode: "status", status: 429 }, "unreachable"],
    ["fails", { mode: "status", status: 500 }, "nonsense"],
    ["answers with a page", { mode: "garbage" }, "nonsense"],
    ["answers with something else", { mode: "body", body: { ok: true } }, "nonsense"],
    ["knows no health", { mode: "status", status: 404 }, "nonsense"],
    ["stops half-way", { mode: "half" }, "unreachable"],
    ["hangs up", { mode: "drop" }, "unreachable"],
    ["says nothing for two seconds", { mode: "hang" }, "unreachable"],
  ];
  for (const [what, answer, problem] of faults) {
    it(`names the fault of a gateway that ${what}, and leaves the bots unchanged`, async () => {
      await makeBot({ status: "running" });
      await script(answer);
      const before = await rows("select * from bots");
      const report = await look();
      expect([report.problem, report.mode, report.startedAt, report.isolation]).toEqual([
        problem,
        "service",
        null,
        null,
      ]);
      expect(await rows("select * from bots")).toEqual(before);
    });
  }

  it("is an error without a gateway, or without its secret", async () => {
    const none = { BOT_GATEWAY_URL: "", BOT_CONTAINER: undefined } as never;
    const answer = await officer.call("GET", PATH, { settings: none });
    expect(JSON.parse(answer.text)).toMatchObject({ mode: "none", problem: "not_configured" });
    const bare = await officer.call("GET", PATH, { settings: { BOT_GATEWAY_SECRET: "" } });
    expect([bare.status, JSON.parse(bare.text).code]).toEqual([503, "misconfigured"]);
  });
});

describe("reading the gateway's state updates the stored bots", () => {
  it("with the running bots, in two round trips, and writes nothing without differences", async () => {
    await run({ user: { id: "1100000000000000003", username: "scout" } });
    const forgotten = await makeBot({ status: "running" });
    const first = await officer.call("GET", PATH);
    // The third comes after the answer: it counts the written rows.
    expect([first.status, first.meter.trips]).toEqual([200, 3]);
    const [one, two] = await officer.ok<Bot[]>("GET", "/api/discord-bots/1");
    expect(one).toMatchObject({ id: bot, status: "running", discordUser: { username: "scout" } });
    expect(two).toMatchObject({ id: forgotten, status: "inactive", statusReason: "gateway_stopped" });
    const second = await officer.call("GET", PATH);
    expect([second.status, second.meter.rowsWritten]).toEqual([200, 0]);
  });

  it("also after a report that was lost or too late", async () => {
    await run();
    const { instance } = await gateway<{ instance: string }>("snapshot");
    const runId = await value<number>("select id from bot_runs");
    await fromGateway(
      "reports",
      report({ states: [state(bot, runId, { status: "starting", sequence: 50 })] }),
    );
    await look();
    expect(await rows("select status, gateway_instance from bots")).toEqual([
      { status: "running", gateway_instance: instance },
    ]);
  });

  it("but not with states that are older than a later report", async () => {
    await run();
    const { instance } = await gateway<{ instance: string }>("snapshot");
    const runId = await value<number>("select id from bot_runs");
    const error = state(bot, runId, { status: "error", reason: "crashed", sequence: 99 });
    await fromGateway("reports", report({ instance, states: [error] }));
    await look();
    expect(await status()).toBe("error");
  });

  it("and writes one audit entry for a bot that stopped with an error", async () => {
    await run({ status: "error", reason: "intents_refused" });
    await look();
    await look();
    expect(await rows("select action, details from audit_log")).toEqual([
      { action: "bot.error", details: '{"reason":"intents_refused"}' },
    ]);
  });
});
