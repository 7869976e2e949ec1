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

test("a sync while automation is paused asks first, and then runs as requested", async () => {
  const sent = answerWith(() => [409, { code: "sync_paused", detail: "Automation is paused." }]);
  const sync = await run(() => useSync(1));
  await sync.act(async (now) => void (await now.run({ givesOnly: true })));
  const { action } = toastStore.get().at(-1) ?? {};
  assert.equal(action?.label, "discord.sync.anyway");
  await sync.act(async () => action?.run());
  const bodies = sent.map(({ body }) => body);
  assert.deepEqual(bodies, [{ givesOnly: true }, { givesOnly: true, whilePaused: true }]);
  await sync.end();
});
