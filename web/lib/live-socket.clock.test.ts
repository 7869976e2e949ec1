import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { LIVE_CLOSE } from "../../worker/lib/live/live.schema.ts";
import { createLiveSocket } from "./live-socket.ts";

/** A connection that opens, hears and closes when a test says so. */
class Connection extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  isClosed = false;
  constructor() {
    super();
    made.push(this);
  }
  send(text: string): void {
    assert.equal(this.readyState, Connection.OPEN, `${text} is sent through an open connection`);
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
  break(code = 1006): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

const HELLO = { type: "hello", revisions: {} };
let made: Connection[] = [];
let told: unknown[] = [];
let asked = 0;

beforeEach(() => {
  [made, told, asked] = [[], [], 0];
  Object.assign(globalThis, { WebSocket: Connection });
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  // The longest of the waits, which vary.
  mock.method(Math, "random", () => 1);
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

type Setting = { isWanted?: () => boolean; isSignedIn?: () => Promise<boolean> };

function begin({ isWanted = () => true, isSignedIn = async () => true }: Setting = {}) {
  return createLiveSocket({
    url: "ws://here.test/api/live",
    isWanted,
    onMessage: ({ type }) => told.push(type),
    onState: (isOpen) => told.push(isOpen),
    onSessionChanged: () => {
      asked += 1;
      return isSignedIn();
    },
    pingMs: 500_000,
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
  assert.deepEqual(told.splice(0), ["changed"]);
  first.say(HELLO);
  first.say(HELLO);
  assert.deepEqual(told.splice(0), [true, "hello", "hello"]);
  socket.rest();
  assert.deepEqual([told.splice(0), first.isClosed], [[false], true]);
  first.say(HELLO);
  assert.deepEqual(told, []);
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
