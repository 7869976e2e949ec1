import { beforeEach, describe, expect, it } from "vitest";
import { resetDiscord } from "../../testing/discord.ts";
import { type Caller, organization, person, raw, rows, value } from "../../testing/world.ts";
import { askedOfGateway, fromGateway, gateway, makeBot } from "../bots/testing/bots.factory.ts";
import type { SyncAnswer } from "./discord.schema.ts";

let officer: Caller;
let bot: number;
beforeEach(async () => {
  await gateway("reset");
  await resetDiscord();
  officer = await person("officer", 1, "Otto");
  bot = await makeBot({ isCrm: true, token: String(raw["TEST_BOT_TOKEN"]) });
});

const path = (id = bot) => `/api/discord-bots/${id}/command/syncmembers`;
const runs = (id = bot) => gateway("state", { botId: id, runId: 1, status: "running" });

describe("the bot's member sync", () => {
  it("requests the running bot's report and then reads every member of the server", async () => {
    await runs();
    expect(await officer.ok<SyncAnswer>("POST", path())).toMatchObject({ added: 119, resumed: false });
    // Once more for people whom the first report did not know.
    const command = { path: `POST /bots/${bot}/command`, body: { command: "syncmembers" }, signed: true };
    expect(await askedOfGateway()).toMatchObject([command, command]);
    expect(await rows("select action, actor_name from audit_log")).toEqual([
      { action: "discord.synced", actor_name: "Otto" },
    ]);
    expect(await officer.ok<SyncAnswer>("POST", path())).toMatchObject({ added: 0, unchanged: 119 });
    expect(await askedOfGateway()).toHaveLength(3);
  });

  it("is refused unless the gateway reports the bot as running", async () => {
    await raw.DB.prepare("update bots set status = 'running'").run();
    for (const settings of [{}, { BOT_GATEWAY_URL: "", BOT_CONTAINER: undefined } as never]) {
      const answer = await officer.call("POST", path(), { settings });
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([409, "crm_bot_not_running"]);
      expect(JSON.parse(answer.text).detail).toContain("CRM bot is not running");
    }
    expect(await value("select count(*) from sync_runs")).toBe(0);
  });

  it("needs the CRM bot, and does not reveal which other bots exist", async () => {
    const other = await makeBot();
    const foreign = await makeBot({ organizationId: await organization(), isCrm: true });
    for (const id of [other, foreign, 99]) {
      const { code, status, detail } = await officer.fails("POST", path(id));
      expect([id, code, status]).toEqual([id, "crm_bot_not_found", 404]);
      expect(detail).toContain("CRM bot not found");
    }
    expect(await askedOfGateway()).toEqual([]);
  });

  it("reports why it failed", async () => {
    await runs();
    for (const [script, code] of [
      [{ mode: "drop" }, "sync_gateway_unreachable"],
      [{ mode: "status", status: 401 }, "sync_gateway_failed"],
      [{ mode: "status", status: 504, body: { code: "busy", detail: "" } }, "sync_gateway_failed"],
      [{ mode: "status", status: 502, body: { code: "internal", detail: "" } }, "sync_gateway_failed"],
    ] as const) {
      await gateway("script", { path: `POST /bots/${bot}/command`, ...script });
      const problem = await officer.fails("POST", path());
      expect([problem.code, problem.detail.startsWith("Failed to sync Discord members: ")]).toEqual([
        code,
        true,
      ]);
    }
    expect(await value("select count(*) from sync_runs")).toBe(0);
  });
});

describe("starting with the gateway", () => {
  const ask = (instance = "instance-of-tests") => fromGateway("auto-start", { instance });
  const started = async () => (await askedOfGateway()).map((each) => each.path);

  it("starts stopped bots with auto-start, once for each start of the gateway", async () => {
    const [wanted, running] = [
      await makeBot({ autoStart: true }),
      await makeBot({ autoStart: true, status: "running" }),
    ];
    await makeBot({ autoStart: true, token: null });
    await makeBot();
    const both = await Promise.all([ask(), ask()]);
    expect(both.map(({ text }) => JSON.parse(text)).sort((a) => (a.duplicate ? 1 : -1))).toEqual([
      { started: 1, failed: 0 },
      { duplicate: true, started: 0, failed: 0 },
    ]);
    expect(await started()).toEqual([`POST /bots/${wanted}/start`]);
    expect(await value("select status from bots where id = ?", wanted)).toBe("starting");
    expect(await rows("select action, actor_kind, actor_name, entity_id from audit_log")).toEqual([
      { action: "bot.started", actor_kind: "job", actor_name: "Auto-start", entity_id: wanted },
    ]);
    await raw.DB.prepare("update bots set status = 'inactive'").run();
    await gateway("reset");
    await ask("another-instance");
    expect((await started()).sort()).toEqual([wanted, running].map((id) => `POST /bots/${id}/start`).sort());
  });

  it("starts no bot of an organization that switched bot_auto_start off", async () => {
    const elsewhere = await organization();
    await makeBot({ autoStart: true });
    const theirs = await makeBot({ autoStart: true, organizationId: elsewhere });
    await raw.DB.prepare(
      `insert into organization_settings (organization_id, setting_key, setting_value, updated_at)
       values (1, 'bot_auto_start', 0, '')`,
    ).run();
    await ask();
    expect(await started()).toEqual([`POST /bots/${theirs}/start`]);
  });

  it("logs why one did not start, and starts the others", async () => {
    const ids = [
      await makeBot({ autoStart: true }),
      await makeBot({ autoStart: true }),
      await makeBot({ autoStart: true }),
    ];
    await raw.DB.prepare("update bots set token = 'v1:gone:AAAA:AAAA' where id = ?").bind(ids[0]).run();
    await gateway("script", { path: `POST /bots/${ids[1]}/start`, mode: "status", status: 500 });
    expect(JSON.parse((await ask()).text)).toEqual({ started: 1, failed: 2 });
    const logs = await rows<{ bot_id: number; lines: string }>(
      "select bot_id, lines from bot_logs order by bot_id",
    );
    expect(logs.map(({ bot_id, lines }) => [bot_id, JSON.parse(lines)])).toMatchObject([
      [
        ids[0],
        [{ level: "error", message: expect.stringContaining("Auto-start failed: Scout has no token") }],
      ],
      [ids[1], [{ level: "error", message: expect.stringContaining("The bot gateway could not do this") }]],
    ]);
    expect(await value("select status from bots where id = ?", ids[2])).toBe("starting");
  });

  it("is the task of the gateway that runs all bots: a bot's own container starts nothing", async () => {
    await makeBot({ autoStart: true });
    const instance = "container-of-one";
    const snapshot = {
      instance,
      startedAt: "2026-11-20T08:00:00.000Z",
      botId: bot,
      memoryBytes: 1,
      isolation: { level: "virtual_machine", layers: [] },
      frameworks: [],
      bots: [],
      sequence: 0,
    };
    await fromGateway("reports", { instance, key: "report-of-one", snapshot });
    expect(JSON.parse((await ask(instance)).text)).toEqual({ started: 0, failed: 0 });
    expect(await started()).toEqual([]);
  });
});
