/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { wantedPath } from "./wanted.ts";

test("a user returns only to an address inside this site", () => {
  assert.equal(wantedPath("/crm?stage=intro#a"), "/crm?stage=intro#a");
  for (const path of [
    "//evil.example",
    "/\\evil.example",
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
