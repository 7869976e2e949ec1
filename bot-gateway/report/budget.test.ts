import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BOT_BUDGET } from "../protocol.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { Budget } from "./budget.ts";

const step = fc.record({
  what: fc.constantFrom("activities" as const, "lines" as const, "reports" as const),
  count: fc.integer({ min: 1, max: 4_000 }),
  pause: fc.constantFrom(0, 0, 900, 20_000, 61_000),
});

test("accepts at most the budget in any minute of use, and reports once a minute what was dropped", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const clock = new ManualClock();
      const passed: { at: number; counts: number[] }[] = [];
      const budget = new Budget(clock, (message) => {
        const counts = (message.match(/\d+/g) ?? []).map(Number);
        passed.push({ at: clock.now(), counts });
      });
      const most = {
        activities: BOT_BUDGET.activities,
        lines: BOT_BUDGET.logLines,
        reports: BOT_BUDGET.reports,
      };
      const taken: { at: number; what: keyof typeof most; count: number }[] = [];
      const asked = { activities: 0, lines: 0, reports: 0 };
      for (const { what, count, pause } of steps) {
        await clock.advance(pause);
        const each = Array.from({ length: count }, (_, n) => n);
        const got =
          what === "activities"
            ? budget.takeActivities(each).length
            : each.filter(() => (what === "lines" ? budget.takeLine("A line.") : budget.takeReport())).length;
        asked[what] += count;
        taken.push({ at: clock.now(), what, count: got });
      }
      await clock.advance(60_000);
      for (const [at, what] of (["activities", "lines", "reports"] as const).entries()) {
        const items = taken.filter((each) => each.what === what);
        const sum = items.reduce((total, { count }) => total + count, 0);
        const left = passed.reduce((total, { counts }) => total + (counts[at] ?? 0), 0);
        assert.equal(sum + left, asked[what]);
        // One minute of the test overlaps two minutes of the budget.
        for (const first of items) {
          const within = items.filter((each) => each.at >= first.at && each.at < first.at + 60_000);
          assert.ok(within.reduce((total, { count }) => total + count, 0) <= 2 * most[what]);
        }
      }
      assert.ok(passed.every(({ at }, n) => n === 0 || at - (passed[n - 1]?.at ?? 0) >= 1));
      assert.ok(passed.length <= 1 + (clock.now() - (taken[0]?.at ?? clock.now())) / 60_000);
    }),
    { numRuns: 40 },
  );
});

test("counts the bytes of long lines against a minute, not only their number", () => {
  const budget = new Budget(new ManualClock(), () => {});
  const line = "å".repeat(1_000);
  let taken = 0;
  while (budget.takeLine(line)) taken += 1;
  assert.equal(taken, Math.floor(BOT_BUDGET.logBytes / 2_000));
  assert.equal(budget.takeLine("short"), true);
});
