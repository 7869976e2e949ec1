import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { post } from "./post.ts";

test("tells how long an answer asks to wait, in seconds or by a date", async (t) => {
  const asked = ["7", new Date(Date.now() + 3_600_000).toUTCString(), "soon", ""];
  const server = createServer((_, response) => {
    const [retryAfter = ""] = asked.splice(0, 1);
    response.writeHead(429, retryAfter === "" ? {} : { "retry-after": retryAfter }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const waits: (number | null)[] = [];
  for (const _ of [...asked]) waits.push((await post(url, "{}", {})).retryAfter);
  const [seconds, date = 0, ...none] = waits;
  assert.deepEqual([seconds, none], [7_000, [null, null]]);
  assert.ok(date !== null && Math.abs(date - 3_600_000) < 60_000, `${date}`);
});
