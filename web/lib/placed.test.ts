import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "react";
import { run } from "../testing/hooks.ts";

const { Opens } = await import("./placed.ts");

test("every address of ours counts as one that opens where no router knows better", async () => {
  const page = await run(() => use(Opens)("/crm"));
  assert.equal(page.now, true);
  await page.end();
});
