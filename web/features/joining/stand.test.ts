import assert from "node:assert/strict";
import { test } from "node:test";
import { standOf } from "./stand.ts";

test("an officer's message waits for the applicant until they answer", () => {
  const step = (key: "received" | "read" | "talk" | "evening") => ({ key, state: "now", at: null }) as const;
  const can = { save: false, send: false, correct: true, withdraw: true, write: true };
  const message = (isTheirs: boolean) => ({ id: 1, isTheirs, author: null, text: "Hi", createdAt: "" });
  const sent = { status: "sent" } as const;
  const stand = (messages: boolean[], key: Parameters<typeof step>[0]) =>
    standOf({ admission: sent, steps: [step(key)], messages: messages.map(message), can });
  assert.equal(stand([], "received"), "nobody");
  assert.equal(stand([], "read"), "read");
  assert.equal(stand([false], "read"), "asked");
  assert.equal(stand([false, true], "talk"), "talk");
  assert.equal(standOf({ admission: { status: "declined" }, steps: [], messages: [], can }), "declined");
});
