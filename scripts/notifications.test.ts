import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { makeNotificationsDocument } from "./lib/notifications-document.ts";
import { inRoot } from "./lib/paths.ts";

test("docs/notifications.md lists the kinds that the features declare: else run `npm run notifications`", async () => {
  assert.equal(readFileSync(inRoot("docs/notifications.md"), "utf8"), await makeNotificationsDocument());
});
