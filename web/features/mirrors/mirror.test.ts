/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MirrorState } from "../../../worker/features/mirrors/mirrors.schema.ts";
import { hintOf } from "./mirror.ts";

const words = { usual: "usual", onlyAll: "only all" };
const switchOf = (state: MirrorState, value: boolean, isForAll = true) =>
  hintOf(
    { state, since: null, why: state === "ready" ? null : `why ${state}` },
    { ...words, value, isForAll },
  );

test("showing an event in Discord is blocked without a bot or its permissions, and never where Discord fails for a while", () => {
  assert.deepEqual(switchOf("ready", false), { reason: null, hint: "usual" });
  assert.deepEqual(switchOf("no_bot", false), { reason: "why no_bot", hint: "why no_bot" });
  assert.deepEqual(switchOf("no_permission", false), {
    reason: "why no_permission",
    hint: "why no_permission",
  });
  assert.deepEqual(switchOf("unreachable", false), { reason: null, hint: "why unreachable" });
  assert.deepEqual(switchOf("full", false), { reason: null, hint: "why full" });
});

test("an event that some roles alone see cannot be shown in Discord", () => {
  assert.deepEqual(switchOf("ready", false, false), { reason: "only all", hint: "only all" });
});

test("an event that is shown in Discord can always be switched off there", () => {
  for (const [state, isForAll] of [
    ["no_bot", true],
    ["no_permission", true],
    ["ready", false],
  ] as const)
    assert.equal(switchOf(state, true, isForAll).reason, null);
});

test("until the state is known nothing is blocked", () => {
  assert.deepEqual(hintOf(undefined, { ...words, value: false, isForAll: true }), {
    reason: null,
    hint: "usual",
  });
});
