import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { call, field, start } from "./testing.ts";
import { endpoint } from "./testing-interactions.ts";

/** Runs the command line; returns the printed public key and the state that a control call shows. */
async function run(t: TestContext, environment: Record<string, string>) {
  const child = spawn(process.execPath, [fileURLToPath(new URL("main.ts", import.meta.url))], {
    env: { ...process.env, PORT: "0", CONTROL_SECRET: "secret", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  let url = "";
  for await (const line of createInterface(child.stdout)) {
    url ||= /ready at (http:\/\/\S+)/.exec(line)?.[1] ?? "";
    const key = /^PUBLIC_KEY=([0-9a-f]{64})$/.exec(line)?.[1];
    if (!key) continue;
    const response = await fetch(`${url}/__control/state`, { headers: { "x-control-secret": "secret" } });
    const state: unknown = await response.json();
    child.kill("SIGTERM");
    await once(child, "exit");
    return { key, state };
  }
  throw new Error("no public key was printed");
}

test("shows the key of its signatures, which stays the same from start to start, and takes INTERACTIONS_URL", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "discord-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const interactionsUrl = "http://localhost:1/api/discord/interactions";
  const first = await run(t, { STATE_FILE: join(folder, "a.json"), INTERACTIONS_URL: interactionsUrl });
  assert.equal(field(first.state, "interactionsEndpoint"), interactionsUrl);
  assert.equal(field(first.state, "publicKey"), first.key);
  assert.equal((await run(t, { STATE_FILE: join(folder, "a.json") })).key, first.key);
});

test("sends interactions to the given address without verifying it first", async (t) => {
  const probe = await start(t);
  const interactionsUrl = await endpoint(t, probe.publicKey, () => ({ type: 4, data: { content: "pong" } }));
  const emulator = await start(t, { interactionsUrl, redirectUris: ["http://localhost:1/back"] });
  const { body } = await call(emulator, "GET", "/applications/@me");
  assert.equal(field(body, "interactions_endpoint_url"), interactionsUrl);
  assert.equal(field(body, "verify_key"), emulator.publicKey);
  await call(emulator, "PUT", `/applications/${emulator.clientId}/commands`, [
    { name: "ping", description: "x" },
  ]);
  const userId = emulator.guild.membersWith("Officer")[0]?.user.id ?? "";
  const { original } = await emulator.interactions.send({ kind: "command", name: "ping", userId });
  assert.equal(original?.content, "pong");
});
