import assert from "node:assert/strict";
import { test } from "node:test";
import { asStored, savedAgo } from "./notes.ts";

test("notes compare as the server stores them", () => {
  assert.equal(asStored("  Calm \n"), "Calm");
  assert.equal(asStored("   "), null);
});

test("the time since a save goes from seconds to minutes", () => {
  assert.deepEqual(savedAgo(0, 4_200), { unit: "seconds", amount: 4 });
  assert.deepEqual(savedAgo(0, 60_000), { unit: "minutes", amount: 1 });
});
