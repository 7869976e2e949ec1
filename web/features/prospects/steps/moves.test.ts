import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProspectStatus } from "../../../../worker/features/prospects/prospects.schema.ts";
import { dropOn, isImmediate, movesOf } from "./moves.ts";

const someone = (status: ProspectStatus, moveTo: ProspectStatus[], update = true) => ({
  status,
  can: { update, assign: true, moveTo },
});

test("the natural next step comes first", () => {
  const first = (status: ProspectStatus) => movesOf(someone(status, []))[0]?.kind;
  assert.equal(first("intro"), "complete_intro");
  assert.equal(first("intro_completed"), "begin_onboarding");
  assert.equal(first("assigned_onboarding"), "start_onboarding");
  assert.equal(first("onboarding"), "make_active");
  assert.equal(first("active"), "send_back");
  assert.equal(first("inactive"), "activate");
});

test("a step that the record does not allow stays, with why", () => {
  assert.deepEqual(movesOf(someone("onboarding", ["active"])), [
    { kind: "make_active", blocked: null },
    { kind: "withdraw", blocked: "outranked" },
  ]);
  assert.ok(movesOf(someone("active", [], false)).every((move) => move.blocked === "no_permission"));
});

test("a drop becomes the step between the two stages", () => {
  assert.deepEqual(dropOn(someone("intro", ["onboarding"]), "onboarding"), {
    kind: "move",
    move: "complete_intro",
  });
  assert.deepEqual(dropOn(someone("active", ["onboarding"]), "onboarding"), {
    kind: "move",
    move: "send_back",
  });
  assert.deepEqual(dropOn(someone("intro_completed", ["inactive"]), "inactive"), {
    kind: "move",
    move: "withdraw",
  });
  assert.deepEqual(dropOn(someone("active", ["inactive"]), "inactive"), {
    kind: "move",
    move: "make_inactive",
  });
});

test("a drop on its own stage does nothing", () => {
  assert.deepEqual(dropOn(someone("intro_completed", []), "intro"), { kind: "none" });
});

test("a drop that no step leads to is refused as illegal, one that is not allowed says whose fault it is", () => {
  assert.deepEqual(dropOn(someone("intro", ["onboarding"]), "active"), {
    kind: "refused",
    because: "illegal",
  });
  assert.deepEqual(dropOn(someone("active", ["inactive"]), "intro"), { kind: "refused", because: "illegal" });
  assert.deepEqual(dropOn(someone("onboarding", []), "active"), { kind: "refused", because: "outranked" });
});

test("starting onboarding asks nothing once somebody is responsible", () => {
  assert.equal(isImmediate("start_onboarding", { assignedTo: 3 }), true);
  assert.equal(isImmediate("start_onboarding", { assignedTo: null }), false);
  assert.equal(isImmediate("make_active", { assignedTo: 3 }), false);
});
