import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, moved } from "./order.ts";

const role = (id: number, move = true) => ({ id, can: { move } });
const roles = [role(9, false), role(1), role(2), role(3), role(4, false), role(5)];

test("moves a role past those that the reader may move, and past no other", () => {
  assert.deepEqual(moved(roles, 3, 1), [9, 3, 1, 2, 4, 5]);
  assert.deepEqual(moved(roles, 1, 3), [9, 2, 3, 1, 4, 5]);
  for (const [from, to] of [
    [1, 0],
    [0, 1],
    [3, 4],
    [5, 3],
    [1, 1],
    [5, 6],
    [1, -1],
  ] as const)
    assert.equal(moved(roles, from, to), null);
});

test("lists roles that an order leaves out last", () => {
  assert.deepEqual(
    inOrder(roles, [9, 3, 1, 2]).map(({ id }) => id),
    [9, 3, 1, 2, 4, 5],
  );
});
