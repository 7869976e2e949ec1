import { beforeEach, describe, expect, it } from "vitest";
import { everythingStored } from "../../../testing/inspect.ts";
import { person, raw, rows, value } from "../../../testing/world.ts";
import type { Bot } from "../bots.schema.ts";
import { fromGateway, gateway, makeBot, makeRun, report, snapshot, state } from "../testing/bots.factory.ts";

let bot: number;
let run: number;
beforeEach(async () => {
  await gateway("reset");
  bot = await makeBot();
  run = await makeRun(bot);
});

const send = async (values: Record<string, unknown>) => {
  const answer = await fromGateway("reports", report(values));
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as Record<string, unknown>;
};
const stored = async (id = bot) =>
  (
    await rows(
      "select status, status_reason, run_id, gateway_instance, state_sequence from bots where id = ?",
      id,
    )
  )[0];
const status = (id = bot) => value<string>("select status from bots where id = ?", id);
describe("a report that comes twice", () => {
  it("changes nothing the second time, also in parallel", async () => {
    const body = report({
      states: [state(bot, run)],
      logs: [{ botId: bot, lines: [{ timestamp: new Date().toISOString(), level: "info", message: "Up" }] }],
    });
    const both = await Promise.all([1, 2].map(() => fromGateway("reports", body)));
    expect(both.map(({ text }) => text).sort()).toEqual(["{}", '{"duplicate":true}'].sort());
    const before = await everythingStored();
    const third = await fromGateway("reports", body);
    expect([third.text, third.meter.rowsWritten]).toEqual(['{"duplicate":true}', 0]);
    expect(await everythingStored()).toBe(before);
    expect(await value("select count(*) from bot_logs")).toBe(1);
  });
});

describe("states", () => {
  it("show the gateway's status, account and reason", async () => {
    const user = { id: "1100000000000000003", username: "scout" };
    await send({ states: [state(bot, run, { user, restarts: 2, since: "2026-11-20T10:00:00.000Z" })] });
    const officer = await person("officer");
    const [shown] = await officer.ok<Bot[]>("GET", "/api/discord-bots/1");
    expect(shown).toMatchObject({
      status: "running",
      statusSince: "2026-11-20T10:00:00.000Z",
      restarts: 2,
      discordUser: user,
    });
    expect(await value("select ready_at from bot_runs")).toBe("2026-11-20T10:00:00.000Z");
  });

  it("show an account's name without invisible characters", async () => {
    const user = { id: "1100000000000000003", username: "sc\u202eo\u200but\n" };
    await send({ states: [state(bot, run, { user })] });
    expect(await value("select discord_username from bots where id = ?", bot)).toBe("scout");
  });

  it("never replace later ones, in any order", async () => {
    await send({ states: [state(bot, run, { status: "error", reason: "memory", sequence: 9 })] });
    await send({
      states: [state(bot, run, { sequence: 8 }), state(bot, run, { status: "starting", sequence: 3 })],
    });
    expect(await stored()).toMatchObject({ status: "error", status_reason: "memory", state_sequence: 9 });
    // A later run is newer with any sequence, and ends the earlier run.
    const next = await makeRun(bot);
    await send({ states: [state(bot, next, { status: "starting", sequence: 2 })] });
    await send({ states: [state(bot, run, { sequence: 99 })] });
    expect(await stored()).toMatchObject({ status: "starting", run_id: next, state_sequence: 2 });
  });

  it("of one bot in one report: only the newest is stored", async () => {
    await send({
      states: [state(bot, run, { status: "stopping", sequence: 6 }), state(bot, run, { sequence: 5 })],
    });
    expect(await stored()).toMatchObject({ status: "stopping", state_sequence: 6 });
  });

  it("of unknown bots and runs, or of another bot's run, are skipped", async () => {
    const other = await makeBot();
    await send({ states: [state(99, run), state(other, run), state(bot, 99)] });
    expect([await status(), await status(other)]).toEqual(["inactive", "inactive"]);
  });

  it("never have a time in the future", async () => {
    await send({ states: [state(bot, run, { since: "2099-01-01T00:00:00.000Z" })] });
    expect((await value<string>("select status_since from bots")) < "2099").toBe(true);
  });

  it("of an error are audited once, with the reason but not the detail", async () => {
    const error = { status: "error", detail: "TypeError: planted words" };
    await send({ states: [state(bot, run, { ...error, reason: "crashed" })] });
    await send({ states: [state(bot, run, { ...error, reason: "crashed", sequence: 2 })] });
    const next = await makeRun(bot);
    await send({ states: [state(bot, next, { ...error, reason: "token_refused", sequence: 3 })] });
    expect(
      await rows(
        "select action, readers, actor_kind, actor_name, entity_id, details from audit_log order by id",
      ),
    ).toEqual(
      [
        { action: "bot.crashed", details: '{"reason":"crashed"}' },
        { action: "bot.error", details: '{"reason":"token_refused"}' },
      ].map((each) => ({
        ...each,
        readers: "admin.users",
        actor_kind: "bot",
        actor_name: "Scout",
        entity_id: bot,
      })),
    );
    expect(await rows("select reason, ended_at is not null as ended from bot_runs order by id")).toEqual([
      { reason: "crashed", ended: 1 },
      { reason: "token_refused", ended: 1 },
    ]);
  });

  it("store which versions of files stayed up", async () => {
    const officer = await person("officer");
    const file = await value<number>("select id from bot_files");
    await officer.ok("PATCH", `/api/bot-files/${file}`, { content: "// newer than what runs\n" });
    const path = `/api/discord-bots/${bot}/files`;
    const tag = (await officer.call("GET", path)).headers.get("ETag") ?? "";
    await send({ states: [state(bot, run, { stayedUp: true })] });
    const again = await officer.call("GET", path, { headers: { "If-None-Match": tag } });
    expect(JSON.parse(again.text)).toMatchObject([{ version: 2, lastGoodVersion: 1 }]);
    expect(await value("select stayed_up from bot_runs")).toBe(1);
  });
});

