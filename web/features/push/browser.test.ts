import assert from "node:assert/strict";
import { test } from "node:test";
import { readBrowser, withoutPush } from "./browser.ts";

const KEY = `B${"A".repeat(86)}`;

/** A browser with push, and with a subscription by a key. */
function browserWith(permission: string, key: string | null) {
  const options = { applicationServerKey: key && new Uint8Array(Buffer.from(key, "base64url")).buffer };
  const pushManager = { getSubscription: async () => key && { options } };
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true });
  define("Notification", { permission });
  define("PushManager", class {});
  define("navigator", { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
}

test("push is ready only while the browser allows it and has a subscription by the server's key", async () => {
  for (const [permission, key, state] of [
    ["granted", KEY, "ready"],
    ["granted", `B${"B".repeat(86)}`, "lost"],
    ["granted", null, "lost"],
    ["default", KEY, "lost"],
    ["default", null, "lost"],
    ["denied", KEY, "blocked"],
  ] as const) {
    browserWith(permission, key);
    assert.deepEqual([permission, key, await readBrowser(KEY)], [permission, key, state]);
  }
});

test("only an iPhone or iPad without push gets the advice about the home screen", () => {
  const iPad = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15";
  for (const [userAgent, maxTouchPoints, state] of [
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)", 5, "home"],
    [iPad, 5, "home"],
    [iPad, 0, "unsupported"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", 10, "unsupported"],
  ] as const)
    assert.deepEqual([userAgent, withoutPush({ userAgent, maxTouchPoints })], [userAgent, state]);
});
