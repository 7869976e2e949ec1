import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { LIVE_CLOSE, LIVE_PING, LIVE_PING_MS, LIVE_PONG } from "../../worker/lib/live/live.schema.ts";
import { createLiveSocket } from "./live-socket.ts";

/** A connection that opens, hears and closes when a test says so. */
class Connection extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  isClosed = false;
  readonly sent: string[] = [];
  constructor() {
    super();
    made.push(this);
  }
  send(text: string): void {
    assert.equal(this.readyState, Connection.OPEN, `${text} is sent through an open connection`);
    this.sent.push(text);
  }
  close(): void {
    this.isClosed = true;
  }
  open(): this {
    this.readyState = Connection.OPEN;
    this.dispatchEvent(new Event("open"));
    return this;
  }
  say(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
  answer(): void {
    this.dispatchEvent(new MessageEvent("message", { data: LIVE_PONG }));
  }
  break(code = 1006): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

const HELLO = { type: "hello", revisions: {} };
let made: Connection[] = [];
let heard: unknown[] = [];
let asked = 0;

beforeEach(() => {
  [made, heard, asked] = [[], [], 0];
  Object.assign(globalThis, { WebSocket: Connection });
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  // The longest of the waits, which vary.
  mock.method(Math, "random", () => 1);
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

type Setting = { isWanted?: () => boolean; isSignedIn?: () => Promise<boolean>; pingMs?: number };

function begin({ isWanted = () => true, isSignedIn = async () => true, pingMs = 500_000 }: Setting = {}) {
  return createLiveSocket({
    url: "ws://here.test/api/live",
    isWanted,
    onMessage: ({ type }) => heard.push(type),
    onState: (isOpen) => heard.push(isOpen),
    onSessionChanged: () => {
      asked += 1;
      return isSignedIn();
    },
    pingMs,
    retryMs: { first: 1_000, most: 4_000 },
  });
}

const lastMade = () => made.at(-1) as Connection;
/** Lets time pass after the answers that are under way. */
async function pass(ms: number): Promise<number> {
  for (let at = 0; at < 5; at += 1) await Promise.resolve();
  mock.timers.tick(ms);
  return made.length;
}

test("connects once, only while wanted, and not after stop", () => {
  let isWanted = false;
  const socket = begin({ isWanted: () => isWanted });
  socket.connect();
  assert.equal(made.length, 0);
  isWanted = true;
  socket.connect();
  socket.connect();
  assert.equal(made.length, 1);
  socket.stop();
  socket.connect();
  assert.equal(made.length, 1);
});

test("begins with the greeting, once, and hears nothing from a connection that it has left", () => {
  const socket = begin();
  socket.connect();
  const first = lastMade().open();
  first.say({ type: "changed", revisions: {} });
  assert.deepEqual(heard.splice(0), ["changed"]);
  first.say(HELLO);
  first.say(HELLO);
  assert.deepEqual(heard.splice(0), [true, "hello", "hello"]);
  socket.rest();
  assert.deepEqual([heard.splice(0), first.isClosed], [[false], true]);
  first.say(HELLO);
  assert.deepEqual(heard, []);
});

test("waits longer after each break, up to the longest wait, and begins again with the first after a greeting", async () => {
  begin().connect();
  for (const wait of [1_000, 2_000, 4_000, 4_000]) {
    lastMade().open().break();
    const before = made.length;
    assert.equal(await pass(wait - 1), before, `${wait} ms have not passed`);
    assert.equal(await pass(1), before + 1, `${wait} ms have passed`);
  }
  lastMade().open().say(HELLO);
  lastMade().break();
  const before = made.length;
  assert.equal(await pass(1_000), before + 1);
  assert.equal(asked, 0, "a connection that was open ends without a question about the session");
});

test("asks for the session after the first two refusals, not after further ones", async () => {
  begin().connect();
  for (const times of [1, 2, 2, 2]) {
    lastMade().break();
    await pass(4_000);
    assert.equal(asked, times);
  }
  assert.equal(made.length, 5);
});

test("connects again when the session cannot be checked, and not when it was stopped meanwhile", async () => {
  const answer = Promise.withResolvers<boolean>();
  begin({ isSignedIn: () => Promise.reject(new Error("away")) }).connect();
  lastMade().open().break(LIVE_CLOSE.sessionChanged);
  await pass(0);
  assert.equal(await pass(1_000), 2);

  const stopped = begin({ isSignedIn: () => answer.promise });
  stopped.connect();
  lastMade().open().break(LIVE_CLOSE.sessionChanged);
  stopped.stop();
  answer.resolve(true);
  await pass(0);
  assert.equal(await pass(4_000), 3);
});

test("stays closed after another page has taken its place", async () => {
  begin().connect();
  lastMade().open().break(LIVE_CLOSE.replaced);
  assert.equal(await pass(4_000), 1);
});

test("gives up a connection that does not open", async () => {
  begin().connect();
  const first = lastMade();
  assert.equal(await pass(500_000), 1);
  assert.equal(first.isClosed, true);
  await pass(0);
  assert.equal(await pass(1_000), 2);
});

/** Returns the messages that the page sent through its newest connection since the last call. */
const sent = () => lastMade().sent.splice(0);

test("pings every 90 seconds, and gives up a connection that has not answered within ten", async () => {
  begin({ pingMs: LIVE_PING_MS }).connect();
  lastMade().open().say(HELLO);
  await pass(LIVE_PING_MS - 1);
  assert.deepEqual(sent(), []);
  await pass(1);
  assert.deepEqual(sent(), [LIVE_PING]);
  await pass(9_999);
  lastMade().answer();
  assert.equal(await pass(LIVE_PING_MS - 10_000), 1, "it was answered in time");
  await pass(1);
  assert.deepEqual(sent(), [LIVE_PING]);
  await pass(9_999);
  assert.equal(lastMade().isClosed, false);
  await pass(1);
  assert.equal(lastMade().isClosed, true);
  assert.equal(await pass(1_000), 2);
});

test("pings at once when it is checked, and gives up a connection that does not open within 30 seconds", async () => {
  const socket = begin({ pingMs: LIVE_PING_MS });
  socket.check();
  socket.connect();
  await pass(29_999);
  assert.equal(lastMade().isClosed, false);
  await pass(1);
  assert.equal(lastMade().isClosed, true);
  await pass(1_000);
  lastMade().open().say(HELLO);
  socket.check();
  assert.deepEqual(sent(), [LIVE_PING]);
  await pass(10_000);
  assert.equal(lastMade().isClosed, true);
});