describe("a gateway that was restarted", () => {
  it("ends every bot that it does not run, and keeps errors", async () => {
    const [running, failed, other] = [await makeBot(), await makeBot(), await makeBot()];
    const runs = [await makeRun(running), await makeRun(failed), await makeRun(other)] as const;
    await send({
      states: [
        state(bot, run),
        state(running, runs[0], { sequence: 2, user: { id: "1100000000000000003", username: "scout" } }),
        state(failed, runs[1], { sequence: 3, status: "error", reason: "token_refused" }),
        state(other, runs[2], { sequence: 4, status: "stopping" }),
      ],
    });
    const instance = "another-instance";
    await send({ instance, snapshot: snapshot({ instance, startedAt: "2026-11-20T09:00:00.000Z" }) });
    const gone = { status: "inactive", status_reason: "gateway_stopped", gateway_instance: instance };
    expect(await stored()).toMatchObject(gone);
    expect(await stored(running)).toMatchObject(gone);
    expect(await stored(other)).toMatchObject(gone);
    expect(await stored(failed)).toMatchObject({ status: "error", status_reason: "token_refused" });
    expect(await value("select discord_user_id from bots where id = ?", running)).toBeNull();
    expect(await value("select reason from bot_runs where id = ?", run)).toBe("gateway_stopped");
    // A late report of the earlier gateway.
    await send({ states: [state(bot, run, { sequence: 99 })] });
    await send({ snapshot: snapshot({ bots: [state(running, runs[0], { sequence: 99 })], sequence: 99 }) });
    expect([await status(), await status(running)]).toEqual(["inactive", "inactive"]);
  });

  it("does not end a bot that was started after its snapshot", async () => {
    const officer = await person("officer");
    await gateway("state", { botId: 50, status: "running" });
    await officer.ok("POST", `/api/discord-bots/${bot}/start`);
    await send({ snapshot: snapshot({ sequence: 1 }) });
    expect(await status()).toBe("starting");
    await send({ snapshot: snapshot({ sequence: 99 }) });
    expect(await status()).toBe("inactive");
  });

  it("reports only on its own bot if it is that bot's container", async () => {
    const other = await makeBot();
    await send({ states: [state(bot, run), state(other, await makeRun(other), { sequence: 2 })] });
    const instance = "container-of-one";
    await send({
      instance,
      snapshot: snapshot({ instance, botId: bot, startedAt: "2026-11-20T09:00:00.000Z" }),
    });
    expect([await status(), await status(other)]).toEqual(["inactive", "running"]);
  });

  it("stores the states of its running bots", async () => {
    await send({ snapshot: snapshot({ bots: [state(bot, run, { sequence: 7 })], sequence: 7 }) });
    expect(await stored()).toMatchObject({ status: "running", gateway_instance: "instance-of-tests" });
  });
});

it("a report that is too large or malformed is refused, and nothing is written", async () => {
  const line = { timestamp: new Date().toISOString(), level: "info", message: "x" };
  const item = {
    guildId: "1100000000000000002",
    discordId: "200000000000000001",
    username: "vera",
    type: "presence",
    details: "online",
    timestamp: new Date().toISOString(),
  };
  const many = <T>(length: number, make: (at: number) => T) => Array.from({ length }, (_, at) => make(at));
  const wrong: Record<string, unknown>[] = [
    { states: many(101, (at) => state(bot, run, { sequence: at })) },
    { states: [state(bot, run, { status: "dancing" })] },
    { states: [state(bot, run, { reason: "bored" })] },
    { states: [state(bot, run, { sequence: -1 })] },
    { states: [state(bot, run, { detail: "x".repeat(501) })] },
    { logs: [{ botId: bot, lines: many(501, () => line) }] },
    { logs: many(2, () => ({ botId: bot, lines: many(251, () => line) })) },
    { logs: many(101, () => ({ botId: bot, lines: [] })) },
    { logs: [{ botId: bot, lines: [{ ...line, message: "x".repeat(2_001) }] }] },
    { logs: [{ botId: bot, lines: [{ ...line, level: "shout" }] }] },
    { activities: [{ botId: bot, items: many(201, () => item) }] },
    { activities: [{ botId: bot, items: [{ ...item, discordId: "1 or 1=1" }] }] },
    { activities: [{ botId: bot, items: [{ ...item, type: "dancing" }] }] },
    { activities: [{ botId: bot, items: [{ ...item, timestamp: "yesterday" }] }] },
    { key: "short" },
    { instance: "../../etc" },
    { more: true },
  ];
  const before = await everythingStored();
  for (const values of wrong) {
    const answer = await fromGateway("reports", report(values));
    expect([values, answer.status]).toEqual([values, 400]);
  }
  const huge = JSON.stringify(report({ more: "x".repeat(4 * 1024 * 1024) }));
  expect((await fromGateway("reports", huge)).status).toBe(413);
  expect(await everythingStored()).toBe(before);
  expect(await raw.DB.prepare("select count(*) as n from gateway_reports").first("n")).toBe(0);
});
