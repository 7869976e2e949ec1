import assert from "node:assert/strict";
import { test } from "node:test";
import { asStored, savedAgo } from "./notes.ts";

test("compares notes as the server stores them", () => {
  assert.equal(asStored("  Calm \n"), "Calm");
  assert.equal(asStored("   "), null);
});

test("gives the time since a save in seconds, then in minutes", () => {
  assert.deepEqual(savedAgo(0, 4_200), { unit: "seconds", amount: 4 });
  assert.deepEqual(savedAgo(0, 60_000), { unit: "minutes", amount: 1 });
});
