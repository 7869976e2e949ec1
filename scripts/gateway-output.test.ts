import assert from "node:assert/strict";
import { test } from "node:test";
import { readReady } from "./lib/gateway-output.ts";

test("reads the gateway's address and isolation once it has written the whole line that it is ready", () => {
  const isolation = { level: "bubblewrap", advice: null, refused: "" } as const;
  const log = `${JSON.stringify({ time: "now", event: "isolation", ...isolation })}\n`;
  assert.equal(readReady(log), null);
  assert.equal(readReady(`${log}Bot gateway is ready at http://127.0.0.1:87`), null);
  assert.deepEqual(readReady(`${log}Bot gateway is ready at http://127.0.0.1:8791\n`), {
    address: "http://127.0.0.1:8791",
    isolation: { time: "now", event: "isolation", ...isolation },
  });
});
