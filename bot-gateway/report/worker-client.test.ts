import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Clock, realClock } from "../clock.ts";
import type { DiscordActivityType, GatewaySnapshot, LogLevel } from "../protocol.ts";
import { FakeWorker, SECRET } from "../testing/fake-worker.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { WorkerClient } from "./worker-client.ts";

const TIME = "2026-11-21T05:00:00.000Z";

async function startClient(t: TestContext, { clock = realClock as Clock, activitiesEvery = 0 } = {}) {
  const worker = await FakeWorker.start(t);
  const events: { level: LogLevel; event: string }[] = [];
  let snapshots = 0;
  const client = new WorkerClient({
    botId: null,
    workerUrl: worker.url,
    secret: SECRET,
    instance: "instance-1",
    clock,
    random: Math.random,
    policy: { retryFirst: 10, retryMax: 20, activitiesEvery },
    log: (level, event) => events.push({ level, event }),
    snapshot: (): GatewaySnapshot => ({
      instance: "instance-1",
      startedAt: TIME,
      botId: null,
      memoryBytes: ++snapshots,
      isolation: { level: "process", layers: [] },
      frameworks: [],
      bots: [],
      sequence: 0,
    }),
  });
  t.after(() => client.close(0));
  const line = (n: number) => client.addLog(1, { timestamp: TIME, level: "info", message: `line ${n}` });
  return { worker, client, events, line };
}

test("gives up a refused report, logs an error, and sends a snapshot with the next one", async (t) => {
  const { worker, client, events, line } = await startClient(t);
  void client.begin(3_600_000);
  await worker.until(() => worker.reports.length === 1);
  let refusals = 0;
  worker.behave = () => {
    refusals += 1;
    return 400;
  };
  line(1);
  await worker.until(() => refusals === 1);
  worker.behave = () => "take";
  line(2);
  const report = await worker.until(() => worker.reports[1]);
  assert.ok(report.snapshot);
  assert.deepEqual(
    worker.linesOf(1).map(({ message }) => message),
    ["line 2"],
  );
  assert.deepEqual(events, [{ level: "error", event: "worker_refused" }]);
});

test("sends a report again after 429, 408 and 500, and logs no refusal", async (t) => {
  const { worker, client, events, line } = await startClient(t);
  const answers = ["take", 429, 408, 500, "take"] as const;
  let answered = 0;
  worker.behave = () => answers[answered++] ?? "take";
  void client.begin(3_600_000);
  await worker.until(() => worker.reports.length === 1);
  line(1);
  await worker.until(() => worker.reports.length === 2);
  await client.close(5_000);
  assert.deepEqual(
    events.map(({ event }) => event),
    ["worker_unreachable", "worker_reachable"],
  );
});

test("sends the queue at once when it is closed, and does not wait for an unreachable worker", async (t) => {
  const { worker, client, line } = await startClient(t);
  void client.begin(3_600_000);
  await worker.until(() => worker.reports.length === 1);
  line(1);
  await client.close(5_000);
  assert.equal(worker.linesOf(1).length, 1);

  const away = await startClient(t);
  away.worker.behave = () => "cut";
  void away.client.begin(0);
  away.line(1);
  await away.client.close(50);
  assert.equal(away.worker.autoStarts, 0);
});

test("repeats a report whose answer was lost with the same key", async (t) => {
  const { worker, client } = await startClient(t);
  let tries = 0;
  worker.behave = () => (++tries < 3 ? "lose_answer" : "take");
  void client.begin(3_600_000);
  await worker.until(() => worker.keys.length === 3);
  assert.deepEqual([worker.reports.length, new Set(worker.keys).size], [1, 1]);
});

/** A client that has just reported that somebody came online. */
async function startSeeing(t: TestContext) {
  const clock = new ManualClock(Date.now());
  const { worker, client } = await startClient(t, { clock, activitiesEvery: 5_000 });
  const see = (type: DiscordActivityType, details: string | null) =>
    client.addActivities(1, [
      {
        ...{ guildId: "1100000000000000002", discordId: "1100000000000000003", username: "" },
        ...{ type, details, timestamp: TIME },
      },
    ]);
  see("presence", "online");
  const begun = client.begin(0);
  await clock.advance(0);
  await begun;
  const next = async () => {
    const report = await worker.until(() => worker.reports[1]);
    return report.activities?.flatMap(({ items }) => items.map(({ type }) => type));
  };
  return { clock, client, see, next };
}

test("gathers presences and voice until the next report of them is due", async (t) => {
  const { clock, see, next } = await startSeeing(t);
  see("presence", "idle");
  await clock.advance(4_000);
  see("voice_join", "Lounge");
  await clock.advance(1_000);
  assert.deepEqual(await next(), ["presence", "voice_join"]);
});

test("takes what it gathered along with a join or a line, which do not wait", async (t) => {
  for (const hurry of ["join", "line"]) {
    const { clock, client, see, next } = await startSeeing(t);
    see("presence", "idle");
    if (hurry === "join") see("server_join", null);
    else client.addLog(1, { timestamp: TIME, level: "info", message: "Hello" });
    await clock.advance(500);
    assert.deepEqual(await next(), hurry === "join" ? ["presence", "server_join"] : ["presence"]);
  }
});
