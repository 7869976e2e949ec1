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
      const said: { at: number; counts: number[] }[] = [];
      const budget = new Budget(clock, (message) => {
        const counts = (message.match(/\d+/g) ?? []).map(Number);
        said.push({ at: clock.now(), counts });
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
        const of = taken.filter((each) => each.what === what);
        const sum = of.reduce((total, { count }) => total + count, 0);
        const left = said.reduce((total, { counts }) => total + (counts[at] ?? 0), 0);
        assert.equal(sum + left, asked[what]);
        // One minute of the test overlaps two minutes of the budget.
        for (const first of of) {
          const within = of.filter((each) => each.at >= first.at && each.at < first.at + 60_000);
          assert.ok(within.reduce((total, { count }) => total + count, 0) <= 2 * most[what]);
        }
      }
      assert.ok(said.every(({ at }, n) => n === 0 || at - (said[n - 1]?.at ?? 0) >= 1));
      assert.ok(said.length <= 1 + (clock.now() - (taken[0]?.at ?? clock.now())) / 60_000);
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
