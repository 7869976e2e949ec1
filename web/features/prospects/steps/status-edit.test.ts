import assert from "node:assert/strict";
import { test } from "node:test";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { canWork } from "../testing/can.ts";
import { type MoveKind, movesOf, type StepAnswers, statusEdit } from "./moves.ts";

const base = {
  status: "intro",
  assignedTo: null,
  can: canWork(),
} as Partial<Prospect> as Prospect;
const none: StepAnswers = { assignedTo: null, words: "", outcome: "withdrawn" };

function edit(prospect: Prospect, kind: MoveKind, answers: Partial<StepAnswers>) {
  const move = movesOf(prospect).find((each) => each.kind === kind);
  assert.ok(move);
  return statusEdit(prospect, move, { ...none, ...answers });
}

test("moves a completed intro to onboarding with an assignee, else only completes it", () => {
  assert.deepEqual(edit(base, "complete_intro", { assignedTo: 3, words: " ok " }).body, {
    status: "onboarding",
    assignedTo: 3,
    notes: "ok",
  });
  assert.deepEqual(edit(base, "complete_intro", {}).body, { status: "intro_completed" });
});

test("sends the reason of a step back, and the assignee only when it changes", () => {
  const active: Prospect = { ...base, status: "active", assignedTo: 3 };
  const words = "Missed training";
  assert.deepEqual(edit(active, "send_back", { assignedTo: 3, words }).body, {
    status: "onboarding",
    reason: words,
  });
  assert.deepEqual(edit(active, "send_back", { assignedTo: 4, words }).body, {
    status: "onboarding",
    assignedTo: 4,
    reason: words,
  });
});

test("sends what an applicant reads who is declined, and none with another outcome", () => {
  const read = { words: "Rude", applicantReads: " Not this time. " };
  assert.deepEqual(edit(base, "withdraw", { ...read, outcome: "declined" }).body, {
    ...{ status: "inactive", reason: "Rude", outcome: "declined", words: "Not this time." },
  });
  const { body } = edit(base, "withdraw", { ...read, outcome: "withdrawn" });
  assert.deepEqual(body, { status: "inactive", reason: "Rude", outcome: "withdrawn" });
});

test("sends outcome and reason of a withdrawal", () => {
  const { body, patch } = edit(base, "withdraw", { words: "No time", outcome: "declined" });
  assert.deepEqual(body, { status: "inactive", reason: "No time", outcome: "declined" });
  assert.deepEqual(patch, { status: "inactive", stage: "inactive" });
});
