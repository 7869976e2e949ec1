/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  areaOf,
  DESTINATIONS,
  landingPath,
  offeredAreas,
  PLACES,
  placeAt,
  showsSignIn,
  TABS,
  TOOLS,
} from "./areas.ts";

test("a user lands on the first allowed area, else on the account", () => {
  assert.equal(landingPath(["bots.read", "prospects.read", "dashboard.view"]), "/dashboard");
  assert.equal(landingPath(["bots.read", "prospects.read"]), "/crm");
  assert.equal(landingPath(["bots.read", "events.read", "members.read"]), "/organization");
  assert.equal(landingPath(["prospects.read", "events.read", "members.read"]), "/crm");
  assert.equal(landingPath(["bots.read", "events.read"]), "/organization");
  assert.equal(landingPath(["bots.read", "admin.users"]), "/discord-bots");
  assert.equal(landingPath(["admin.users"]), "/admin");
  assert.equal(landingPath(["contracts.read"]), "/account");
  assert.equal(landingPath([]), "/account");
  assert.equal(landingPath([], true), "/application");
});

test("navigation offers an area only to users who hold its permission", () => {
  const AREAS = [
    ...["/dashboard", "/organization", "/tools/contracts", "/tools", "/crm", "/members"],
    ...["/discord-bots", "/admin", "/audit", "/my-hangar"],
  ];
  for (const [permissions, offered] of [
    [
      ["prospects.read", "dashboard.view"],
      ["/dashboard", "/crm", "/my-hangar"],
    ],
    [
      ["admin.users", "audit.read"],
      ["/admin", "/audit", "/my-hangar"],
    ],
    [
      ["contracts.read", "events.read"],
      ["/organization", "/tools/contracts", "/my-hangar"],
    ],
  ] as const)
    assert.deepEqual(
      offeredAreas(permissions).flatMap(({ path }) => (AREAS.includes(path) ? path : [])),
      offered,
    );
});

test("an address is in one area, the nearest above it", () => {
  for (const [address, path] of [
    ["/tools/contracts?contract=1", "/tools/contracts"],
    ["/TOOLS/Contracts/", "/tools/contracts"],
    ["/tools/cargo", "/tools"],
    ["/tools", "/tools"],
    ["/account/away", "/account"],
    ["/nope", undefined],
  ] as const)
    assert.equal(areaOf(address)?.path, path, address);
});

test("there is one page at every path, in any case and with a trailing slash", () => {
  const paths = PLACES.map(({ path }) => path);
  assert.equal(new Set(paths).size, paths.length);
  for (const place of PLACES) assert.equal(placeAt(`${place.path.toUpperCase()}/`), place);
  for (const path of ["/", "/auth", "/crm/1", "/nope"]) assert.equal(placeAt(path), undefined, path);
});

test("no two areas have the same number in the navigation, and no two the same on landing", () => {
  for (const numbers of [
    DESTINATIONS.map(({ order }) => order),
    DESTINATIONS.flatMap(({ landing }) => landing ?? []),
  ])
    assert.equal(new Set(numbers).size, numbers.length);
});

test("every tab is of a page that exists, and no two of a page have the same number or the same key", () => {
  for (const { parent, key } of TABS) assert.ok(placeAt(parent), key);
  for (const property of ["order", "key"] as const) {
    const all = TABS.map((tab) => `${tab.parent} ${tab[property]}`);
    assert.equal(new Set(all).size, all.length);
  }
});

test("no two tools have the same number", () => {
  assert.equal(new Set(TOOLS.map(({ order }) => order)).size, TOOLS.length);
});

test("a signed-out user sees the sign-in page at the addresses of pages, and not-found elsewhere", () => {
  for (const path of ["/", "/auth", "/AUTH/", "/Crm", "/discord-bots/"])
    assert.equal(showsSignIn(path), true, path);
  for (const path of ["/account", "/crm/1", "/nope"]) assert.equal(showsSignIn(path), false, path);
});
