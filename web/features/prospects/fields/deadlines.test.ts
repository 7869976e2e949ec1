/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { calendarDays, deadlineState } from "../../../lib/format.ts";
import { inDays, QUICK_PICKS } from "./deadlines.ts";

test("sets each quick deadline to its day at the same time, and shows that many days until midnight", () => {
  const time = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) });
  fc.assert(
    fc.property(time, fc.constantFrom(...QUICK_PICKS), fc.nat(900), (now, [, days], seconds) => {
      const deadline = inDays(days, now);
      assert.equal(calendarDays(deadline, now), days);
      const later = now + seconds * 1000;
      const { left, amount } = deadlineState(deadline, later);
      const passed = calendarDays(new Date(later).toISOString(), now) ?? 0;
      // Under 24 hours are shown as hours; summer time moves the next day by one.
      if (left === "hours") assert.ok(days === 1 && amount >= 23);
      else assert.deepEqual([amount, left], [days - passed, "days"]);
    }),
  );
});
