import assert from "node:assert/strict";
import { test } from "node:test";
import { latestOf } from "./seen.ts";

const [EARLY, LATE] = ["2026-11-23T10:00:00.000Z", "2026-11-23T11:00:00.000Z"];

test("names the later of Discord and the app as the place where somebody was last seen", () => {
  assert.equal(latestOf({ lastSeen: null, usedAt: null }), null);
  assert.deepEqual(latestOf({ lastSeen: EARLY, usedAt: null }), { at: EARLY, where: "discord" });
  assert.deepEqual(latestOf({ lastSeen: null, usedAt: EARLY }), { at: EARLY, where: "app" });
  assert.deepEqual(latestOf({ lastSeen: EARLY, usedAt: LATE }), { at: LATE, where: "app" });
  assert.deepEqual(latestOf({ lastSeen: LATE, usedAt: EARLY }), { at: LATE, where: "discord" });
});
