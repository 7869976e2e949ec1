import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { RUN_POLICY } from "../policy.ts";
import { ManualClock, settle } from "../testing/manual-clock.ts";
import { type BotReport, followReports, readActivities } from "./reports.ts";

function follow() {
  const clock = new ManualClock();
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  const reports: BotReport[] = [];
  const refused: string[] = [];
  const options = { clock, policy: RUN_POLICY, onReport: (report: BotReport) => reports.push(report) };
  void followReports(stream, { ...options, onRefused: (why) => refused.push(why) });
  return { clock, stream, reports, refused };
}

test("reads the report that follows a malformed one", async () => {
  const junk = fc.oneof(
    fc.string().filter((text) => !text.includes("\n")),
    fc.json(),
    fc.constantFrom(
      "[".repeat(60_000),
      "x".repeat(70_000),
      '{"type":"ready","user":{"id":"1","username":"x"}}',
    ),
    fc.constantFrom(
      '{"type":"fatal","reason":"stopped","code":1,"detail":""}',
      '{"type":"activity","items":{}}',
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(junk, { maxLength: 6 }), async (lines) => {
      const { clock, stream, reports } = follow();
      for (const line of lines) stream.write(`${line}\n`);
      stream.write('{"type":"identify"}\n');
      await clock.advance(60_000);
      assert.deepEqual(reports.at(-1), { type: "identify" });
      assert.equal(reports.length, 1);
    }),
    { numRuns: 60 },
  );
});

test("reads a bot that reports too fast more slowly, and loses nothing", async () => {
  const { clock, stream, reports } = follow();
  for (let n = 0; n < 5_000; n += 1) stream.write('{"type":"identify"}\n');
  await settle();
  const atOnce = reports.length;
  assert.ok(atOnce < 5_000, `${atOnce} at once`);
  await clock.advance(30_000);
  assert.equal(reports.length, 5_000);
});

test("charges a malformed report like one report, and a report with many activities more", async () => {
  const { clock, stream, refused } = follow();
  stream.write("\n".repeat(60_000));
  await settle();
  assert.ok(refused.length < 1_000, `${refused.length} at once`);
  await clock.advance(10_000);
  assert.ok(refused.length > 3_000 && refused.length < 5_000, `${refused.length} in ten seconds`);

  const { stream: another, reports } = follow();
  const items = Array.from({ length: 200 }, () => ({}));
  another.write(`${JSON.stringify({ type: "activity", items })}\n`.repeat(100));
  await settle();
  assert.ok(reports.length > 20 && reports.length < 60, `${reports.length} at once`);
});

test("keeps only valid, cleaned items of the bot's own server from a report of activities", () => {
  const item = {
    guildId: "1100000000000000002",
    discordId: "1100000000000000009",
    username: "somebody",
    type: "presence",
    details: "online",
    timestamp: "2026-11-21T05:00:00.000Z",
  };
  const items = [
    item,
    { ...item, guildId: "1100000000000000003" },
    { ...item, type: "shout" },
    { ...item, timestamp: `2026-11-21T05:00:00.${"1".repeat(60_000)}Z` },
    null,
    { ...item, details: null },
  ];
  assert.deepEqual(
    readActivities(items, item.guildId, (text) => text.toUpperCase()),
    [
      { ...item, username: "SOMEBODY", details: "ONLINE" },
      { ...item, username: "SOMEBODY", details: null },
    ],
  );
});
