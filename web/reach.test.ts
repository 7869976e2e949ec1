/// <reference types="node" />
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { SYSTEM_PERMISSIONS } from "../worker/lib/permissions.schema.ts";
import { offeredAreas, placeAt, TOOLS } from "./areas.ts";
import { can } from "./lib/can.ts";
import { ACCOUNT_PATH } from "./lib/paths.ts";
import { backArea, opens } from "./reach.ts";

/** Every single permission, every pair of them, none and all: what a role can hold, as far as pages tell them apart. */
const HELD: readonly (readonly string[])[] = [
  [],
  SYSTEM_PERMISSIONS,
  ...SYSTEM_PERMISSIONS.flatMap((one, at) => [
    [one],
    ...SYSTEM_PERMISSIONS.slice(at + 1).map((two) => [one, two]),
  ]),
];

test("what the navigation, the tools and the account offer a user opens, whatever they hold", () => {
  for (const page of HELD) {
    const offered = [
      ...offeredAreas(page).map(({ path }) => path),
      ...TOOLS.filter(({ need }) => can(page, need)).map(({ path }) => path),
      backArea(page)?.path ?? ACCOUNT_PATH,
      "/my-hangar",
    ];
    for (const path of offered) assert.ok(can(page, placeAt(path)?.need), `${page} ${path}`);
  }
});

test("an address opens with the permission of its page and of the tab that it names", () => {
  assert.equal(opens(["members.read"], "/members?member=7"), true);
  assert.equal(opens(["admin.users"], "/members?member=7"), false);
  assert.equal(opens(["admin.users"], "/admin?tab=users"), true);
  assert.equal(opens(["admin.users"], "/admin?tab=api"), false);
  assert.equal(opens(["admin.system"], "/admin?tab=api"), false);
  assert.equal(opens(["admin.users", "admin.system"], "/admin?tab=api"), true);
  assert.equal(opens([], "/"), true);
});

test("links to the CRM lead to its prospects, and not to the refusal of an administrator without them", () => {
  assert.equal(opens(["admin.users"], "/crm?prospect=1"), false);
  assert.equal(opens(["prospects.read"], "/crm?prospect=1"), true);
});

test("the account leads back to the first allowed area, else to the start page", () => {
  assert.equal(backArea(["bots.read", "dashboard.view"])?.path, "/dashboard");
  assert.equal(backArea(["members.read", "bots.read"])?.path, "/organization");
  assert.equal(backArea(["events.read", "admin.users"])?.path, "/admin");
  assert.equal(backArea(["tools.view"]), null);
});

test("every link to another page names one that exists, and asks whether the user may open it", () => {
  const root = new URL("./features/", import.meta.url);
  let found = 0;
  for (const file of globSync("**/*.tsx", { cwd: root })) {
    const source = readFileSync(new URL(file, root), "utf8");
    for (const [, component, path = ""] of source.matchAll(
      /<(\w+)\b(?:[^<>]|=>)*?\bto=\{?["`](\/[a-z-/]*)/g,
    )) {
      found += 1;
      const place = placeAt(path);
      assert.ok(place || path === "/", `${file}: ${path} is no page`);
      const isForEverybody = place?.need === undefined;
      assert.ok(component !== "Link" || isForEverybody, `${file}: <Link to="${path}"> is to be a PlaceLink`);
    }
  }
  assert.ok(found > 15, `${found} links found`);
});
