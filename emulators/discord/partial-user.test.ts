import assert from "node:assert/strict";
import { test } from "node:test";
import { partialUser } from "./partial-user.ts";
import { human } from "./seed-guild.ts";

test("a presence update's user is the id and, in turn, each combination of its other fields", () => {
  const { user } = human("1100000000000000001", "some.user", "Some User");
  assert.deepEqual(partialUser(user, 0), { id: user.id });
  const combinations = new Set<string>();
  for (let turn = 0; turn < 18; turn++) {
    const partial = partialUser(user, turn);
    assert.equal(partial.id, user.id);
    combinations.add(JSON.stringify([partial.username, partial.global_name, "global_name" in partial]));
  }
  assert.equal(combinations.size, 2 * 3, "a name present or absent, the other also null");
});
