/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { storeOf } from "../testing/storage.ts";
import { keepWanted, readWanted, takeWanted, wantedPath } from "./wanted.ts";

test("a user returns only to an address inside this site", () => {
  assert.equal(wantedPath("/crm?stage=intro#a"), "/crm?stage=intro#a");
  assert.equal(
    wantedPath("/fleet?q=%C3%A6%20%2F%2Fb&to=https://a.example#//b"),
    "/fleet?q=%C3%A6%20%2F%2Fb&to=https://a.example#//b",
  );
  for (const path of [
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n\\evil.example",
    " //evil.example",
    "/.//evil.example",
    "/crm/../auth",
    "javascript:alert(1)",
    "https://evil.example",
    "/auth?error=x",
    "/api/user",
    "/",
    "",
    null,
  ]) {
    assert.equal(wantedPath(path), null, String(path));
  }
});

const HOST = "evil.example";
/** Characters that a browser leaves out of an address, reads as a slash, or ends a part of it with. */
const ODD = [
  "/",
  "\\",
  "\t",
  "\n",
  "\r",
  "\0",
  " ",
  "\u00a0",
  "\ufeff",
  "\u2028",
  "／",
  ".",
  "..",
  "@",
  ":",
  "?",
  "#",
  ";",
];
const ENCODED = ["%2f", "%5c", "%09", "%0a", "%00", "%2e", "%252f", "%3a", "%40"];
const SCHEMES = [
  "javascript:",
  "JaVa\tScript:",
  "data:text/html,",
  "https:",
  "http:/",
  "blob:",
  "file://",
  "wss://",
];
const HERE = ["https://command.example", "http://localhost:8787/crm/a?b#c", "https://command.example:8443/"];

/** A real address with odd characters put in at one place, and texts made of nothing else. */
const piece = fc.constantFrom(...ODD, ...ENCODED, ...SCHEMES, HOST, "crm", "api", "auth", "x");
const made = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(""));
const altered = fc
  .tuple(fc.constantFrom("/crm?stage=intro#a", "/organization/roles", "/fleet"), fc.nat(18), made)
  .map(([path, at, put]) => path.slice(0, at) + put + path.slice(at));
const given = fc.oneof(
  made,
  made.map((rest) => `/${rest}`),
  altered,
  fc.string({ unit: "binary", maxLength: 12 }),
);

test("no altered address leads to another site, to another scheme or to anything but a page, wherever this site is", () => {
  const seen = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(given, (value) => {
      const path = wantedPath(value);
      seen[path === null ? "refused" : "taken"] += 1;
      if (path === null) return;
      assert.equal(path, value);
      for (const here of HERE) {
        const { origin } = new URL(here);
        // As it stands, so that nothing is left out of it, resolved or read as something else on the way.
        assert.equal(new URL(path, here).href, origin + path);
        assert.equal(new URL(new URL(path, here).pathname, here).origin, origin);
      }
      assert.doesNotMatch(path, /^\/(auth\b|api\/|$)/i);
      assert.ok(
        [...path].every((letter) => letter > " " && letter !== "\u007f"),
        JSON.stringify(path),
      );
    }),
    { numRuns: 5_000 },
  );
  assert.ok(seen.taken > 100 && seen.refused > 100, JSON.stringify(seen));
});

test("keeps an address until it is taken, none of another site, and none without storage", () => {
  Object.defineProperty(globalThis, "sessionStorage", { value: storeOf(new Map()), configurable: true });
  keepWanted("/crm?stage=intro");
  keepWanted("//evil.example");
  assert.equal(readWanted(), "/crm?stage=intro");
  assert.deepEqual([takeWanted(), takeWanted(), readWanted()], ["/crm?stage=intro", null, null]);
  Object.defineProperty(globalThis, "sessionStorage", { value: undefined, configurable: true });
  keepWanted("/crm");
  assert.equal(takeWanted(), null);
});
