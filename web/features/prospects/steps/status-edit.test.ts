import assert from "node:assert/strict";
import { test } from "node:test";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { statusEdit } from "./status-edit.ts";

const base = { status: "intro", assignedTo: null, deadline: "2026-11-21T12:00:00.000Z" } as Prospect;
const answers = { assignedTo: null, words: "", outcome: "withdrawn" as const };

test("completing the intro hands over to onboarding, without anybody it only completes", () => {
  assert.deepEqual(statusEdit(base, "complete_intro", { ...answers, assignedTo: 3, words: " ok " }).body, {
    status: "onboarding",
    assignedTo: 3,
    notes: "ok",
  });
  assert.deepEqual(statusEdit(base, "complete_intro", answers).body, { status: "intro_completed" });
});

test("going back carries the reason, and an assignee only when it is another one", () => {
  const active = { ...base, status: "active", assignedTo: 3 } as Prospect;
  const sent = statusEdit(active, "send_back", { ...answers, assignedTo: 3, words: "Missed training" });
  assert.deepEqual(sent.body, { status: "onboarding", reason: "Missed training" });
  const other = statusEdit(active, "send_back", { ...answers, assignedTo: 4, words: "Missed training" });
  assert.deepEqual(other.body, { status: "onboarding", assignedTo: 4, reason: "Missed training" });
});

test("withdrawing carries outcome and reason and expects the deadline to go", () => {
  const { body, patch } = statusEdit(base, "withdraw", { ...answers, words: "No time", outcome: "declined" });
  assert.deepEqual(body, { status: "inactive", reason: "No time", outcome: "declined" });
  assert.deepEqual(patch, { status: "inactive", deadline: null });
});
