import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith } from "../testing/hooks.ts";

const { request } = await import("./api.ts");
const { onReconnected } = await import("./connection.ts");
const { fetchFirst } = await import("./fetch-first.ts");

test("tells that the server can be reached again once, after requests without an answer", async () => {
  let isDown = false;
  answerWith(() => {
    if (isDown) throw new TypeError("Failed to fetch");
    return [500, { code: "unknown", detail: "Broken." }];
  });
  const ask = () => request("/api/beacons").catch(() => undefined);
  let times = 0;
  const stop = onReconnected(() => {
    times += 1;
  });
  await ask();
  assert.equal(times, 0);
  isDown = true;
  await ask();
  await ask();
  assert.equal(times, 0);
  isDown = false;
  await ask();
  await ask();
  assert.equal(times, 1);
  stop();
});

test("says nothing of requests and scripts that end because the page is being left, until it seems to stay", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  answerWith(() => {
    throw new TypeError("NetworkError when attempting to fetch resource.");
  });
  dispatchEvent(new Event("beforeunload"));
  const failed: string[] = [];
  const all = Promise.all([
    request("/api/beacons").catch(() => failed.push("request")),
    fetchFirst(async () => undefined, ["assets/left.js"]).catch(() => failed.push("script")),
  ]);
  for (let turns = 0; turns < 10; turns += 1) await new Promise(setImmediate);
  assert.deepEqual(failed, []);
  t.mock.timers.tick(10_000);
  await all;
  assert.deepEqual(failed.sort(), ["request", "script"]);
});
