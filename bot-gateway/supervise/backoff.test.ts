import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RUN_POLICY } from "../policy.ts";
import { CrashHistory } from "./backoff.ts";

const MINUTE = 60_000;
const random = fc.double({ min: 0, max: 0.999, noNaN: true });
const gaps = fc.array(fc.integer({ min: 0, max: 15 * MINUTE }), { minLength: 1, maxLength: 30 });

test("ends a run after two crashes in a minute or five in ten minutes", () => {
  fc.assert(
    fc.property(gaps, random, (each, chance) => {
      const history = new CrashHistory(RUN_POLICY, () => chance);
      const times: number[] = [];
      for (const gap of each) {
        const now = (times.at(-1) ?? 0) + gap;
        const isPair = times.length > 0 && gap < MINUTE;
        times.push(now);
        const isSeries = times.filter((time) => now - time < 10 * MINUTE).length >= 5;
        assert.equal(history.crashed(now) === null, isPair || isSeries);
        if (isPair || isSeries) return;
      }
    }),
  );
});

test("doubles delays from one second up to a minute, and starts again after ten minutes without a crash", () => {
  for (const chance of [0, 0.999]) {
    const history = new CrashHistory(RUN_POLICY, () => chance);
    let now = 0;
    for (const bare of [1, 2, 4, 8, 16, 32, 60, 60]) {
      now += 3 * MINUTE;
      const delay = history.crashed(now) ?? Number.NaN;
      assert.ok(delay >= bare * 1_000 && delay <= Math.min(MINUTE, bare * 1_200), `${bare}: ${delay}`);
    }
    assert.ok((history.crashed(now + 10 * MINUTE) ?? Number.NaN) <= 1_200);
  }
});
