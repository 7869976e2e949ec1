import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { GATEWAY_LIMITS, gatewaySnapshot } from "../protocol.ts";
import { signGatewayRequest } from "../signature.ts";
import { READY } from "../testing/bots.ts";
import { SECRET } from "../testing/fake-worker.ts";
import { order, startStand } from "../testing/start.ts";
import { Nonces } from "./nonces.ts";
import { MalformedError, readStartOrder } from "./orders.ts";

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test("accepts a request only when the worker signed it just now for this address and body, and only once", async (t) => {
  const { gateway, sandbox } = await startStand(t);
  const url = `${gateway.url}/bots/1/start`;
  const body = JSON.stringify(order(READY));
  const sign = (change: { secret?: string; url?: string; now?: number } = {}) =>
    signGatewayRequest(
      change.secret ?? SECRET,
      { method: "POST", url: change.url ?? url, body },
      change.now ?? Date.now(),
    );
  const send = (headers: Record<string, string>, more: RequestInit = {}) =>
    fetch(url, { method: "POST", headers, body, ...more });
  const skew = GATEWAY_LIMITS.clockSkewMs + 5_000;

  const refused = {
    "without a signature": await send({}),
    "with another secret": await send(await sign({ secret: "another secret of thirty-two letters" })),
    "too old": await send(await sign({ now: Date.now() - skew })),
    "from the future": await send(await sign({ now: Date.now() + skew })),
    "for another bot": await send(await sign({ url: `${gateway.url}/bots/2/start` })),
    "with a query": await fetch(`${url}?x=1`, { method: "POST", headers: await sign(), body }),
    "with another body": await send(await sign(), { body: `${body} ` }),
    "with another method": await send(await sign(), { method: "PUT" }),
  };
  for (const [name, response] of Object.entries(refused)) {
    assert.equal(response.status, 401, name);
    assert.equal(await codeOf(response), "bad_signature", name);
  }
  assert.equal(sandbox.pids.length, 0);

  const headers = await sign();
  assert.equal((await send(headers)).status, 202);
  const again = await send(headers);
  assert.deepEqual([again.status, await codeOf(again)], [401, "replayed"]);
});

test("answers the container's health check without a signature and with an empty body", async (t) => {
  const { gateway } = await startStand(t);
  const response = await fetch(`${gateway.url}/live`);
  assert.deepEqual([response.status, await response.text()], [204, ""]);
  assert.equal((await fetch(`${gateway.url}/health`)).status, 401);
  assert.equal((await fetch(`${gateway.url}/live`, { method: "POST" })).status, 401);
});

test("refuses a bot that could read the gateway's files, and names what to install to isolate it", async (t) => {
  const { call, sandbox } = await startStand(t);
  Object.assign(sandbox.frameworks[0] ?? {}, { refused: true });
  for (const verb of ["start", "restart"]) {
    const { status, body } = await call("POST", `/bots/1/${verb}`, order(READY));
    assert.equal(status, 409);
    const { code, detail } = body as { code: string; detail: string };
    assert.equal(code, "isolation");
    assert.match(detail, /discord\.js .* bubblewrap/);
  }
  assert.deepEqual(sandbox.pids, []);
});

test("answers health with a snapshot of every bot", async (t) => {
  const { call, worker } = await startStand(t);
  await call("POST", "/bots/4/start", order(READY));
  await worker.status(4, "running");
  const { status, body } = await call("GET", "/health");
  assert.equal(status, 200);
  const snapshot = gatewaySnapshot.parse(body);
  assert.deepEqual(
    snapshot.bots.map((bot) => [bot.botId, bot.status]),
    [[4, "running"]],
  );
  assert.equal(snapshot.sequence, snapshot.bots[0]?.sequence);
});

test("refuses a body that is too large before reading it", async (t) => {
  const { gateway } = await startStand(t);
  const { hostname, port } = new URL(gateway.url);
  const url = `${gateway.url}/bots/1/stop`;
  const headers = await signGatewayRequest(SECRET, { method: "POST", url, body: "" });
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  const lines = Object.entries({
    ...headers,
    host: hostname,
    "content-length": GATEWAY_LIMITS.requestBytes + 1,
  });
  socket.write(`POST /bots/1/stop HTTP/1.1\r\n${lines.map(([a, b]) => `${a}: ${b}\r\n`).join("")}\r\n`);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  assert.match(answer, /^HTTP\/1\.1 413 /);
  assert.match(answer, /connection: close/i);
});

