import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { RUN_POLICY } from "../policy.ts";
import { GATEWAY_LIMITS, type LogLine, logLine } from "../protocol.ts";
import { ManualClock, settle } from "../testing/manual-clock.ts";
import { BotOutput, LogBook } from "./logs.ts";
import { Redactor } from "./redact.ts";
import { Throttle } from "./throttle.ts";

function follow() {
  const clock = new ManualClock();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const lines: { level: string; message: string }[] = [];
  const output = new BotOutput(
    { stdout, stderr },
    {
      clock,
      policy: RUN_POLICY,
      redactor: new Redactor("some.secret.token"),
      log: (level, message) => lines.push({ level, message }),
    },
  );
  return { clock, stdout, stderr, lines, output };
}

test("passes on at most the burst and the rate of lines, in any pattern of arrival", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 200 }), (gaps) => {
      let now = 0;
      const throttle = new Throttle({ perSecond: 200, burst: 1_000 }, now);
      const taken: number[] = [];
      for (const gap of gaps) {
        now += gap;
        for (let tries = 0; tries < 40; tries += 1) if (throttle.take(now)) taken.push(now);
      }
      for (let from = 0; from < taken.length; from += 50) {
        const start = taken[from] ?? 0;
        const span = (taken.at(-1) ?? 0) - start;
        assert.ok(taken.length - from <= 1_000 + span / 5 + 1);
      }
      const wait = throttle.wait(now);
      assert.equal(throttle.take(now + wait), true);
    }),
  );
});

test("reads some thousands of lines of a flood at a time", async () => {
  const { clock, stderr, lines } = follow();
  stderr.write("\n".repeat(60_000));
  await clock.advance(1_000);
  const [, dropped] = /^(\d+) lines dropped/.exec(lines[0]?.message ?? "") ?? [];
  assert.ok(Number(dropped) > 15_000 && Number(dropped) < 25_000, `${dropped} in a second`);
});

test("shows the first lines of a flood, then one notice a second with the number of dropped lines", async () => {
  const { clock, stdout, lines } = follow();
  stdout.write(Array.from({ length: 3_000 }, (_, n) => `${n}\n`).join(""));
  await clock.advance(999);
  assert.equal(lines.length, 1_000);
  await clock.advance(1);
  assert.deepEqual(lines.at(-1), {
    level: "warn",
    message: "2000 lines dropped: more than 200 lines a second.",
  });
  stdout.write("later\n");
  await settle();
  assert.equal(lines.at(-1)?.message, "later");
});

test("reads a bot that floods more slowly, which leaves the gateway time for others", async () => {
  const { clock, stdout } = follow();
  stdout.write("x\n".repeat(2_000));
  await settle();
  assert.equal(stdout.isPaused(), true);
  await clock.advance(1_000);
  assert.equal(stdout.isPaused(), false);
});

test("takes the level from the stream, or from a line in exactly the documented form", async () => {
  const { stdout, stderr, lines } = follow();
  stdout.write(
    'plain\n{"level":"debug","message":"own level"}\n{"level":"loud","message":"x"}\n{"level":"warn"}\n',
  );
  stderr.write("wrong\n");
  await settle();
  assert.deepEqual(lines, [
    { level: "info", message: "plain" },
    { level: "debug", message: "own level" },
    { level: "info", message: '{"level":"loud","message":"x"}' },
    { level: "info", message: '{"level":"warn"}' },
    { level: "error", message: "wrong" },
  ]);
});

test("shows an overwritten line every ten seconds and at its end, in any chunks, and never joins several lines", async () => {
  const { clock, stdout, stderr, lines } = follow();
  const write = async (stream: PassThrough, ...chunks: string[]) => {
    for (const chunk of chunks) {
      stream.write(chunk);
      await settle();
    }
  };
  await write(stdout, "1 %\r2 ", "%\r3 %", "\r");
  await clock.advance(10_000);
  await write(stdout, "4 %\r5 %\r100 %\r", "\n");
  await write(stdout, "one\r", "\ntwo\r\n\u001b[1G  \u001b[1Gthree\u001b[1G\u001b[2Kfour\n");
  await write(stderr, "loading |\b/\b-\bdone\n", "60 %\rRangeError: too far\n");
  stdout.end("5 %\r6 %\r");
  await settle();
  assert.deepEqual(
    lines.map(({ message }) => message),
    ["1 %", "3 %", "100 %", "one", "two", "four", "loading done", "RangeError: too far", "6 %"],
  );
});

test("explains a crash by the line that names the error, not by the last line of its stack", async () => {
  const { clock, stderr, output } = follow();
  stderr.write(
    "file:///bot.js:3\nthrow new RangeError('x')\n^\n\nRangeError: too far\n    at bot.js:3\n\nNode.js v24\n",
  );
  await settle();
  assert.equal(output.lastError(), "RangeError: too far");
  await clock.advance(5_000);
  stderr.write('Traceback (most recent call last):\n  File "bot.py", line 1\nValueError: bad value\n');
  await settle();
  assert.equal(output.lastError(), "ValueError: bad value");
  await clock.advance(60_000);
  assert.equal(output.lastError(), null);
});

test("keeps the newest lines within its limits, each valid in a report", () => {
  const lines: LogLine[] = [];
  const book = new LogBook((line) => lines.push(line));
  for (let n = 0; n < 1_500; n += 1) book.add(n, "info", `line ${n}`);
  assert.equal(book.lines().length, GATEWAY_LIMITS.logLines);
  assert.equal(book.lines()[0]?.message, "line 500");
  for (let n = 0; n < 1_500; n += 1) book.add(n, "info", `${"🙂".repeat(1_500)}`);
  assert.ok(book.lines().length < 600);
  assert.ok([...lines, ...book.lines()].every((line) => logLine.safeParse(line).success));
  assert.ok(book.lines().every(({ message }) => message.isWellFormed()));
});
