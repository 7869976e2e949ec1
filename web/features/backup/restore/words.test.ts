/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Restoring } from "../../../../worker/features/backup/restore/restore.schema.ts";
import { changedFields, kindOf, missingOf, stepsDone, totalsOf } from "./words.ts";

test("a typed name lacks its last letters, or all of the name when another one is typed", () => {
  assert.equal(missingOf("Nordic St", "Nordic Star"), 2);
  assert.equal(missingOf(" Nordic Star ", "Nordic Star"), 0);
  assert.equal(missingOf("Nordic Star!", "Nordic Star"), "other");
  assert.equal(missingOf("nordic star", "Nordic Star"), "other");
  assert.equal(missingOf("Æ", "Æ🚀"), 1);
});

test("the figures are those of all sections, and skipped rows are not written", () => {
  const section = { key: "users", rows: 9, comes: 3, changes: 2, goes: 1, skipped: 11 } as const;
  const sections = [section, { ...section, key: "bots" as const }];
  const totals = { comes: 6, changes: 4, goes: 2, skipped: 22, written: 12, all: 34 };
  assert.deepEqual(totalsOf({ sections }), totals);
});

test("the steps that are done follow from the restore, and the last one from the pause", () => {
  const at = (state: string | null, isPaused = false, isSending = false) => {
    const answer = { restore: state && { state }, pause: isPaused ? {} : null };
    return stepsDone(answer as Restoring, isSending);
  };
  assert.deepEqual([at(null), at(null, false, true), at("rehearsed"), at("running", true)], [0, 1, 2, 3]);
  assert.deepEqual([at("failed", true), at("done", true), at("done")], [3, 4, 5]);
});

test("a row is named by its kind where users know that, else by its section", () => {
  assert.equal(kindOf({ table: "prospects", section: "prospects" }), "restore.kind.prospect");
  assert.equal(kindOf({ table: "wish_links", section: "members" }), "backup.section.members");
  assert.equal(kindOf({ table: "toString", section: "bots" }), "backup.section.bots");
});

test("changed fields have the names that users know; others are counted, unless they follow from those", () => {
  const field = (column: string) => ({ column, before: "a", after: "b" });
  const { known, others } = changedFields(["status", "version", "assigned_to", "updated_at"].map(field));
  assert.deepEqual(known, [{ name: "restore.column.status", before: "a", after: "b" }]);
  assert.equal(others, 1);
});
