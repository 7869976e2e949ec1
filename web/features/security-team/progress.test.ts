/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { progressOf } from "./progress.ts";

type Given = Parameters<typeof progressOf>[0];
const SENT = "2026-11-19T21:04:00.000Z";
const LATER = "2026-11-20T08:00:00.000Z";

const at = (
  status: Given["application"]["status"],
  given: Partial<Given>,
  decidedAt: string | null = null,
) => {
  const application = { status, createdAt: SENT, decidedAt } as Given["application"];
  const { steps, current } = progressOf({ application, hold: null, steps: [], trial: null, ...given });
  return [steps.map(({ key }) => key).join(" "), steps[current]?.key];
};
const step = (kind: Given["steps"][number]["kind"]) => ({ kind, at: LATER, words: null });
const PLAIN = "sent reviews decision trial";
const ASKED = "sent question reviews decision trial";

test("an application is at the reviews until the decision, and at a question while it waits for an answer", () => {
  assert.deepEqual(at("pending", {}), [PLAIN, "reviews"]);
  const hold = { reason: "When?", at: LATER };
  assert.deepEqual(at("pending", { hold, steps: [step("held")] }), [ASKED, "question"]);
  assert.deepEqual(at("pending", { steps: [step("held"), step("resumed")] }), [ASKED, "reviews"]);
});

test("an application is for its reviewers at a third review while two differ, and at the decision once they agree", () => {
  const reviews = [{ sentAt: LATER }] as NonNullable<Given["staff"]>["reviews"];
  assert.deepEqual(at("pending", { staff: { decision: null, isDisputed: true, reviews } }), [
    "sent third decision trial",
    "third",
  ]);
  assert.deepEqual(at("pending", { staff: { decision: "accept", isDisputed: false, reviews } }), [
    PLAIN,
    "decision",
  ]);
});

test("an application ends at the decision, and that of a team member at the trial, over or not", () => {
  assert.deepEqual(at("declined", {}, LATER), [PLAIN, "decision"]);
  assert.deepEqual(at("accepted", {}, LATER), [PLAIN, "decision"]);
  const trial = { endsOn: "2027-01-02" } as Given["trial"];
  assert.deepEqual(at("accepted", { trial }, LATER), [PLAIN, "trial"]);
  assert.deepEqual(at("accepted", { steps: [step("confirmed")] }, LATER), [PLAIN, "trial"]);
});

test("an application dates the steps that are done, and no later ones", () => {
  const application = { status: "pending", createdAt: SENT, decidedAt: null } as Given["application"];
  const steps = [step("held"), step("resumed")];
  assert.deepEqual(
    progressOf({ application, hold: null, trial: null, steps }).steps.map((each) => each.at),
    [SENT, LATER, null, null, null],
  );
});
