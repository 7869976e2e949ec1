import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  DiscordActivity,
  ProspectHistoryEntry,
} from "../../../../../worker/features/prospects/prospects.schema.ts";
import { filterLog, mergeLog } from "./log-entries.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString();
const entry = (
  id: number,
  minute: number,
  rest: Partial<ProspectHistoryEntry> = {},
): ProspectHistoryEntry => ({
  id,
  action: "status",
  createdAt: at(minute),
  performedBy: "Freja Ravn",
  previousValue: null,
  newValue: null,
  notes: null,
  changes: null,
  ...rest,
});
const save = (id: number, minute: number, from: string | null, to: string, performedBy = "Freja Ravn") =>
  entry(id, minute, { action: "notes", previousValue: from, newValue: to, performedBy });
const activity = (id: number, minute: number): DiscordActivity => ({
  id,
  username: "vanta",
  avatarUrl: null,
  activityType: "voice_join",
  details: "Hangar 2",
  timestamp: at(minute),
});

test("merges history and activities, newest first", () => {
  const keys = mergeLog([entry(2, 9), entry(1, 1)], [activity(7, 5)]).map((item) => item.key);
  assert.deepEqual(keys, ["h2", "a7", "h1"]);
});

test("folds a run of saves into one line, from the first text to the last", () => {
  const [item, ...rest] = mergeLog(
    [save(3, 4, "ab", "abc"), save(2, 3, "a", "ab"), save(1, 2, null, "a")],
    [],
  );
  assert.equal(rest.length, 0);
  assert.ok(item?.kind === "history");
  assert.equal(item.saves, 3);
  assert.equal(item.entry.previousValue, null);
  assert.equal(item.entry.newValue, "abc");
});

test("starts a new line for another user, another change or a long pause", () => {
  assert.equal(mergeLog([save(2, 3, "a", "b", "Mikkel Toft"), save(1, 2, null, "a")], []).length, 2);
  assert.equal(mergeLog([save(3, 4, "a", "b"), entry(2, 3), save(1, 2, null, "a")], []).length, 3);
  assert.equal(mergeLog([save(2, 50, "a", "b"), save(1, 2, null, "a")], []).length, 2);
});

test("filters by kind, and counts a change with a comment as a note", () => {
  const items = mergeLog(
    [
      entry(4, 4, { action: "discord" }),
      entry(3, 3, { notes: "calm on comms" }),
      save(2, 2, null, "a"),
      entry(1, 1),
    ],
    [activity(9, 9)],
  );
  const keys = (filter: Parameters<typeof filterLog>[1]) => filterLog(items, filter).map((item) => item.key);
  assert.deepEqual(keys("notes"), ["h3", "h2"]);
  assert.deepEqual(keys("status"), ["h3", "h1"]);
  assert.deepEqual(keys("discord"), ["a9", "h4"]);
  assert.equal(keys("all").length, 5);
});
