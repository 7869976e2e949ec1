import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, raw, rows, settings, value } from "../../../testing/world.ts";
import type { Bot } from "../bots.schema.ts";
import { askedOfGateway, gateway, makeBot, makeFile, TOKEN } from "../testing/bots.factory.ts";

let officer: Caller;
let bot: number;
beforeEach(async () => {
  await gateway("reset");
  officer = await person("officer", 1, "Otto");
  bot = await makeBot({ name: "Scout" });
});

const path = (verb: string, id = bot) => `/api/discord-bots/${id}/${verb}`;
const start = (id = bot) => officer.ok<Bot>("POST", path("start", id));
const actions = async () =>
  (await rows<{ action: string }>("select action from audit_log order by id")).map(({ action }) => action);
const stored = async () =>
  (await rows("select status, run_id, state_sequence from bots where id = ?", bot))[0];

describe("starting a bot", () => {
  it("gives the gateway its files and token, signed, and shows what the gateway answered", async () => {
    await makeFile(bot, "lib/words.js", "export const hello = 1;\n");
    const started = await start();
    expect(started).toMatchObject({ id: bot, status: "starting", statusReason: null, version: 1 });
    expect(await askedOfGateway()).toMatchObject([
      {
        path: `POST /bots/${bot}/start`,
        signed: true,
        body: {
          runId: 1,
          organizationId: 1,
          name: "Scout",
          framework: "discord.js",
          token: TOKEN,
          guildId: settings().DISCORD_GUILD_ID,
          files: [
            { name: "bot.js", content: "// nothing yet\n", isMain: true },
            { name: "lib/words.js", content: "export const hello = 1;\n", isMain: false },
          ],
        },
      },
    ]);
    expect(await rows("select bot_id, files, ended_at from bot_runs")).toEqual([
      { bot_id: bot, files: '{"1":1,"2":1}', ended_at: null },
    ]);
    expect(await actions()).toEqual(["bot.started"]);
  });

  it("happens once for repeated clicks", async () => {
    const both = await Promise.all([1, 2].map(() => officer.call("POST", path("start"))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = JSON.parse(both.find(({ status }) => status === 409)?.text ?? "{}");
    expect(refused.code).toBe("bot_already_running");
    expect(await actions()).toEqual(["bot.started"]);
    // The refused run is deleted; the running one is the bot's.
    expect(await rows("select id from bot_runs")).toEqual([{ id: await value("select run_id from bots") }]);
  });

  it("is refused for a bot that runs on the gateway, whatever its stored status", async () => {
    await gateway("state", { botId: bot, runId: 1, status: "running" });
    const refused = await officer.fails("POST", path("start"));
    expect(refused).toMatchObject({ code: "bot_already_running", current: { id: bot, status: "running" } });
    expect(await value("select count(*) from bot_runs")).toBe(0);
  });

  it("needs a token, and does not call the gateway without one", async () => {
    const bare = await makeBot({ token: null, name: "Bare" });
    const { code, detail, status } = await officer.fails("POST", path("start", bare));
    expect([code, status]).toEqual(["bot_token_missing", 400]);
    expect(detail).toContain("Bare has no token");
    await raw.DB.prepare("update bots set token = 'v1:gone:AAAA:AAAA' where id = ?").bind(bare).run();
    expect((await officer.fails("POST", path("restart", bare))).code).toBe("bot_token_missing");
    expect(await askedOfGateway()).toEqual([]);
    expect(await value("select count(*) from bot_runs")).toBe(0);
  });

  it("explains why the gateway cannot start bots of this framework, and what is missing", async () => {
    const refusal = { mode: "status", status: 409, body: { code: "isolation", detail: "" } };
    await gateway("script", { path: `POST /bots/${bot}/start`, ...refusal });
    const { code, detail, status, current } = await officer.fails("POST", path("start"));
    expect([code, status]).toEqual(["bot_not_isolated", 409]);
    expect(current).toMatchObject({ id: bot, name: "Scout" });
    expect(detail).toMatch(/^Scout is not started: .*discord\.js.*bubblewrap.*root/);
    expect(await value("select count(*) from bot_runs")).toBe(0);
  });

  it("adds the main file of a bot that is older than files", async () => {
    const old = await makeBot({ files: {} });
    await start(old);
    expect(await rows("select file_name, is_main_file from bot_files where bot_id = ?", old)).toEqual([
      { file_name: "bot.js", is_main_file: 1 },
    ]);
  });

  it("shows at once why a bot cannot run", async () => {
    const state = {
      botId: bot,
      runId: 1,
      status: "error",
      since: new Date().toISOString(),
      reason: "framework_missing",
      detail: "discord.py is not installed",
      user: null,
      restarts: 0,
      stayedUp: false,
      sequence: 1,
    };
    await gateway("script", { path: `POST /bots/${bot}/start`, mode: "body", status: 202, body: state });
    expect(await start()).toMatchObject({
      status: "error",
      statusReason: "framework_missing",
      statusDetail: "discord.py is not installed",
    });
    expect(await actions()).toEqual(["bot.error", "bot.started"]);
    expect(await value("select reason from bot_runs")).toBe("framework_missing");
  });
});

describe("a failing gateway", () => {
  const faults: [what: string, script: Record<string, unknown>, code: string][] = [
    [
      "refuses our signature",
      { mode: "status", status: 401, body: { code: "bad_signature", detail: "" } },
      "gateway_refused",
    ],
    ["forbids", { mode: "status", status: 403 }, "gateway_refused"],
    ["asks to wait", { mode: "status", status: 429 }, "gateway_busy"],
    ["is busy", { mode: "status", status: 503, body: { code: "busy", detail: "" } }, "gateway_busy"],
    ["fails", { mode: "status", status: 500, body: { code: "internal", detail: "" } }, "gateway_failed"],
    ["is not behind its proxy", { mode: "status", status: 502 }, "gateway_unreachable"],
    ["answers with a page", { mode: "garbage" }, "gateway_failed"],
    ["stops half-way", { mode: "half" }, "gateway_unreachable"],
    ["hangs up", { mode: "drop" }, "gateway_unreachable"],
    ["sends elsewhere", { mode: "status", status: 302 }, "gateway_failed"],
    ["speaks of another bot", { mode: "body", body: { botId: 99 } }, "gateway_failed"],
  ];
  for (const [what, script, code] of faults) {
    it(`${what}: answers the error and leaves the bot unchanged`, async () => {
      const before = await stored();
      for (const verb of ["start", "restart"]) {
        await gateway("script", { path: `POST /bots/${bot}/${verb}`, ...script });
        expect([verb, (await officer.fails("POST", path(verb))).code]).toEqual([verb, code]);
      }
      expect(await stored()).toEqual(before);
      expect(await actions()).toEqual([]);
      // Only a gateway's answer tells whether it accepted the order.
      const kept = code === "gateway_unreachable" ? 2 : 0;
      expect(await value("select count(*) from bot_runs")).toBe(kept);
    });
  }

  it("does not exist: answers gateway_unreachable at once", async () => {
    const nowhere = { BOT_GATEWAY_URL: "http://127.0.0.1:1" };
    const answer = await officer.call("POST", path("start"), { settings: nowhere });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([503, "gateway_unreachable"]);
  });

  it("is not set up: names the missing secret", async () => {
    const none = { BOT_GATEWAY_URL: "", BOT_CONTAINER: undefined } as never;
    for (const verb of ["start", "restart"]) {
      const answer = await officer.call("POST", path(verb), { settings: none });
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([503, "gateway_not_configured"]);
    }
    const answer = await officer.call("POST", path("start"), { settings: { BOT_GATEWAY_SECRET: "" } });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([503, "misconfigured"]);
    expect(answer.text).toContain("Setting BOT_GATEWAY_SECRET is missing");
    expect(await askedOfGateway()).toEqual([]);
  });

  it("has another secret: answers gateway_refused", async () => {
    const settings = { BOT_GATEWAY_SECRET: "another-secret-of-32-characters-or-more" };
    const answer = await officer.call("POST", path("start"), { settings });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([502, "gateway_refused"]);
  });
});

describe("stopping and restarting", () => {
  it("a running bot is stopping until the gateway reports", async () => {
    await start();
    const stopped = await officer.ok<Bot>("POST", path("stop"));
    expect(stopped.status).toBe("stopping");
    // A second click writes no second audit entry.
    await gateway("state", { botId: bot, status: "running" });
    await officer.ok("POST", path("stop"));
    expect(await actions()).toEqual(["bot.started", "bot.stopped"]);
  });

  it("an inactive bot cannot be stopped", async () => {
    const { code, status, current } = await officer.fails("POST", path("stop"));
    expect([code, status]).toEqual(["bot_not_running", 409]);
    expect(current).toMatchObject({ id: bot, status: "inactive" });
    expect(await askedOfGateway()).toEqual([]);
  });

  it("a bot that the gateway does not know becomes inactive", async () => {
    for (const status of ["running", "error"] as const) {
      const id = await makeBot({ status });
      expect((await officer.ok<Bot>("POST", path("stop", id))).status).toBe("inactive");
    }
  });

  it("a bot does not change when the gateway does not answer", async () => {
    await start();
    const before = await stored();
    await gateway("script", { path: `POST /bots/${bot}/stop`, mode: "drop" });
    expect((await officer.fails("POST", path("stop"))).code).toBe("gateway_unreachable");
    expect(await stored()).toEqual(before);
  });

  it("restarting begins a new run with the current files, for running and other bots", async () => {
    await start();
    const file = await value<number>("select id from bot_files");
    await officer.ok("PATCH", `/api/bot-files/${file}`, { content: "// better\n" });
    expect((await officer.ok<Bot>("POST", path("restart"))).status).toBe("starting");
    const [, restart] = await askedOfGateway();
    expect(restart?.body).toMatchObject({ runId: 2, files: [{ content: "// better\n" }] });
    expect(await rows("select id, reason, files from bot_runs order by id")).toEqual([
      { id: 1, reason: "stopped", files: '{"1":1}' },
      { id: 2, reason: null, files: '{"1":2}' },
    ]);
    expect(await actions()).toEqual(["bot.started", "bot.file_saved", "bot.restarted"]);
  });
});

it("starting, stopping and restarting cost three round trips each", async () => {
  for (const verb of ["start", "stop", "restart"]) {
    const { status, meter } = await officer.call("POST", path(verb));
    expect([verb, status, meter.trips <= 3]).toEqual([verb, 200, true]);
  }
});
