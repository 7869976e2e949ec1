/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { SYSTEM_PERMISSIONS } from "../worker/lib/permissions.schema.ts";
import { commandsFor } from "./commands.ts";

test("offers only what the user's permissions open and begin", () => {
  const to = (permissions: readonly string[]) => commandsFor(permissions).map((each) => each.to);
  assert.ok(!to(["contracts.read"]).includes("/tools/contracts?new=1"));
  assert.ok(to(["contracts.read", "contracts.write"]).includes("/tools/contracts?new=1"));
  assert.ok(!to(["contracts.write"]).includes("/tools/contracts?new=1"));
  assert.ok(!to(["events.read"]).includes("/organization?tab=fleet"));
  assert.ok(to([]).includes("/account"));
});

test("no two have the same address or keys, and every one is in an area", () => {
  const all = commandsFor(SYSTEM_PERMISSIONS);
  for (const values of [all.map(({ to }) => to), all.flatMap(({ keys }) => keys ?? [])])
    assert.equal(new Set(values).size, values.length);
  assert.deepEqual(
    all.filter(({ area }) => area.en === "").map(({ to }) => to),
    [],
  );
  for (const { keys } of all) if (keys) assert.match(keys, /^[gn] [a-z]$/);
});
