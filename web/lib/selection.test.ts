import assert from "node:assert/strict";
import { test } from "node:test";
import { pressed } from "./selection.ts";

const ORDER = [5, 3, 9, 1, 7];
/** The selected rows after presses, of which those with a minus have Shift. */
const after = (...presses: number[]) => {
  let selection: Parameters<typeof pressed>[0] = { ids: new Set(), last: null };
  for (const each of presses) selection = pressed(selection, Math.abs(each), ORDER, each < 0);
  return ORDER.filter((id) => selection.ids.has(id));
};

test("selects from the last pressed row to the one that is pressed with Shift, in the order of the list", () => {
  assert.deepEqual(after(3, -7), [3, 9, 1, 7]);
  assert.deepEqual(after(7, -3), [3, 9, 1, 7]);
  assert.deepEqual(after(5, 9, -7), [5, 9, 1, 7]);
});

test("leaves out a range when the row that is pressed with Shift leaves it", () => {
  assert.deepEqual(after(5, -7, 9, -1), [5, 3, 7]);
});

test("selects one row without Shift, and where the last pressed one is not listed", () => {
  assert.deepEqual(after(-9), [9]);
  assert.deepEqual(after(5, 7, 5), [7]);
  assert.deepEqual(after(404, -9), [9]);
});
