/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { readDevice } from "./user-agent.ts";

test("browsers that pose as others are told apart", () => {
  const webkit = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
  assert.deepEqual(readDevice(`${webkit} Chrome/140.0 Safari/537.36`), {
    browser: "Chrome",
    system: "Windows",
    phone: false,
  });
  assert.equal(readDevice(`${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`).browser, "Edge");
  assert.equal(readDevice(`${webkit} Chrome/140.0 Safari/537.36 OPR/120`).browser, "Opera");
});

test("phones are phones, and an iPhone is no Mac", () => {
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
  assert.deepEqual(readDevice(iphone), { browser: "Safari", system: "iPhone", phone: true });
  const android = "Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0";
  assert.deepEqual(readDevice(android), { browser: "Firefox", system: "Android", phone: true });
});

test("an unknown or missing user agent claims nothing", () => {
  assert.deepEqual(readDevice(null), { browser: null, system: null, phone: false });
  assert.deepEqual(readDevice("curl/8.5"), { browser: null, system: null, phone: false });
});
