import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect, Socket } from "node:net";
import { test } from "node:test";
import { signGatewayRequest } from "../signature.ts";
import { SECRET } from "../testing/fake-worker.ts";
import { startStand } from "../testing/start.ts";
import { Connections } from "./connections.ts";

/** The starts of requests that never end, none of them signed. */
const UNFINISHED = [
  () => "",
  () => "GET /health HTTP/1.1\r\nhost: x\r\nx-slow: 1\r\n",
  () =>
    `POST /bots/1/stop HTTP/1.1\r\nhost: x\r\nx-gateway-timestamp: ${Date.now()}\r\nx-gateway-nonce: ${"0".repeat(32)}\r\n` +
    `x-gateway-signature: ${"0".repeat(64)}\r\ncontent-length: 1000\r\n\r\n{`,
];

async function unfinished(url: string, begin: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(begin);
  return socket;
}

/** Returns the status of a signed request on its own connection. */
async function statusOf(base: string): Promise<number | undefined> {
  const url = `${base}/health`;
  const headers = await signGatewayRequest(SECRET, { method: "GET", url, body: "" });
  const [answer] = (await once(request(url, { agent: false, headers }).end(), "response")) as [
    IncomingMessage,
  ];
  answer.resume();
  return answer.statusCode;
}

test("answers every signed request while 500 connections without a signed one are held open", async (t) => {
  const { gateway } = await startStand(t);
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const answered: (number | undefined)[] = [];
  for (let at = 0; at < 500; at++) {
    sockets.push(await unfinished(gateway.url, UNFINISHED[at % UNFINISHED.length]?.() ?? ""));
    if (at % 20 === 19) answered.push(await statusOf(gateway.url));
  }
  assert.deepEqual(
    answered,
    Array.from({ length: 25 }, () => 200),
  );
});

test("drops the oldest unsigned body for a newer one, and never a body of an authenticated connection", () => {
  const connections = new Connections(100);
  const [proven, first, second, last] = Array.from({ length: 4 }, () => new Socket());
  assert.ok(proven && first && second && last);
  for (const socket of [proven, first, second, last]) connections.open(socket);
  connections.prove(proven);
  assert.equal(connections.read(proven, 40), true);
  assert.equal(connections.read(first, 30), true);
  assert.equal(connections.read(second, 30), true);
  assert.equal(connections.read(last, 60), true);
  const dropped = () => [proven, first, second, last].map(({ destroyed }) => destroyed);
  assert.deepEqual(dropped(), [false, true, true, false]);
  assert.equal(connections.read(last, 1), false);
  assert.deepEqual(dropped(), [false, true, true, false]);
});
