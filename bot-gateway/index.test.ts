import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { start as startDiscord } from "../emulators/discord/testing.ts";
import { FakeWorker, SECRET } from "./testing/fake-worker.ts";
import { temporaryFolder } from "./testing/folders.ts";
import { callGateway, order } from "./testing/start.ts";

/** Starts the service as it runs outside of tests. */
function startService(t: TestContext, environment: Record<string, string>) {
  const child = spawn(process.execPath, [new URL("index.ts", import.meta.url).pathname], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  const ready = new Promise<string>((resolve) => {
    output.on("line", (line) => {
      lines.push(line);
      const [, url] = /^Bot gateway is ready at (\S+)$/.exec(line) ?? [];
      if (url) resolve(url);
    });
  });
  return { child, lines, ready, exited: once(child, "exit") };
}

test("starts, runs a bot, and on SIGTERM ends it, logs that and exits with 0", async (t) => {
  const worker = await FakeWorker.start(t);
  const discord = await startDiscord(t);
  const { child, lines, ready, exited } = startService(t, {
    PORT: "0",
    BOT_GATEWAY_SECRET: SECRET,
    WORKER_URL: worker.url,
    DISCORD_API_URL: discord.apiUrl,
    DATA_DIR: temporaryFolder(t),
  });
  const url = await ready;
  const template = readFileSync(new URL("templates/discord-js/bot.js", import.meta.url), "utf8");
  const started = order(template, { token: discord.botToken, guildId: discord.guildId });
  assert.equal((await callGateway(url, "POST", "/bots/1/start", started)).status, 202);
  const { status, user } = await worker.status(1, "running", "error");
  assert.deepEqual([status, user?.id], ["running", discord.clientId]);
  const { isolation } = worker.reports[0]?.snapshot ?? {};
  assert.equal(
    isolation?.layers.some(({ name }) => name === "network"),
    true,
  );
  child.kill("SIGTERM");
  assert.deepEqual(await exited, [0, null]);
  const state = worker.stateOf(1);
  assert.deepEqual([state?.status, state?.reason], ["inactive", "gateway_stopped"]);
  const log = lines.filter((line) => !line.startsWith("Bot gateway is ready"));
  for (const line of log) assert.ok(JSON.parse(line).event, line);
  assert.ok(!lines.join("\n").includes(SECRET) && !lines.join("\n").includes(started.token));
});

test("does not start without its settings, and names them", async (t) => {
  const { child, exited } = startService(t, { PORT: "0" });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  assert.deepEqual(await exited, [1, null]);
  assert.match(errors, /^Setting BOT_GATEWAY_SECRET is missing: .*\nSetting WORKER_URL is missing: /);
});
