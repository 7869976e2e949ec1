import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { start as startDiscord } from "../emulators/discord/testing.ts";
import type { BotState } from "./protocol.ts";
import { startOf } from "./sandbox/process-table.ts";
import { DISCORD_BOT, READY, REPORT } from "./testing/bots.ts";
import { order, startStand } from "./testing/start.ts";

const isAlive = async (pid: number) => (await startOf(pid)) !== null;

test("starts a discord.js bot, reports its activities, carries out commands and stops it", async (t) => {
  const emulator = await startDiscord(t);
  const { call, worker, sandbox } = await startStand(t, { env: { discordApiUrl: emulator.apiUrl } });
  const first = await worker.until(() => worker.reports[0]);
  assert.deepEqual(first.snapshot?.bots, []);

  const started = order(DISCORD_BOT, { token: emulator.botToken, guildId: emulator.guildId });
  const answer = await call("POST", "/bots/7/start", started);
  assert.equal(answer.status, 202);
  assert.equal((answer.body as BotState).status, "starting");
  const running = await worker.status(7, "running", "error");
  assert.equal(running.status, "running");
  assert.equal(running.runId, started.runId);
  assert.equal(running.user?.id, emulator.clientId);

  const person = emulator.guild.join({ username: "fresh.recruit" }).user;
  emulator.guild.enterVoice(person.id, "Hangar 1");
  const [activity] = await worker.until(() =>
    worker.activitiesOf(7).length > 0 ? worker.activitiesOf(7) : null,
  );
  assert.equal(activity?.discordId, person.id);
  assert.equal(activity?.details, "Hangar 1");

  assert.equal((await call("POST", "/bots/7/command", { command: "syncmembers" })).status, 200);

  const stopping = await call("POST", "/bots/7/stop", {});
  assert.equal((stopping.body as BotState).status, "stopping");
  const ended = await worker.status(7, "inactive", "error");
  assert.deepEqual([ended.status, ended.reason, ended.user], ["inactive", "stopped", null]);
  assert.equal(emulator.gateway.sessions().length, 0);
  assert.equal(await isAlive(sandbox.pids[0] ?? 0), false);
  assert.equal((await call("POST", "/bots/7/command", { command: "syncmembers" })).status, 409);
});

test("ends the run without a retry when Discord refuses the token", async (t) => {
  const emulator = await startDiscord(t);
  const { call, worker, sandbox } = await startStand(t, { env: { discordApiUrl: emulator.apiUrl } });
  await call(
    "POST",
    "/bots/1/start",
    order(DISCORD_BOT, { token: "never.issued.this-is-no-token-of-anybody" }),
  );
  const state = await worker.status(1, "error", "running");
  assert.deepEqual([state.status, state.reason, state.restarts], ["error", "token_refused", 0]);
  assert.equal(sandbox.pids.length, 1);
});

test("ends the run without a retry on close code 4004", async (t) => {
  const emulator = await startDiscord(t);
  const { call, worker, sandbox } = await startStand(t, { env: { discordApiUrl: emulator.apiUrl } });
  await call("POST", "/bots/1/start", order(DISCORD_BOT, { token: emulator.botToken }));
  await worker.status(1, "running");
  emulator.gateway.disconnect(4004);
  const state = await worker.status(1, "error");
  assert.equal(state.reason, "token_refused");
  assert.match(state.detail ?? "", /4004/);
  assert.equal(sandbox.pids.length, 1);
});

test("restarts a bot that crashes, then gives up and logs the reason", async (t) => {
  const { call, worker, sandbox } = await startStand(t);
  const source = `${REPORT} report({ type: "identify" }); throw new TypeError("no such channel");`;
  await call("POST", "/bots/1/start", order(source));
  const state = await worker.status(1, "error");
  assert.deepEqual([state.reason, state.restarts], ["crashed", 1]);
  assert.equal(state.detail, "Exit code 1: TypeError: no such channel");
  assert.equal(sandbox.pids.length, 2);
  const line = await worker.until(() => worker.linesOf(1).find(({ message }) => /Given up/.test(message)));
  assert.match(line.message, /Exit code 1: TypeError: no such channel/);
});

test("ends and gives up a bot that is not ready in time", async (t) => {
  const { call, worker, sandbox } = await startStand(t, { policy: { startDeadline: 200, stopGrace: 100 } });
  await call("POST", "/bots/1/start", order("setInterval(() => {}, 1000);"));
  const state = await worker.status(1, "error");
  assert.equal(state.reason, "start_deadline");
  assert.equal(await isAlive(sandbox.pids[0] ?? 0), false);
});

