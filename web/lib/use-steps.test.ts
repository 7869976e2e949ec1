import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../testing/hooks.ts";

const { useSteps } = await import("./use-steps.ts");

test("counts every step of a page up to the last", async () => {
  const drawn: number[] = [];
  const page = await run(() => drawn.push(useSteps(3)));
  assert.deepEqual([...new Set(drawn)], [0, 1, 2, 3]);
  await page.end();
});
