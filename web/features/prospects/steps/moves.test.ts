import assert from "node:assert/strict";
import { test } from "node:test";
import {
  PROSPECT_STATUSES,
  type ProspectStatus,
} from "../../../../worker/features/prospects/pipeline.schema.ts";
import { canWork } from "../testing/can.ts";
import { dropOn, isImmediate, movesOf } from "./moves.ts";

/** A prospect who is a member, or was one, unless `memberId` is null. */
const someone = (
  status: ProspectStatus,
  moveTo: ProspectStatus[],
  { update = true, memberId = 5 }: { update?: boolean; memberId?: number | null } = {},
) => ({
  status,
  memberId,
  can: canWork({ update, moveTo }),
});
const kinds = (status: ProspectStatus) => movesOf(someone(status, [])).map(({ kind }) => kind);

test("offers the steps of every status, the usual one first", () => {
  assert.deepEqual(Object.fromEntries(PROSPECT_STATUSES.map((status) => [status, kinds(status)])), {
    intro: ["complete_intro", "queue_onboarding", "withdraw"],
    intro_completed: ["begin_onboarding", "queue_onboarding", "withdraw"],
    assigned_onboarding: ["start_onboarding", "withdraw"],
    onboarding: ["make_active", "withdraw"],
    active: ["send_back", "make_inactive"],
    inactive: ["activate", "send_back", "reopen"],
  });
});

test("reopens a prospect who left before they were a member, and makes them one only with a reason", () => {
  const moves = movesOf(someone("inactive", [], { memberId: null }));
  assert.deepEqual(
    moves.map(({ kind, reason }) => [kind, reason]),
    [
      ["reopen", true],
      ["send_back", true],
      ["admit", true],
    ],
  );
  const ofFormer = movesOf(someone("inactive", [])).find(({ kind }) => kind === "activate");
  assert.equal(ofFormer?.reason, false);
});

test("keeps a blocked step with its reason", () => {
  const blocked = movesOf(someone("onboarding", ["active"])).map((move) => [move.kind, move.blocked]);
  assert.deepEqual(blocked, [
    ["make_active", null],
    ["withdraw", "outranked"],
  ]);
  assert.ok(
    movesOf(someone("active", [], { update: false })).every((move) => move.blocked === "no_permission"),
  );
});

test("asks for the answers that the server needs", () => {
  const asked = (status: ProspectStatus) =>
    movesOf(someone(status, [])).map(({ assignee, reason, outcome }) => [assignee, reason, outcome]);
  assert.deepEqual(asked("intro"), [
    ["optional", false, false],
    ["needed", false, false],
    [null, true, true],
  ]);
  assert.deepEqual(asked("active"), [
    ["needed", true, false],
    [null, false, false],
  ]);
});

test("turns a drop into the step between the two stages", () => {
  const moveOf = (...args: Parameters<typeof dropOn>) => {
    const drop = dropOn(...args);
    return drop.kind === "move" ? drop.move.kind : drop;
  };
  assert.equal(moveOf(someone("intro", ["onboarding"]), "onboarding"), "complete_intro");
  assert.equal(moveOf(someone("active", ["onboarding"]), "onboarding"), "send_back");
  assert.equal(moveOf(someone("intro_completed", ["inactive"]), "inactive"), "withdraw");
  assert.equal(moveOf(someone("active", ["inactive"]), "inactive"), "make_inactive");
  assert.equal(moveOf(someone("inactive", ["intro"]), "intro"), "reopen");
});

test("ignores a drop on the same stage", () => {
  assert.deepEqual(dropOn(someone("intro_completed", []), "intro"), { kind: "none" });
});

test("refuses a drop without a step as illegal, and a blocked one with its reason", () => {
  assert.deepEqual(dropOn(someone("intro", ["onboarding"]), "active"), {
    kind: "refused",
    because: "illegal",
  });
  assert.deepEqual(dropOn(someone("active", ["inactive"]), "intro"), { kind: "refused", because: "illegal" });
  assert.deepEqual(dropOn(someone("onboarding", []), "active"), { kind: "refused", because: "outranked" });
});

test("starts onboarding of an assigned prospect without answers", () => {
  assert.equal(isImmediate({ kind: "start_onboarding" }, { assignedTo: 3 }), true);
  assert.equal(isImmediate({ kind: "start_onboarding" }, { assignedTo: null }), false);
});

test("makes active without a question where the prospect's dialog is open", () => {
  assert.equal(isImmediate({ kind: "make_active" }, { assignedTo: 3 }, true), true);
  assert.equal(isImmediate({ kind: "make_active" }, { assignedTo: 3 }), false);
});
