/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { can } from "./can.ts";

const granted = ["bots.read", "prospects.read"];

test("a need is one permission, any of several or all of several", () => {
  assert.equal(can(granted, "bots.read"), true);
  assert.equal(can(granted, "bots.write"), false);
  assert.equal(can(granted, { any: ["bots.write", "prospects.read"] }), true);
  assert.equal(can(granted, { any: ["bots.write"] }), false);
  assert.equal(can(granted, { all: ["bots.read", "prospects.read"] }), true);
  assert.equal(can(granted, { all: ["bots.read", "bots.write"] }), false);
});

test("an undefined need is always satisfied, any of an empty list never", () => {
  assert.equal(can([], undefined), true);
  assert.equal(can(granted, { any: [] }), false);
});
