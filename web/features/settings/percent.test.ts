/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { readHundredths } from "./percent.ts";

test("reads a percentage of either language and refuses other texts", () => {
  const read = ["0", "0.5", "0,5", " 0,75 % ", "10.05", "10%"].map(readHundredths);
  assert.deepEqual(read, [0, 50, 50, 75, 1005, 1000]);
  for (const text of ["", "%", "-1", "0.555", "1.2.3", "1e3", "NaN", ".5", "5."]) {
    assert.equal(readHundredths(text), null, text);
  }
});
