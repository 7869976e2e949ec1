/// <reference types="node" />
import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { type WebSocket as Peer, WebSocketServer } from "ws";
import { LIVE_CLOSE, LIVE_PING, LIVE_PONG, type LiveMessage } from "../../worker/lib/live/live.schema.ts";
import { createLiveSocket } from "./live-socket.ts";

const endings: (() => unknown)[] = [];
after(async () => {
  for (const end of endings) await end();
});

/** Things that happen, to be waited for one by one. */
function events<T>() {
  const happened: T[] = [];
  const waiting: ((event: T) => void)[] = [];
  return {
    add(event: T) {
      const next = waiting.shift();
      if (next) next(event);
      else happened.push(event);
    },
    next: () =>
      new Promise<T>((resolve) => {
        const first = happened.shift();
        if (first === undefined) waiting.push(resolve);
        else resolve(first);
      }),
    rest: () => happened.splice(0),
  };
}

type Setting = { isWanted?: () => boolean; isSignedIn?: () => Promise<boolean>; pingMs?: number };

async function begin({
  isWanted = () => true,
  isSignedIn = async () => true,
  pingMs = 60_000,
}: Setting = {}) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const peers = events<Peer>();
  const sent = events<string>();
  const addresses = events<string | undefined>();
  server.on("connection", (peer, { url }) => {
    peer.on("message", (text) => sent.add(String(text)));
    addresses.add(url);
    peers.add(peer);
  });
  const states = events<boolean>();
  const heard = events<LiveMessage>();
  const questions = events<string>();
  const socket = createLiveSocket({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isWanted,
    onMessage: heard.add,
    onState: states.add,
    onSessionChanged: () => {
      questions.add("who is there?");
      return isSignedIn();
    },
    pingMs,
    retryMs: { first: 1, most: 4 },
  });
  endings.push(() => {
    socket.stop();
    for (const peer of server.clients) peer.terminate();
    server.close();
  });
  const greet = async (revisions: Record<string, number> = {}) => {
    const peer = await peers.next();
    peer.send(JSON.stringify({ type: "hello", revisions }));
    return peer;
  };
  return { server, socket, peers, addresses, sent, states, heard, questions, greet };
}

test("is open after the greeting, and passes messages on in order", async () => {
  const { socket, greet, states, heard } = await begin();
  socket.connect();
  const peer = await greet({ bots: 1 });
  peer.send('{"type":"changed","revisions":{"bots":2}}');
  assert.equal(await states.next(), true);
  assert.deepEqual(
    [await heard.next(), await heard.next()],
    [
      { type: "hello", revisions: { bots: 1 } },
      { type: "changed", revisions: { bots: 2 } },
    ],
  );
});

test("reconnects after each break, and watches the same log again", async () => {
  const { socket, peers, greet, states, sent } = await begin();
  socket.watch(7);
  socket.connect();
  const peer = await greet();
  assert.equal(await sent.next(), '{"type":"watch_log","botId":7}');
  peer.terminate();
  for (let refused = 0; refused < 3; refused++) (await peers.next()).terminate();
  await greet();
  assert.equal(await sent.next(), '{"type":"watch_log","botId":7}');
  assert.deepEqual([await states.next(), await states.next(), await states.next()], [true, false, true]);
});

test("checks a changed session before it reconnects", async () => {
  const { socket, greet, states, questions } = await begin();
  socket.connect();
  (await greet()).close(LIVE_CLOSE.sessionChanged);
  assert.equal(await questions.next(), "who is there?");
  await greet();
  assert.deepEqual([await states.next(), await states.next(), await states.next()], [true, false, true]);
});

test("checks the session when a connection is refused", async () => {
  const { server, socket, greet, questions } = await begin({ isSignedIn: async () => false });
  socket.connect();
  const peer = await greet();
  server.options.verifyClient = () => false;
  peer.terminate();
  assert.equal(await questions.next(), "who is there?");
});

test("stays closed without a session until connect is called", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<boolean>();
  const { server, socket, greet, peers, addresses, questions } = await begin({ isSignedIn: () => answered });
  socket.connect();
  (await greet()).close(LIVE_CLOSE.sessionChanged);
  await questions.next();
  // Looking at the page while the question is open asks nothing of the server.
  socket.connect();
  answer(false);
  await answered;
  addresses.rest();
  // Two other connections show that time has passed; nothing came between or before them.
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const name of ["first", "second"]) {
    const other = new WebSocket(`${address}/${name}`);
    assert.equal(await addresses.next(), `/${name}`);
    await peers.next();
    other.close();
  }
  socket.connect();
  await greet();
});

test("does not reconnect when it was replaced by another page", async () => {
  const { server, socket, greet, states, peers } = await begin();
  socket.connect();
  (await greet()).close(LIVE_CLOSE.replaced);
  assert.deepEqual([await states.next(), await states.next()], [true, false]);
  // Another connection shows that time has passed; nothing came before it.
  new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const peer = await peers.next();
  assert.equal(server.clients.size, 1);
  peer.terminate();
});

test("pings, and drops a connection that does not answer", async () => {
  const { socket, greet, sent, states } = await begin({ pingMs: 100 });
  socket.connect();
  const peer = await greet();
  assert.equal(await sent.next(), LIVE_PING);
  peer.send(LIVE_PONG);
  assert.equal(await sent.next(), LIVE_PING);
  await greet();
  assert.deepEqual([await states.next(), await states.next(), await states.next()], [true, false, true]);
});

test("rests, reopens at once on connect, and stays closed after stop", async () => {
  const { socket, peers, greet, states } = await begin();
  socket.connect();
  const first = await greet();
  assert.equal(await states.next(), true);
  socket.rest();
  assert.equal(await states.next(), false);
  await once(first, "close");
  socket.connect();
  const second = await greet();
  assert.equal(await states.next(), true);
  socket.stop();
  await once(second, "close");
  socket.connect();
  assert.deepEqual(peers.rest(), []);
});

test("does not connect while it is not wanted", async () => {
  let isWanted = false;
  const { socket, peers, greet } = await begin({ isWanted: () => isWanted });
  socket.connect();
  assert.deepEqual(peers.rest(), []);
  isWanted = true;
  socket.connect();
  await greet();
});

test("sends the watched bot once for each change, null included", async () => {
  const { socket, greet, sent, states } = await begin();
  socket.connect();
  await greet();
  await states.next();
  socket.watch(7);
  socket.watch(7);
  socket.watch(null);
  assert.deepEqual(
    [await sent.next(), await sent.next()],
    ['{"type":"watch_log","botId":7}', '{"type":"watch_log","botId":null}'],
  );
});
