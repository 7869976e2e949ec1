import assert from "node:assert/strict";
import { test } from "node:test";
import { createSendKeys } from "./send-keys.ts";

test("has one key for each body until something is created", () => {
  const keys = createSendKeys();
  const [first, changed] = [keys.of({ text: "Hi" }), keys.of({ text: "Hi there" })];
  assert.notEqual(first, changed);
  assert.deepEqual([keys.of({ text: "Hi" }), keys.of({ text: "Hi there" })], [first, changed]);
  keys.renew();
  assert.notEqual(keys.of({ text: "Hi" }), first);
});
