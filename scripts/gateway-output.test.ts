import assert from "node:assert/strict";
import { test } from "node:test";
import { followOutput, type Isolation } from "./lib/gateway-output.ts";

test("reads the gateway's output until it is ready, and keeps only the end of a long log", () => {
  const answers: (Isolation | null)[] = [];
  const output = followOutput((isolation) => answers.push(isolation));
  const isolation = { level: "bubblewrap", advice: null, refused: "" } as const;
  output.take(
    Buffer.from(`${JSON.stringify({ time: "now", event: "isolation", ...isolation })}\nBot gateway is re`),
  );
  assert.deepEqual(answers, []);
  output.take(Buffer.from("ady at http://127.0.0.1:8791\n"));
  for (let length = 0; length < 8_000; length += 10) output.take(Buffer.from(`a line ${length % 10}\n`));
  assert.deepEqual(answers, [{ time: "now", event: "isolation", ...isolation }]);
  assert.equal(output.newest().length, 3_999);
});
