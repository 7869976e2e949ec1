import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { makeCommandsDocument } from "./lib/commands-document.ts";
import { inRoot } from "./lib/paths.ts";

test("docs/commands.md lists the commands that the features declare: else run `npm run commands`", async () => {
  assert.equal(readFileSync(inRoot("docs/commands.md"), "utf8"), await makeCommandsDocument());
});
