import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BOT_BUDGET } from "../protocol.ts";
import { temporaryFolder } from "../testing/folders.ts";
import { order } from "../testing/start.ts";
import { READY, running, superviseIn } from "../testing/supervise.ts";

test("gives a bot only its own environment", async (t) => {
  const { sandbox } = await running(t);
  const spawned = sandbox.orders[0];
  assert.deepEqual(Object.keys(spawned?.environment ?? {}).sort(), [
    "BOT_ID",
    "BOT_NAME",
    "COMMAND_CENTRE_FD",
    "DISCORD_GUILD_ID",
    "DISCORD_TOKEN",
    "HOME",
    "LANG",
    "PATH",
    "TZ",
  ]);
});

test("reports that a bot has stayed up once it has run for a minute", async (t) => {
  const { clock, state } = await running(t);
  await clock.advance(59_999);
  assert.equal(state().stayedUp, false);
  await clock.advance(1);
  assert.deepEqual([state().stayedUp, state().status], [true, "running"]);
});

test("restarts after a crash in one second, but not within five seconds of the last login", async (t) => {
  const { clock, sandbox, last, state } = await running(t);
  await clock.advance(1_000);
  last().end(1);
  await clock.advance(3_999);
  assert.deepEqual([sandbox.processes.length, state().status, state().reason], [1, "starting", "crashed"]);
  await clock.advance(1);
  assert.equal(sandbox.processes.length, 2);
  last().report(READY);
  await clock.advance(0);
  assert.deepEqual([state().status, state().reason, state().restarts], ["running", null, 1]);
});

test("waits longer after each crash, and ends a bot at the fifth crash in ten minutes", async (t) => {
  const { clock, sandbox, last, state, lines } = await running(t);
  const waits: number[] = [];
  for (let crash = 0; crash < 4; crash += 1) {
    await clock.advance(110_000);
    const started = sandbox.processes.length;
    last().end(1);
    for (let waited = 0; sandbox.processes.length === started; waited += 500) {
      await clock.advance(500);
      waits[crash] = waited + 500;
    }
    last().report(READY);
  }
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000]);
  await clock.advance(110_000);
  last().end(null, "SIGSEGV");
  await clock.advance(600_000);
  assert.deepEqual(
    [state().status, state().reason, state().detail],
    ["error", "crashed", "Ended by SIGSEGV."],
  );
  assert.equal(sandbox.processes.length, 5);
  assert.equal(lines.at(-1)?.message, "Given up: Ended by SIGSEGV.");
});

test("reports memory as the reason when the system ended a bot for it, and stopped for a bot that was being stopped", async (t) => {
  const { clock, last, state, lines, supervisor } = await running(t);
  last().end(null, "SIGKILL", { fullAt: 320 * 2 ** 20 });
  await clock.advance(0);
  const detail = "It used 320 MB of memory; it may have 256 MB.";
  assert.deepEqual([state().status, state().reason, state().detail], ["starting", "memory", detail]);
  assert.equal(lines.filter(({ level, message }) => level === "error" && message === detail).length, 1);
  await clock.advance(10_000);
  last().obeys = false;
  supervisor.stop(1);
  last().end(null, "SIGKILL", { fullAt: 320 * 2 ** 20 });
  await clock.advance(0);
  assert.deepEqual([state().status, state().reason], ["inactive", "stopped"]);
});

test("logs the code with which Discord closed the connection, and when the bot tries again", async (t) => {
  const { clock, last, lines } = await running(t);
  last().report({ type: "disconnected", code: 1006 });
  last().report({ type: "disconnected", code: 4000, wait: 2 });
  await clock.advance(0);
  assert.deepEqual(
    lines.slice(-2).map(({ level, message }) => `${level}: ${message}`),
    [
      "warn: Connection to Discord lost (1006); the bot reconnects.",
      "warn: Connection to Discord lost (4000); the bot reconnects in 2 s.",
    ],
  );
});

