import assert from "node:assert/strict";
import { test } from "node:test";
import { formatRelative } from "./format.ts";
import { timeAfter } from "./past.ts";

test("what has just happened is never told as to come", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const told = (at: string) => formatRelative(at, "en", timeAfter(at, now));
  assert.equal(told("2026-11-22T12:00:09Z"), "0 seconds ago");
  assert.equal(told("2026-11-22T11:59:00Z"), "1 minute ago");
});
