/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { can } from "./can.ts";

const held = ["bots.read", "prospects.read"];

test("a need is one permission, any of several or all of several", () => {
  assert.equal(can(held, "bots.read"), true);
  assert.equal(can(held, "bots.write"), false);
  assert.equal(can(held, { any: ["bots.write", "prospects.read"] }), true);
  assert.equal(can(held, { any: ["bots.write"] }), false);
  assert.equal(can(held, { all: ["bots.read", "prospects.read"] }), true);
  assert.equal(can(held, { all: ["bots.read", "bots.write"] }), false);
});

test("an undefined need is always satisfied, any of an empty list never", () => {
  assert.equal(can([], undefined), true);
  assert.equal(can(held, { any: [] }), false);
});
