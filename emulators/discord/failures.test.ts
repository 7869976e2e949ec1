import assert from "node:assert/strict";
import { test } from "node:test";
import { channelDefaults, type FailureInput, roleDefaults } from "./index.ts";
import { call, field, start } from "./testing.ts";

test("causes each failure mode until it is cleared", async (t) => {
  const emulator = await start(t);
  const path = `/guilds/${emulator.guildId}/roles`;
  const ask = () => call(emulator, "GET", path);
  const during = async <Result>(failure: Omit<FailureInput, "path">, work: () => Promise<Result>) => {
    emulator.failures.fail({ ...failure, path: "/roles" });
    const result = await work();
    emulator.failures.clear();
    return result;
  };
  assert.equal((await during({ mode: "status", status: 503 }, ask)).status, 503);
  const limited = await during({ mode: "rate_limit", retryAfter: 7, global: true }, ask);
  assert.equal(limited.headers.get("retry-after"), "7");
  assert.equal(field(limited.body, "global"), true);
  await during({ mode: "garbage" }, () => assert.rejects(ask(), SyntaxError));
  assert.equal(await during({ mode: "empty" }, async () => (await fetch(emulator.apiUrl + path)).text()), "");
  await during({ mode: "truncate" }, () => assert.rejects(ask(), TypeError));
  await during({ mode: "reset" }, () => assert.rejects(ask(), TypeError));
  await during({ mode: "hang" }, async () => {
    const impatient = new AbortController();
    const request = fetch(`${emulator.apiUrl}${path}`, { signal: impatient.signal });
    while (emulator.failures.list()[0]?.struck !== 1) await new Promise((resolve) => setImmediate(resolve));
    impatient.abort();
    await assert.rejects(request, { name: "AbortError" });
  });
  assert.equal((await ask()).status, 200);
});

test("carries out a request whose answer is lost, and not one whose connection is cut before", async (t) => {
  const emulator = await start(t);
  const { id } = emulator.guild.join({ username: "unheard" }).user;
  const put = () =>
    call(emulator, "PUT", `/guilds/${emulator.guildId}/members/${id}/roles/${roleDefaults.Crew.id}`);
  for (const [mode, roles] of [
    ["reset", []],
    ["lost", [roleDefaults.Crew.id]],
  ] as const) {
    emulator.failures.fail({ path: "/roles/", mode, times: 1 });
    await assert.rejects(put(), TypeError);
    assert.deepEqual(emulator.guild.member(id)?.roles, roles);
  }
  assert.equal((await put()).status, 204);
  assert.deepEqual(
    emulator.requests.map(({ status }) => status),
    [0, 0, 204],
  );
});

test("makes a message once, or not at all, whichever way its answer fails", async (t) => {
  const emulator = await start(t);
  const path = `/channels/${channelDefaults.operations}/messages`;
  const url = "https://example.org/events/1";
  const post = (nonce: string) =>
    call(emulator, "POST", path, { content: `[Event](${url})`, nonce, enforce_nonce: true });
  const made = (nonce: string) => emulator.messages.matching({ nonce, url }).length;
  const failures: readonly (readonly [Omit<FailureInput, "path">, number])[] = [
    [{ mode: "status" }, 0],
    [{ mode: "reset" }, 0],
    [{ mode: "garbage" }, 0],
    [{ mode: "status", carriedOut: true }, 1],
    [{ mode: "lost" }, 1],
    [{ mode: "garbage", carriedOut: true }, 1],
    [{ mode: "empty", carriedOut: true }, 1],
    [{ mode: "truncate" }, 1],
  ];
  emulator.limits.set({ limit: 100, window: 1000 });
  for (const [index, [failure, count]] of failures.entries()) {
    const nonce = `n-${index}`;
    const mode = JSON.stringify(failure);
    emulator.failures.fail({ ...failure, path, method: "POST", times: 1 });
    const first = await post(nonce).catch(() => undefined);
    assert.notEqual(first?.status, 200, mode);
    assert.equal(made(nonce), count, mode);
    assert.equal((await post(nonce)).status, 200, mode);
    assert.equal(made(nonce), 1, mode);
  }
  assert.equal(emulator.messages.matching({ url }).length, failures.length);
});

test("delays an answer, before or after the request is carried out", async (t) => {
  const emulator = await start(t);
  const path = `/channels/${channelDefaults.operations}/messages`;
  for (const carriedOut of [false, true]) {
    emulator.failures.fail({ path, mode: "delay", ms: 3_600_000, carriedOut, times: 1 });
    const before = emulator.messages.matching({}).length;
    const made = () => emulator.messages.matching({}).length - before;
    const delayed = call(emulator, "POST", path, { content: "A" });
    while (emulator.failures.list().at(-1)?.struck !== 1)
      await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await call(emulator, "GET", path)).status, 200);
    assert.equal(made(), carriedOut ? 1 : 0);
    emulator.clock.advance(3_600_000);
    assert.equal((await delayed).status, 200);
    assert.equal(made(), 1);
  }
});

test("lets the first requests through, then fails a number of times, only for the given method", async (t) => {
  const emulator = await start(t);
  const path = `/guilds/${emulator.guildId}`;
  emulator.failures.fail({
    path: /\/guilds\/\d+$/,
    method: "get",
    mode: "status",
    status: 500,
    after: 1,
    times: 2,
  });
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await call(emulator, "GET", path)).status);
  assert.deepEqual(statuses, [200, 500, 500, 200]);
  assert.equal((await call(emulator, "POST", path)).status, 405);
});

test("closes without waiting for a hanging request", async (t) => {
  const emulator = await start(t);
  emulator.failures.fail({ path: "/gateway", mode: "hang" });
  const hanging = assert.rejects(call(emulator, "GET", "/gateway"));
  while (emulator.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await emulator.close();
  await hanging;
});

test("can refuse the gateway's own connection", async (t) => {
  const emulator = await start(t);
  emulator.failures.fail({ path: /^\/$/, mode: "status", status: 503, times: 1 });
  const { WebSocket } = await import("ws");
  const socket = new WebSocket(emulator.url.replace("http", "ws"));
  const refused = await new Promise<Error>((resolve) => socket.once("error", resolve));
  assert.match(refused.message, /503/);
});
