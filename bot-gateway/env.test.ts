import assert from "node:assert/strict";
import { test } from "node:test";
import { readEnv } from "./env.ts";

const needed = { BOT_GATEWAY_SECRET: "s".repeat(32), WORKER_URL: "http://127.0.0.1:8787/" };

test("uses the default of a missing setting, and treats an empty setting as missing", () => {
  const env = readEnv({ ...needed, PORT: "", BOT_PYTHON: "", BOT_GATEWAY_BOT_ID: "" });
  assert.deepEqual(
    [env.port, env.host, env.botId, env.python, env.memoryMegabytes, env.autoStartDelay, env.isolation],
    [8791, "127.0.0.1", null, null, 256, 15_000, "process"],
  );
  assert.equal(env.workerUrl, "http://127.0.0.1:8787");
  assert.equal(env.discordApiUrl, "https://discord.com/api/v10");
});

test("reads BOT_HOSTS as a comma-separated list, each host with or without a port", () => {
  assert.deepEqual(readEnv(needed).botHosts, []);
  const BOT_HOSTS = "api.example.org, 203.0.113.7:8443,*.example.com";
  assert.deepEqual(readEnv({ ...needed, BOT_HOSTS }).botHosts, BOT_HOSTS.split(/, ?/));
  for (const wrong of ["https://api.example.org/", "a b", "a,,b", "host:port"])
    assert.throws(() => readEnv({ ...needed, BOT_HOSTS: wrong }), /^Error: Setting BOT_HOSTS is not right: /);
});

test("names every wrong setting and repeats no value", () => {
  const wrong = {
    BOT_GATEWAY_SECRET: "short-secret",
    PORT: "70000",
    BOT_MEMORY_MB: "1e3",
    BOT_ISOLATION: "strong",
  };
  assert.throws(
    () => readEnv(wrong),
    (error) => {
      assert.ok(error instanceof Error);
      for (const name of [...Object.keys(wrong), "WORKER_URL"])
        assert.match(error.message, new RegExp(`\\b${name}\\b`));
      for (const value of Object.values(wrong)) assert.ok(!error.message.includes(value), value);
      return true;
    },
  );
});

test("reads the frameworks whose bots are allowed without isolation", () => {
  assert.deepEqual(readEnv(needed).allowUnconfined, []);
  assert.deepEqual(readEnv({ ...needed, BOT_ALLOW_UNCONFINED: "discord.py, discord.js" }).allowUnconfined, [
    "discord.py",
    "discord.js",
  ]);
  assert.throws(() => readEnv({ ...needed, BOT_ALLOW_UNCONFINED: "yes" }), /BOT_ALLOW_UNCONFINED/);
});

test("requires at least own_uid in production", () => {
  const production = { ...needed, NODE_ENV: "production" };
  assert.equal(readEnv(production).isolation, "own_uid");
  assert.equal(readEnv({ ...production, BOT_ISOLATION: "bubblewrap" }).isolation, "bubblewrap");
  assert.throws(() => readEnv({ ...production, BOT_ISOLATION: "process" }), /BOT_ISOLATION/);
});