test("never retries what Discord refuses for good", async (t) => {
  for (const reason of ["token_refused", "intents_refused", "closed_by_discord"]) {
    const { clock, sandbox, last, state } = await running(t);
    last().report({ type: "fatal", reason, code: 4004, detail: "Refused." });
    await clock.advance(3_600_000);
    assert.deepEqual([state().status, state().reason, state().detail], ["error", reason, "Refused. (4004)"]);
    assert.equal(sandbox.processes.length, 1);
  }
});

test("counts a refusal that is reported just before the process ends", async (t) => {
  const { clock, last, state } = await running(t);
  last().report({ type: "fatal", reason: "token_refused", code: 4004, detail: "Refused." });
  last().end(1);
  await clock.advance(0);
  assert.deepEqual([state().status, state().reason], ["error", "token_refused"]);
});

test("gives up a bot that is not ready within a minute, and retries one that was ready before", async (t) => {
  const first = superviseIn(temporaryFolder(t));
  first.supervisor.start(1, order(""));
  await first.clock.advance(59_999);
  assert.equal(first.state().status, "starting");
  await first.clock.advance(1);
  assert.deepEqual([first.state().status, first.state().reason], ["error", "start_deadline"]);

  const { clock, last, state, sandbox } = await running(t);
  await clock.advance(120_000);
  last().end(1);
  await clock.advance(1_000 + 60_000);
  assert.deepEqual([state().status, state().reason], ["starting", "start_deadline"]);
  await clock.advance(2_000);
  assert.equal(sandbox.processes.length, 3);
});

test("kills a bot that ignores its stop after five seconds", async (t) => {
  const { clock, last, state, supervisor } = await running(t);
  last().obeys = false;
  supervisor.stop(1);
  await clock.advance(4_999);
  assert.deepEqual([state().status, last().signals], ["stopping", ["SIGTERM"]]);
  assert.match(String(last().commands.read()), /"stop"/);
  await clock.advance(1);
  assert.deepEqual([state().status, state().reason], ["inactive", "stopped"]);
});

test("keeps the files of the last of many restarts during a slow stop", async (t) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { clock, supervisor, last } = await running(t);
  last().obeys = false;
  const restart = () => {
    const { files, ...rest } = order("");
    supervisor.restart(1, { ...rest, files });
    return new WeakRef(files);
  };
  const all = Array.from({ length: 20 }, restart);
  await clock.advance(0);
  collect();
  assert.deepEqual(
    all.flatMap((files, at) => (files.deref() ? at : [])),
    [19],
  );
});

test("stops waiting for the next attempt when the bot is stopped", async (t) => {
  const { clock, sandbox, last, state, supervisor } = await running(t);
  await clock.advance(300_000);
  last().end(1);
  await clock.advance(500);
  supervisor.stop(1);
  await clock.advance(0);
  assert.equal(state().status, "inactive");
  await clock.advance(60_000);
  assert.equal(sandbox.processes.length, 1);
});

test("starts no process for a first start that a restart replaces while it waits for the login gap", async (t) => {
  const { clock, sandbox, last, state, supervisor } = await running(t);
  supervisor.restart(1, order(""));
  const newest = order("");
  supervisor.restart(1, newest);
  await clock.advance(4_999);
  assert.equal(sandbox.processes.length, 1);
  await clock.advance(1);
  assert.equal(sandbox.processes.length, 2);
  last().report(READY);
  await clock.advance(0);
  assert.deepEqual([state().runId, state().status], [newest.runId, "running"]);
});

test("ends a bot that uses more memory than it may at once, and counts a crash", async (t) => {
  const { clock, last, state } = await running(t);
  last().memory = 300 * 1024 * 1024;
  await clock.advance(2_000);
  assert.deepEqual([last().signals, state().status, state().reason], [["SIGKILL"], "starting", "memory"]);
});

