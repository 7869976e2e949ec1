import assert from "node:assert/strict";
import { test } from "node:test";
import type { BotLog } from "../../../../worker/features/bots/bots.schema.ts";
import { filterLines, highlight, LOG_LINES, logFile, mergeLines } from "./log-merge.ts";

const line = (id: number, more: Partial<BotLog> = {}): BotLog => ({
  id,
  timestamp: "2026-11-21T22:41:07.000Z",
  level: "info",
  message: `line ${id}`,
  ...more,
});
const lines = (...ids: number[]) => ids.map((id) => line(id));
const ids = (logs: readonly BotLog[]) => logs.map(({ id }) => id);

test("merges pushed and fetched lines in order, without doubles", () => {
  assert.deepEqual(ids(mergeLines(lines(1, 2, 5), lines(5, 3, 4, 3))), [1, 2, 3, 4, 5]);
});

test("returns the same list when no line is new", () => {
  const known = lines(1, 2);
  assert.equal(mergeLines(known, lines(2, 1)), known);
});

test("keeps the newest thousand lines", () => {
  const many = mergeLines(
    [],
    Array.from({ length: LOG_LINES + 5 }, (_, at) => line(at + 1)),
  );
  assert.equal(many.length, LOG_LINES);
  assert.equal(many[0]?.id, 6);
});

test("filters by level and above, and searches in any case", () => {
  const log = [line(1, { level: "debug" }), line(2, { level: "warn", message: "Rate LIMITED" }), line(3)];
  assert.deepEqual(ids(filterLines(log, "warn", "")), [2]);
  assert.deepEqual(ids(filterLines(log, "all", " limited ")), [2]);
  assert.deepEqual(ids(filterLines(log, "info", "")), [2, 3]);
});

test("marks matches and keeps the whole text", () => {
  const parts = highlight("Error: no error here", "error");
  assert.deepEqual(
    parts.filter(({ found }) => found).map(({ text }) => text),
    ["Error", "error"],
  );
  assert.equal(parts.map(({ text }) => text).join(""), "Error: no error here");
  assert.deepEqual(
    highlight("İstanbul i", "i").map(({ text }) => text),
    ["İstanbul i"],
  );
});

test("writes one entry per line and indents further lines of a message", () => {
  const text = logFile([line(1, { level: "error", message: "TypeError\n    at greet" })]);
  assert.equal(text.split("\n")[0], "2026-11-21T22:41:07.000Z error TypeError");
  assert.match(text.split("\n")[1] ?? "", /^\s+at greet$/);
});
