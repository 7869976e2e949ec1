/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bot } from "../../../worker/features/bots/bots.schema.ts";
import { answerWith, run } from "../../testing/hooks.ts";

const { useBotActions } = await import("./bots-context.ts");

const botOf = (id: number) => ({ id, organizationId: 1, name: "Herald", status: "running" }) as Bot;

test("a bot has one action at a time also when it is clicked twice before the page is drawn again", async () => {
  const sent = answerWith(({ path }) => [200, botOf(Number(path.split("/")[3]))]);
  const actions = await run(useBotActions);
  await actions.act((now) => {
    now.run(botOf(1), "start");
    now.run(botOf(1), "start");
    now.switchAutoStart(botOf(1), true);
    now.run(botOf(2), "stop");
  });
  const calls = () => sent.filter(({ method }) => method !== "GET").map(({ path }) => path);
  assert.deepEqual(calls(), ["/api/discord-bots/1/start", "/api/discord-bots/2/stop"]);
  assert.equal(actions.now.pendingOf(botOf(1)), null);
  await actions.act((now) => now.run(botOf(1), "restart"));
  assert.equal(calls().at(-1), "/api/discord-bots/1/restart");
  await actions.end();
});
