import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { run } from "../testing/hooks.ts";

const START = Date.parse("2026-11-28T20:00:00Z");
const { timers } = mock;

// The clock begins when it is imported.
timers.enable({ apis: ["Date", "setInterval"], now: START });
const { useNow } = await import("./use-now.ts");

test("tells all components the same time, every 15 seconds, as long as one of them is there", async () => {
  const first = await run(useNow);
  const begun = first.now;
  const seconds = () => (first.now - begun) / 1_000;
  await first.act(() => timers.tick(5_000));
  const second = await run(useNow);
  assert.equal(second.now, begun);
  await first.act(() => timers.tick(9_999));
  assert.equal(seconds(), 0);
  await first.act(() => timers.tick(1));
  assert.deepEqual([seconds(), second.now], [15, first.now]);
  await first.act(() => timers.tick(10_000));
  assert.equal(seconds(), 15, "the second component has no clock of its own");
  await second.end();
  await first.act(() => timers.tick(5_000));
  assert.equal(seconds(), 30);
  await first.end();
});

test("tells a component at once when the time is older than 15 seconds, for nothing counts it without a component", async () => {
  timers.setTime(START + 3_600_000);
  const first = await run(useNow);
  assert.equal(first.now, START + 3_600_000);
  await first.end();
  timers.tick(15_000);
  const second = await run(useNow);
  assert.equal(second.now, START + 3_600_000, "a time that is not older");
  await second.end();
  timers.tick(14_000);
  const third = await run(useNow);
  assert.equal(third.now, START + 3_629_000);
  await third.end();
});
