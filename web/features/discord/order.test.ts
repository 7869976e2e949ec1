import assert from "node:assert/strict";
import { test } from "node:test";
import type { RoleSync } from "../../../worker/features/discord/roles/roles.schema.ts";
import { above, inOrder, moved, orderRows, prioritiesOf } from "./order.ts";

const mapping = (id: number, roleId: number, priority: number) => {
  const common = { discordRoleId: String(id), discordRoleName: "", organizationId: 1, givesInDiscord: false };
  return { id, roleId, priority, ...common };
};
const role = (id: number, key: string | null) => ({
  id,
  key,
  name: `Role ${id}`,
  priority: 0,
  people: 0,
  can: { map: true },
});
const set: RoleSync = {
  id: 1,
  version: 1,
  mappings: [mapping(1, 2, 80), mapping(2, 3, 60), mapping(3, 2, 60), mapping(4, 9, 50)],
  roles: [role(9, "administrator"), role(2, "officer"), role(3, null)],
  last: null,
  waiting: { people: 0, lacks: [] },
};

test("names the roles that decide before a role, also before one that is not mapped yet", () => {
  const roles = [
    role(9, "administrator"),
    { ...role(2, "officer"), priority: 80 },
    role(3, null),
    role(4, null),
  ];
  assert.deepEqual([above({ ...set, roles }, 2), above({ ...set, roles }, 3)], [[], ["Role 2"]]);
  assert.deepEqual(above({ ...set, roles }, 4), ["Role 2", "Role 3"]);
  const alike = { ...set, roles, mappings: [mapping(1, 2, 10), mapping(2, 4, 10)] };
  assert.deepEqual([above(alike, 4), above(alike, 2)], [["Role 2"], []]);
});

test("lists the mapped roles in the order of their first mapping, without the Administrator", () => {
  assert.deepEqual(
    orderRows(set).map(({ roleId, mappings }) => [roleId, mappings.map(({ id }) => id)]),
    [
      [2, [1, 3]],
      [3, [2]],
    ],
  );
});

test("moves a role within the list only", () => {
  assert.deepEqual(moved([1, 2, 3], 2, 0), [3, 1, 2]);
  assert.deepEqual(moved([1, 2, 3], 0, 1), [2, 1, 3]);
  for (const [from, to] of [
    [0, -1],
    [2, 3],
    [3, 0],
  ] as const)
    assert.deepEqual(moved([1, 2, 3], from, to), [1, 2, 3]);
});

test("gives every mapping the priority of its role's place, the first one the highest", () => {
  assert.deepEqual(prioritiesOf(inOrder(orderRows(set), [3, 2])), [
    { id: 2, priority: 20 },
    { id: 1, priority: 10 },
    { id: 3, priority: 10 },
  ]);
});
