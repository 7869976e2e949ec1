import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { temporaryFolder } from "../testing/folders.ts";
import { IdentifyLimits } from "./identify.ts";

const DAY = 24 * 3_600_000;
const policy = { identifyGap: 5_000, identifiesMax: 20 };

test("keeps to the limits of a token for any requests and any number of gateway restarts", (t) => {
  const folder = temporaryFolder(t);
  let runs = 0;
  const step = fc.record({
    passes: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: DAY / 3 })),
    token: fc.constantFrom("a.first.token", "a.second.token"),
    isRestarted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const file = join(folder, String(runs++), "identifies.json");
      let now = Date.UTC(2026, 10, 21);
      let limits = new IdentifyLimits(file, policy, now);
      const made: Record<string, number[]> = {};
      for (const { passes, token, isRestarted } of steps) {
        now += passes;
        if (isRestarted) limits = new IdentifyLimits(file, policy, now);
        const wait = limits.wait(token, now);
        made[token] ??= [];
        const today = made[token].filter((time) => now - time < DAY);
        if (wait === null) assert.ok(made[token].filter((time) => now - time < 25 * 3_600_000).length >= 20);
        else assert.equal(wait, Math.max(0, (made[token].at(-1) ?? -5_000) + 5_000 - now));
        if (wait !== 0) continue;
        assert.ok(today.length < policy.identifiesMax);
        limits.take(token, now);
        made[token].push(now);
      }
    }),
    { numRuns: 60 },
  );
});

test("delays each token once after an unreadable record, and does not delay for long after the clock was set back", (t) => {
  const file = join(temporaryFolder(t), "identifies.json");
  writeFileSync(file, "{");
  const limits = new IdentifyLimits(file, policy, 1_000_000);
  assert.equal(limits.wait("any", 1_001_000), 4_000);
  limits.take("any", 1_005_000);
  assert.equal(limits.wait("any", 500_000), 0);
});

test("writes no token into the file", (t) => {
  const file = join(temporaryFolder(t), "identifies.json");
  new IdentifyLimits(file, policy, 0).take("secret1.secret2.secret3", 0);
  assert.doesNotMatch(readFileSync(file, "utf8"), /secret/);
});
