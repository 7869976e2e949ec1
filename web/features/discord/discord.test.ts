/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith, run } from "../../testing/hooks.ts";

const { toastStore } = await import("../../lib/toast.ts");
const { useSync } = await import("./discord.api.ts");

test("a sync that failed is shown with its request for administrators in debug mode", async () => {
  answerWith(() => [502, { code: "discord", detail: "No answer.", requestId: "r-1", durationMs: 12 }]);
  const sync = await run(() => useSync(1));
  await sync.act(async (now) => assert.equal(await now.run({ givesOnly: true }), false));
  assert.equal(toastStore.get().at(-1)?.description, "No answer.");
  assert.match(String(toastStore.get().at(-1)?.debug), /r-1/);
  await sync.end();
});