test("refuses unknown routes and malformed requests with an error code", async (t) => {
  const { call } = await startStand(t, { env: { botId: 5 } });
  const expected: [string, string, unknown, number, string][] = [
    ["POST", "/bots/6/start", order(READY), 404, "unknown_bot"],
    ["POST", "/bots/5/stop", {}, 404, "unknown_bot"],
    ["POST", "/bots/5/stop", { force: true }, 400, "malformed"],
    ["POST", "/bots/5/start", { ...order(READY), owner: 1 }, 400, "malformed"],
    ["POST", "/bots/5/command", { command: "format" }, 400, "malformed"],
    ["POST", "/bots/5/command", { command: "syncmembers" }, 409, "not_running"],
    ["GET", "/bots/5/files", undefined, 404, "unknown_bot"],
    ["GET", "/bots/5/start", undefined, 404, "malformed"],
    ["GET", "/bots/05/logs", undefined, 404, "malformed"],
    ["GET", "/", undefined, 404, "malformed"],
  ];
  for (const [method, path, body, status, code] of expected) {
    const reply = await call(method, path, body);
    const name = `${method} ${path} ${JSON.stringify(body)?.slice(0, 40)}`;
    assert.deepEqual([reply.status, (reply.body as { code: string }).code], [status, code], name);
  }
});

test("refuses an order whose file names collide or whose files are too large", () => {
  const file = (name: string, content = "", isMain = false) => ({ name, content, isMain });
  const main = file("bot.js", "", true);
  const refused = {
    "out of the folder": [main, file("../x.js")],
    absolute: [main, file("/etc/passwd")],
    hidden: [main, file("lib/.env")],
    backslash: [main, file("lib\\x.js")],
    "no main file": [file("bot.js")],
    "two main files": [main, file("b.js", "", true)],
    "same name": [main, file("BOT.js")],
    "file and folder": [main, file("lib"), file("lib/a.js")],
    "file and folder, deep": [main, file("a/b/c.js"), file("a/b")],
    "too large": [main, file("a.txt", "ø".repeat(GATEWAY_LIMITS.fileBytes / 2 + 1))],
    "too large together": [
      main,
      ...[1, 2, 3, 4, 5].map((n) => file(`${n}`, "x".repeat(GATEWAY_LIMITS.fileBytes))),
    ],
  };
  for (const [name, files] of Object.entries(refused))
    assert.throws(() => readStartOrder(JSON.stringify(order("", { files }))), MalformedError, name);
  const files = [main, file("lib/a.js"), file("lib/b/c.json"), file("lib.js")];
  assert.deepEqual(readStartOrder(JSON.stringify(order("", { files }))).files, files);
});

test("repeats nothing of a body in a refusal", () => {
  const body = JSON.stringify({ ...order(READY), runId: "hunter2", token: 7 });
  assert.throws(
    () => readStartOrder(body),
    (error) => error instanceof MalformedError && !error.message.includes("hunter2"),
  );
});

test("runs a bot with the longest accepted token, and logs the name of a wrong field in an order", async (t) => {
  const { call, log } = await startStand(t);
  const token = "t0ken-".repeat(100).slice(0, GATEWAY_LIMITS.token);
  assert.equal((await call("POST", "/bots/1/start", order(READY, { token }))).status, 202);
  assert.equal((await call("POST", "/bots/2/start", order(READY, { token: `${token}x` }))).status, 400);
  const file = { name: "s3cret.js", content: "", isMain: false };
  const files = [...order(READY).files, file, file];
  assert.equal((await call("POST", "/bots/2/restart", order(READY, { files }))).status, 400);
  const refused = log.map((line) => JSON.parse(line)).filter(({ event }) => event === "request_refused");
  assert.deepEqual(
    refused.map(({ path, why }) => [path, why]),
    [
      ["/bots/2/start", "The body is malformed at token: too_big."],
      ["/bots/2/restart", "The body is malformed at files.2: another file has its name."],
    ],
  );
  assert.doesNotMatch(log.join(), /t0ken|s3cret/);
});

test("forgets nonces only when their signatures have expired, never to make room", () => {
  const nonces = new Nonces();
  const kept = 2 * GATEWAY_LIMITS.clockSkewMs;
  assert.equal(nonces.take("first", 0), "new");
  assert.equal(nonces.take("first", kept), "seen");
  let taken = 1;
  while (nonces.take(`nonce ${taken}`, 1) === "new") taken += 1;
  assert.ok(taken < 100_000);
  assert.equal(nonces.take("one more", kept), "full");
  assert.equal(nonces.take("first", kept), "seen");
  assert.equal(nonces.take("first", kept + 1), "new");
});
