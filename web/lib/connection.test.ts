import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith } from "../testing/hooks.ts";

const { request } = await import("./api.ts");
const { onReconnected } = await import("./connection.ts");

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