test("counts logins that the client makes by itself, and ends the bot at the day's limit", async (t) => {
  const { clock, last, state } = await running(t, { identifiesMax: 3 });
  for (let n = 0; n < 3; n += 1) last().report({ type: "identify" });
  await clock.advance(0);
  assert.equal(state().status, "running");
  last().report({ type: "identify" });
  await clock.advance(0);
  assert.deepEqual([state().status, state().reason], ["error", "identify_limit"]);
});

test("makes no login beyond the day's limit, and gives that as the reason", async (t) => {
  const { clock, sandbox, state, supervisor } = await running(t, { identifiesMax: 1 });
  supervisor.restart(1, order(""));
  await clock.advance(60_000);
  assert.deepEqual(
    [state().status, state().reason, sandbox.processes.length],
    ["error", "identify_limit", 1],
  );
});

test("reports a missing framework at once", async (t) => {
  const { clock, supervisor, state, sandbox } = superviseIn(temporaryFolder(t));
  supervisor.start(1, order("", { framework: "discord.py" }));
  await clock.advance(0);
  assert.deepEqual([state().status, state().reason], ["error", "framework_missing"]);
  assert.equal(sandbox.processes.length, 0);
});

test("counts a process that cannot be started as a crash, without a token in the detail", async (t) => {
  const { clock, supervisor, state, sandbox, lines } = superviseIn(temporaryFolder(t));
  const started = order("");
  sandbox.failure = new Error(`spawn EAGAIN with ${started.token}`);
  supervisor.start(1, started);
  await clock.advance(0);
  assert.deepEqual([state().status, state().reason], ["starting", "crashed"]);
  assert.match(state().detail ?? "", /EAGAIN with \[token\]/);
  assert.ok(!JSON.stringify(lines).includes(started.token));
});

test("answers a command that a bot never finishes after ten seconds, and accepts the next one", async (t) => {
  const { clock, supervisor, last } = await running(t);
  const [first, same] = [supervisor.command(1, "syncmembers"), supervisor.command(1, "syncmembers")];
  await clock.advance(10_000);
  assert.deepEqual([await first, await same], [{ outcome: "timed_out" }, { outcome: "timed_out" }]);
  assert.equal(String(last().commands.read()).trim().split("\n").length, 1);
  const failing = supervisor.command(1, "syncmembers");
  last().report({ type: "command_failed", id: 2, detail: "no server" });
  await clock.advance(0);
  assert.deepEqual(await failing, { outcome: "failed", detail: "no server" });
  const cut = supervisor.command(1, "syncmembers");
  last().end(1);
  await clock.advance(0);
  assert.deepEqual(await cut, { outcome: "not_running" });
});

test("makes a bot inactive that was given up and is stopped", async (t) => {
  const { clock, last, state, supervisor } = await running(t);
  last().report({ type: "fatal", reason: "closed_by_discord", code: null, detail: "Bye." });
  await clock.advance(0);
  supervisor.stop(1);
  assert.deepEqual([state().status, state().reason], ["inactive", "stopped"]);
});

test("limits how often a minute a bot can report that it is ready, also across a restart", async (t) => {
  const { clock, states, lines, last, supervisor } = await running(t);
  const flood = async () => {
    for (let n = 0; n < 1_000; n += 1)
      last().report({ ...READY, user: { id: "1100000000000000001", username: `Test ${n}` } });
    await clock.advance(10_000);
  };
  await flood();
  const heard = states.length;
  assert.ok(heard > 500 && heard <= BOT_BUDGET.reports + 2, `${heard} states`);
  supervisor.restart(1, order(""));
  await clock.advance(10_000);
  await flood();
  assert.ok(states.length <= heard + 4, `${states.length - heard} states`);
  await clock.advance(60_000);
  const counts = lines.flatMap(({ message }) => /^Left out .* (\d+) reports/.exec(message)?.[1] ?? []);
  // The reports of the first run are counted when it ends, those of the second when the minute ends.
  assert.deepEqual(counts, [String(1_001 - BOT_BUDGET.reports), "1000"]);
});
