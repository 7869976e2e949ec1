import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type BotState, GATEWAY_LIMITS, type LogLine, type ReportedActivity } from "../protocol.ts";
import { ACTIVITIES_MAX, type ReportContent, ReportQueue } from "./report-queue.ts";

const TIME = "2026-11-21T05:00:00.000Z";

const state = (botId: number, sequence: number): BotState => ({
  botId,
  runId: 1,
  status: "running",
  since: TIME,
  reason: null,
  detail: null,
  user: null,
  restarts: 0,
  stayedUp: false,
  sequence,
});
const line = (n: number): LogLine => ({ timestamp: TIME, level: "info", message: `line ${n}` });
const activity = (n: number): ReportedActivity => ({
  guildId: "1100000000000000002",
  discordId: String(10 ** 15 + n),
  username: "",
  type: "presence",
  details: "online",
  timestamp: TIME,
});

type Bot = {
  lines: number[];
  linesDropped: number;
  activities: number[];
  activitiesDropped: number;
  sequence: number;
};

/** Tracks the state of each bot as the worker would after some reports. */
class Received {
  readonly bots = new Map<number, Bot>();

  of(botId: number): Bot {
    const bot = this.bots.get(botId) ?? {
      lines: [],
      linesDropped: 0,
      activities: [],
      activitiesDropped: 0,
      sequence: 0,
    };
    this.bots.set(botId, bot);
    return bot;
  }

  take({ states = [], logs = [], activities = [] }: ReportContent): void {
    assert.ok(logs.reduce((sum, { lines }) => sum + lines.length, 0) <= GATEWAY_LIMITS.reportLines);
    assert.ok(
      activities.reduce((sum, { items }) => sum + items.length, 0) <= GATEWAY_LIMITS.reportActivities,
    );
    for (const { botId, sequence } of states) {
      assert.ok(sequence > this.of(botId).sequence, "an older state came later");
      this.of(botId).sequence = sequence;
    }
    for (const { botId, lines } of logs)
      for (const { message } of lines) {
        const [, count, what] = /^(\d+) (lines|activities) dropped/.exec(message) ?? [];
        if (what === "lines") this.of(botId).linesDropped += Number(count);
        else if (what === "activities") this.of(botId).activitiesDropped += Number(count);
        else this.of(botId).lines.push(Number(message.slice(5)));
      }
    for (const { botId, items } of activities)
      for (const { discordId } of items) this.of(botId).activities.push(Number(discordId) - 10 ** 15);
  }
}

const botId = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("lines" as const), botId, count: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ kind: fc.constant("activities" as const), botId, count: fc.integer({ min: 1, max: 3_000 }) }),
  fc.record({ kind: fc.constant("state" as const), botId, count: fc.constant(1) }),
  fc.record({ kind: fc.constant("take" as const), botId, count: fc.integer({ min: 1, max: 5 }) }),
);

test("delivers everything in order or counts it as dropped, and never drops the newest", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const queue = new ReportQueue();
      const received = new Received();
      const sent = new Map<number, { lines: number; activities: number; sequence: number }>();
      let sequence = 0;
      const takeOne = () => {
        const content = queue.take();
        if (content) received.take(content);
        return content;
      };
      for (const { kind, botId, count } of steps) {
        const bot = sent.get(botId) ?? { lines: 0, activities: 0, sequence: 0 };
        sent.set(botId, bot);
        if (kind === "take") for (let n = 0; n < count; n += 1) takeOne();
        else if (kind === "state") {
          bot.sequence = ++sequence;
          queue.addState(state(botId, sequence));
        } else if (kind === "lines")
          for (let n = 0; n < count; n += 1) queue.addLog(botId, line(bot.lines++));
        else
          queue.addActivities(
            botId,
            Array.from({ length: count }, () => activity(bot.activities++)),
          );
      }
      while (takeOne());
      assert.equal(queue.isEmpty, true);
      for (const [botId, bot] of sent) {
        const got = received.of(botId);
        assert.equal(got.sequence, bot.sequence);
        assert.ok(got.lines.every((n, at) => at === 0 || n > (got.lines[at - 1] ?? 0)));
        assert.ok(got.activities.every((n, at) => at === 0 || n > (got.activities[at - 1] ?? 0)));
        if (bot.lines > 0) assert.equal(got.lines.at(-1), bot.lines - 1);
        // A notice about dropped activities is a line too, and newer lines may push it out.
        assert.ok(got.lines.length + got.linesDropped >= bot.lines);
        if (got.linesDropped === 0) {
          assert.equal(got.lines.length, bot.lines);
          assert.equal(got.activities.length + got.activitiesDropped, bot.activities);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("drops activities only of the bot that floods", () => {
  const queue = new ReportQueue();
  queue.addActivities(1, [activity(0), activity(1)]);
  queue.addActivities(
    2,
    Array.from({ length: 3 * ACTIVITIES_MAX }, (_, n) => activity(n)),
  );
  const received = new Received();
  for (let content = queue.take(); content; content = queue.take()) received.take(content);
  assert.deepEqual(received.of(1).activities, [0, 1]);
  assert.equal(received.of(2).activities.length, ACTIVITIES_MAX - 2);
});

test("includes a bot with few lines in one of the next reports, however many lines the others have", () => {
  const queue = new ReportQueue();
  for (let n = 0; n < 1_000; n += 1) queue.addLog(1, line(n));
  queue.addLog(2, line(0));
  queue.take();
  for (let n = 1_000; n < 2_000; n += 1) queue.addLog(1, line(n));
  assert.ok(queue.take()?.logs?.some(({ botId }) => botId === 2));
});