test("kills a bot that ignores SIGTERM, with the processes it started", async (t) => {
  const { call, worker, sandbox } = await startStand(t, { policy: { stopGrace: 100 } });
  const source = `${READY.replace("process.exit(0)", "undefined")}
    import { spawn } from "node:child_process";
    const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"]);
    console.log("child " + child.pid);`;
  await call("POST", "/bots/1/start", order(source));
  const line = await worker.until(() => worker.linesOf(1).find(({ message }) => /^child/.test(message)));
  await worker.status(1, "running");
  await call("POST", "/bots/1/stop", {});
  assert.equal((await worker.status(1, "inactive")).reason, "stopped");
  assert.equal(await isAlive(sandbox.pids[0] ?? 0), false);
  assert.equal(await isAlive(Number(line.message.slice(6))), false);
});

test("kills a bot that uses too much memory, and counts that as a crash", async (t) => {
  const policy = { memoryCheckEvery: 20, memoryMax: 100 * 1024 * 1024 };
  const { call, worker } = await startStand(t, { policy });
  await call("POST", "/bots/1/start", order(`${READY} globalThis.held = Buffer.alloc(120e6, 1);`));
  const state = await worker.status(1, "error");
  assert.deepEqual([state.reason, state.restarts], ["memory", 1]);
  assert.match(state.detail ?? "", /it may have 100 MB/);
});

test("refuses a second start with the current state; a restart takes over with a run of its own", async (t) => {
  const { call, worker, sandbox } = await startStand(t);
  const first = order(READY);
  await call("POST", "/bots/1/start", first);
  await worker.status(1, "running");
  const second = await call("POST", "/bots/1/start", order(READY));
  assert.equal(second.status, 409);
  const { code, state } = second.body as { code: string; state: BotState };
  assert.deepEqual([code, state.runId, state.status], ["already_running", first.runId, "running"]);

  const next = order(READY);
  const restarted = await call("POST", "/bots/1/restart", next);
  assert.equal(restarted.status, 202);
  assert.equal((restarted.body as BotState).runId, next.runId);
  await worker.until(
    () => worker.stateOf(1)?.status === "running" && worker.stateOf(1)?.runId === next.runId,
  );
  assert.equal(sandbox.pids.length, 2);
  assert.equal(await isAlive(sandbox.pids[0] ?? 0), false);
});

test("keeps the token out of every log line, report and file of the gateway", async (t) => {
  const { call, worker, log } = await startStand(t);
  const source = `${REPORT}
    const token = process.env.DISCORD_TOKEN;
    const user = { id: "1100000000000000001", username: token.slice(0, 99) };
    process.stdout.write("half " + token.slice(0, 30));
    setTimeout(() => {
      process.stdout.write(token.slice(30) + " other half\\n");
      console.log("x".repeat(3990) + token);
      console.error("parts", token.split("."));
      console.log(JSON.stringify({ level: "debug", message: "json " + token }));
      report({ type: "ready", user });
      report({ type: "fatal", reason: "closed_by_discord", code: 4012, detail: "refused " + token });
    }, 50);`;
  const { token, ...rest } = order(source);
  await call("POST", "/bots/1/start", { token, ...rest });
  await worker.status(1, "error");
  await worker.until(() => worker.linesOf(1).some(({ message }) => /Given up/.test(message)));
  const everything = JSON.stringify([worker.reports, log, await call("GET", "/bots/1/logs")]);
  for (const secret of token.split(".")) assert.ok(!everything.includes(secret), `${secret} is not hidden`);
  assert.match(everything, /half \[token\] other half/);
  assert.match(everything, /refused \[token\]/);
  assert.ok(worker.linesOf(1).some(({ level, message }) => level === "debug" && message === "json [token]"));
});

test("throttles a bot that floods its log, with a notice; lines of other bots arrive", async (t) => {
  const { call, worker } = await startStand(t);
  await call(
    "POST",
    "/bots/1/start",
    order(`${READY} setInterval(() => {
    for (let i = 0; i < 20000; i += 1) console.log("flood " + i); }, 1);`),
  );
  const notice = await worker.until(() =>
    worker.linesOf(1).find(({ message }) => /^\d+ lines dropped/.test(message)),
  );
  assert.equal(notice.level, "warn");
  const neighbour = order(`${READY} let n = 0; setInterval(() => console.log("neighbour " + n++), 5);`);
  await call("POST", "/bots/2/start", neighbour);
  const heard = () => worker.linesOf(2).filter(({ message }) => message.startsWith("neighbour "));
  await worker.until(() => heard().length >= 100);
  assert.deepEqual(
    heard()
      .slice(0, 100)
      .map(({ message }) => message),
    Array.from({ length: 100 }, (_, n) => `neighbour ${n}`),
  );
});

