/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { landingPath, offeredAreas, PLACES, placeAt } from "./features.ts";
import { PAGE_PATHS, showsSignIn } from "./lib/paths.ts";

test("a user lands on the first allowed area, else on the account", () => {
  assert.equal(landingPath(["bots.read", "prospects.read", "dashboard.view"]), "/dashboard");
  assert.equal(landingPath(["bots.read", "prospects.read"]), "/crm");
  assert.equal(landingPath(["bots.read", "events.read", "members.read"]), "/organization");
  assert.equal(landingPath(["prospects.read", "events.read", "members.read"]), "/crm");
  assert.equal(landingPath(["bots.read", "events.read"]), "/discord-bots");
  assert.equal(landingPath(["contracts.read"]), "/account");
  assert.equal(landingPath([]), "/account");
});

test("navigation offers an area only to users who hold its permission", () => {
  assert.deepEqual(
    offeredAreas(["prospects.read", "dashboard.view"]).map((area) => area.path),
    ["/dashboard", "/crm", "/my-hangar"],
  );
  assert.deepEqual(
    offeredAreas(["admin.users", "audit.read"]).map((area) => area.path),
    ["/admin", "/audit", "/my-hangar"],
  );
  assert.deepEqual(
    offeredAreas(["contracts.read", "events.read"]).map((area) => area.path),
    ["/my-hangar"],
  );
});

test("there is one page at every path", () => {
  assert.deepEqual(PLACES.map(({ path }) => path).sort(), PAGE_PATHS.toSorted());
  for (const path of PAGE_PATHS) assert.equal(placeAt(`${path.toUpperCase()}/`)?.path, path);
});

test("paths match in any case and with a trailing slash", () => {
  for (const path of ["/", "/auth", "/AUTH/", "/Crm", "/discord-bots/"])
    assert.equal(showsSignIn(path), true, path);
  for (const path of ["/account", "/crm/1", "/nope"]) assert.equal(showsSignIn(path), false, path);
});
