import assert from "node:assert/strict";
import { test } from "node:test";
import { CRONS, type Cron, nextTick } from "../worker/lib/crons.ts";
import { cronMatches } from "./lib/cron.ts";
import { readBindings } from "./lib/local-worker.ts";

/** Returns the minutes of a day (2026-11-22, a Sunday, in UTC) at which an expression fires, as HH:MM. */
function firings(expression: string): string[] {
  const midnight = Date.UTC(2026, 10, 22);
  return Array.from({ length: 24 * 60 }, (_, minute) => new Date(midnight + minute * 60_000))
    .filter((at) => cronMatches(expression, at))
    .map((at) => at.toISOString().slice(11, 16));
}

test("fires hourly at each full hour", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
  assert.deepEqual(firings("0 * * * *"), hours);
});

test("fires the health check every five minutes", () => {
  assert.equal(firings("*/5 * * * *").length, 288);
});

test("fires daily once, in UTC", () => {
  assert.deepEqual(firings("30 3 * * *"), ["03:30"]);
});

test("supports steps, ranges and lists", () => {
  assert.deepEqual(firings("*/30 8-9 * * *"), ["08:00", "08:30", "09:00", "09:30"]);
  assert.deepEqual(firings("5/20,7 0 * * *"), ["00:05", "00:07", "00:25", "00:45"]);
});

test("treats Sunday as day 1, and fires when either of two restricted day fields matches", () => {
  assert.deepEqual(firings("0 6 * * 1"), ["06:00"]);
  assert.deepEqual(firings("0 6 * * 2"), []);
  assert.deepEqual(firings("0 6 22 * 2"), ["06:00"]);
  assert.deepEqual(firings("0 6 21 11 *"), []);
});

test("refuses an expression that it does not understand", () => {
  for (const expression of ["@hourly", "0 * * *", "0 24 * * *", "x * * * *", "0 * * JAN *", "*/0 * * * *"]) {
    assert.throws(() => cronMatches(expression, new Date()), /cron expression/, expression);
  }
});

test("finds the next firing of every expression", () => {
  for (const [name, expression] of Object.entries(CRONS)) {
    const midnight = Date.UTC(2026, 10, 22);
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      const now = new Date(midnight + minute * 60_000 + 30_000);
      let next = new Date(midnight + (minute + 1) * 60_000);
      while (!cronMatches(expression, next)) next = new Date(next.getTime() + 60_000);
      assert.equal(nextTick(name as Cron, now).toISOString(), next.toISOString(), expression);
    }
  }
});

test("configures the same cron expressions for the deployment as the worker handles", async () => {
  const { crons } = await readBindings();
  assert.deepEqual([...crons].sort(), Object.values(CRONS).sort());
});
