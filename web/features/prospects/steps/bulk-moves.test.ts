import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProspectStatus } from "../../../../worker/features/prospects/prospects.schema.ts";
import { canWork } from "../testing/can.ts";
import { bulkNeeds, skippedReasons } from "./moves.ts";

const someone = (status: ProspectStatus, moveTo: ProspectStatus[], assignedTo: number | null = 3) => ({
  status,
  memberId: 5,
  assignedTo,
  can: canWork({ moveTo }),
});

test("counts only prospects that can be moved", () => {
  const selection = [someone("onboarding", ["active", "inactive"]), someone("intro", ["onboarding"], null)];
  assert.deepEqual(bulkNeeds(selection, "active"), {
    able: 1,
    assignee: false,
    reason: false,
    outcome: false,
  });
  assert.equal(bulkNeeds(selection, "onboarding").assignee, true);
});

test("needs an assignee only when a prospect that can be moved has none", () => {
  assert.equal(bulkNeeds([someone("intro", ["onboarding"], 4)], "onboarding").assignee, false);
});

test("needs reason and outcome to leave the pipeline early, but not from active", () => {
  const early = bulkNeeds([someone("onboarding", ["inactive"]), someone("active", ["inactive"])], "inactive");
  assert.deepEqual([early.able, early.reason, early.outcome], [2, true, true]);
  const active = bulkNeeds([someone("active", ["inactive"])], "inactive");
  assert.deepEqual([active.reason, active.outcome], [false, false]);
});

test("needs a reason for going back to onboarding", () => {
  assert.equal(bulkNeeds([someone("inactive", ["onboarding"])], "onboarding").reason, true);
});

test("groups skipped prospects by reason", () => {
  const skipped = [
    { id: 1, name: "Nova", detail: "Changed meanwhile." },
    { id: 2, name: "Kira", detail: "Cannot go there." },
    { id: 3, name: null, detail: "Cannot go there." },
  ];
  assert.deepEqual(skippedReasons(skipped), [
    { detail: "Cannot go there.", names: ["Kira", null] },
    { detail: "Changed meanwhile.", names: ["Nova"] },
  ]);
});