test("delivers reports made while the worker was unreachable, once and in order", async (t) => {
  const { call, worker } = await startStand(t);
  await worker.until(() => worker.reports.length === 1);
  let refusals = 0;
  worker.behave = () => {
    refusals += 1;
    return refusals % 2 ? "cut" : 503;
  };
  await call(
    "POST",
    "/bots/1/start",
    order(`${READY}
    for (let i = 0; i < 700; i += 1) console.log("line " + i);`),
  );
  await worker.until(() => refusals >= 2);
  const outcomes = ["lose_answer", "take", "lose_answer"] as const;
  let answered = 0;
  worker.behave = () => outcomes[answered++] ?? "take";
  const lines = () => worker.linesOf(1).filter(({ message }) => message.startsWith("line "));
  await worker.until(() => lines().length >= 700);
  assert.deepEqual(
    lines().map(({ message }) => message),
    Array.from({ length: 700 }, (_, n) => `line ${n}`),
  );
  await worker.status(1, "running");
  assert.ok(worker.keys.length > new Set(worker.keys).size, "a report was repeated with its key");
});

test("ends all bots when the gateway ends, reports that to the worker, and refuses further orders", async (t) => {
  const { call, worker, gateway, sandbox } = await startStand(t);
  await call("POST", "/bots/1/start", order(READY));
  await call("POST", "/bots/2/start", order(READY));
  await worker.status(1, "running");
  await worker.status(2, "running");
  const isClosed = gateway.close();
  assert.equal((await call("POST", "/bots/3/start", order(READY))).status, 503);
  await isClosed;
  for (const botId of [1, 2]) {
    const state = worker.stateOf(botId);
    assert.deepEqual([state?.status, state?.reason], ["inactive", "gateway_stopped"]);
  }
  assert.deepEqual(await Promise.all(sandbox.pids.map(isAlive)), [false, false]);
});

test("ends a running bot that is deleted, and removes its folder", async (t) => {
  const { call, worker, sandbox } = await startStand(t);
  await call("POST", "/bots/1/start", order(READY));
  await worker.status(1, "running");
  assert.equal((await call("GET", "/bots/1/files")).status, 200);
  assert.equal((await call("DELETE", "/bots/1")).status, 204);
  assert.equal(await isAlive(sandbox.pids[0] ?? 0), false);
  assert.equal(existsSync(join(sandbox.folderOf(1), "bot.mjs")), false);
  assert.equal((await call("GET", "/bots/1/files")).status, 404);
  assert.equal((await call("DELETE", "/bots/1")).status, 204);
});

test("never connects two processes of one bot at the same time", async (t) => {
  const emulator = await startDiscord(t, { maxConcurrency: 1_000 });
  const { call, worker } = await startStand(t, { env: { discordApiUrl: emulator.apiUrl } });
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, emulator.gateway.sessions().filter(({ connected }) => connected).length);
  }, 1);
  t.after(() => clearInterval(watch));
  const make = () => order(DISCORD_BOT, { token: emulator.botToken, guildId: emulator.guildId });
  for (let round = 0; round < 2; round += 1) {
    await call("POST", "/bots/1/start", make());
    const actions = ["restart", "stop", "start", "restart", "start"];
    await Promise.all(
      actions.map((action) => call("POST", `/bots/1/${action}`, action === "stop" ? {} : make())),
    );
    const last = make();
    await call("POST", "/bots/1/restart", last);
    await worker.until(() => {
      const state = worker.stateOf(1);
      return state?.runId === last.runId && state.status === "running";
    });
  }
  assert.equal(most, 1);
});

test("asks the worker for auto-start as soon as the worker is reachable", async (t) => {
  let requests = 0;
  const behave = () => (++requests <= 2 ? 503 : "take");
  const { worker } = await startStand(t, { behave, env: { autoStartDelay: 0 } });
  await worker.until(() => worker.autoStarts === 1);
  assert.ok(worker.reports[0]?.snapshot);
});
