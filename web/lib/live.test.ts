import assert from "node:assert/strict";
import { mock, test } from "node:test";
import useSWR from "swr";
import { LIVE_PING, LIVE_PONG } from "../../worker/lib/live/live.schema.ts";
import { answerWith, run } from "../testing/hooks.ts";

const { figures } = await import("./figures.ts");
const { startLive, topicsChanged, usePolling, watchBotLog, watchGateway } = await import("./live.ts");

/** A socket of the server, to which every page connects. */
class Socket extends EventTarget {
  static readonly OPEN = 1;
  static made: Socket[] = [];
  readonly readyState = Socket.OPEN;
  readonly sent: string[] = [];
  isClosed = false;
  constructor() {
    super();
    Socket.made.push(this);
  }
  send(text: string): void {
    if (text === LIVE_PING) this.dispatchEvent(new MessageEvent("message", { data: LIVE_PONG }));
    else this.sent.push(text);
  }
  close(): void {
    this.isClosed = true;
  }
  say(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

Object.assign(globalThis, { WebSocket: Socket });
// One clock for all tests, because a timer of another one cannot be cleared.
const { timers } = mock;
timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });

/** Connects the page, to which its server then says what `say` is given. */
function connect(userId = 7) {
  const end = startLive(userId);
  timers.tick(1_500);
  const socket = Socket.made.at(-1);
  assert.ok(socket);
  return {
    /** Says something to the page, which fetches at once what that asks for. */
    say(message: object): void {
      socket.say(message);
      timers.tick(0);
    },
    /** Hides the page, or shows it again. */
    setHidden(isHidden: boolean): void {
      Object.assign(document, { hidden: isHidden });
      document.dispatchEvent(new Event("visibilitychange"));
      timers.tick(0);
    },
    after: (ms: number) => timers.tick(ms),
    /** Returns the messages of the page since the last call. */
    heard: (): object[] => socket.sent.splice(0).map((text) => JSON.parse(text)),
    isClosed: () => socket.isClosed,
    end,
  };
}

/** Figures of a board of their own, which the server has counted so far. */
async function showOpen(board: string) {
  const server = { open: 3 };
  answerWith(({ path }) => [
    200,
    path === "/api/user" ? { id: 7, organizationId: 9, permissions: [] } : { open: server.open },
  ]);
  const counts = figures<{ open: number }>(`/${board}/:orgId/counts`, ["contracts"]);
  const page = await run(() => counts.useFigures().data?.open);
  assert.equal(page.now, 3);
  return { server, page };
}

test("follows an answer that was there before the page was connected", async () => {
  const { server, page } = await showOpen("boards");
  const live = connect();
  server.open = 4;
  await page.act(() => live.say({ type: "hello", revisions: { contracts: 1 } }));
  assert.equal(page.now, 4);
  live.end();
  await page.end();
});

test("fetches data that changed while the page was hidden once it is visible again", async () => {
  const { server, page } = await showOpen("hidden-boards");
  const live = connect();
  await page.act(() => live.say({ type: "hello", revisions: {} }));
  await page.act(() => live.setHidden(true));
  server.open = 4;
  await page.act(() => live.say({ type: "changed", revisions: { contracts: 5 } }));
  await page.act(() => live.say({ type: "changed", revisions: { bots: 2 } }));
  assert.equal(page.now, 3);
  await page.act(() => live.setHidden(false));
  assert.equal(page.now, 4);
  live.end();
  await page.end();
});

test("stays connected for five minutes while the page is hidden, and connects again when it is visible", () => {
  const live = connect();
  live.setHidden(true);
  live.after(299_999);
  live.setHidden(false);
  live.after(1);
  assert.equal(live.isClosed(), false, "the page was visible before the five minutes were over");
  live.setHidden(true);
  live.after(300_000);
  assert.equal(live.isClosed(), true);
  const made = Socket.made.length;
  live.setHidden(false);
  assert.equal(Socket.made.length, made + 1);
  live.end();
});

test("connects a page only while it is visible and its user is signed in", () => {
  const { cookie } = document;
  const connectionsOf = (page: { hidden: boolean; cookie: string }): number => {
    const before = Socket.made.length;
    Object.assign(document, page);
    const end = startLive(7);
    timers.tick(1_500);
    end();
    return Socket.made.length - before;
  };
  assert.equal(connectionsOf({ hidden: true, cookie }), 0);
  assert.equal(connectionsOf({ hidden: false, cookie: "" }), 0);
  assert.equal(connectionsOf({ hidden: false, cookie }), 1);
});

test("reads an answer again that is older than a reported revision, but not without a connection", async () => {
  const { server, page } = await showOpen("late-boards");
  const answer = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    const response = await answer(...asked);
    response.headers.set("X-Revisions", JSON.stringify({ contracts: server.open }));
    return response;
  };
  const live = connect();
  server.open = 7;
  await page.act(() => live.say({ type: "hello", revisions: { contracts: 8 } }));
  assert.equal(page.now, 7);
  server.open = 8;
  await page.act(() => live.after(2_000));
  assert.equal(page.now, 8);
  live.end();
  server.open = 5;
  await page.act(() => topicsChanged(["contracts"]));
  assert.equal(page.now, 5);
  server.open = 6;
  await page.act(() => live.after(2_000));
  assert.equal(page.now, 5);
  await page.end();
});

test("does not compare answers with revisions that were reported to another user", async () => {
  const before = connect(7);
  before.say({ type: "hello", revisions: { contracts: 9 } });
  before.end();
  const live = connect(8);
  const { server, page } = await showOpen("boards-of-another");
  server.open = 4;
  await page.act(() => live.say({ type: "hello", revisions: { contracts: 4 } }));
  assert.equal(page.now, 4);
  live.end();
  await page.end();
});

test("fetches data that this page's own call changed only while no live updates arrive", async () => {
  const { server, page } = await showOpen("own-boards");
  const live = connect();
  const change = () =>
    page.act(() => {
      server.open += 1;
      topicsChanged(["contracts"]);
    });
  await change();
  assert.equal(page.now, 4);
  await page.act(() => live.say({ type: "hello", revisions: {} }));
  await change();
  assert.equal(page.now, 4);
  live.end();
  await page.end();
});

test("polls once no live updates have arrived for five seconds, until they do", async () => {
  const { server, page } = await showOpen("polled-boards");
  const live = connect();
  const after = (ms: number) => page.act(() => live.after(ms));
  server.open = 4;
  await after(3_500);
  await after(29_999);
  assert.equal(page.now, 3);
  await after(1);
  assert.equal(page.now, 4);
  await page.act(() => live.say({ type: "hello", revisions: {} }));
  server.open = 5;
  await after(60_000);
  assert.equal(page.now, 4);
  live.end();
  await page.end();
});

test("reads a known answer again for a new component only while no live updates arrive", async () => {
  const sent = answerWith(() => [200, []]);
  const show = () => run(() => useSWR("/api/lamps", usePolling(["bots"], 0)).data);
  /** How often the answer is read when another component shows it. */
  const readsOfAnother = async (): Promise<number> => {
    sent.length = 0;
    await (await show()).end();
    return sent.length;
  };
  const live = connect();
  const page = await show();
  await page.act(() => live.after(5_000));
  assert.equal(await readsOfAnother(), 1);
  await page.act(() => live.say({ type: "hello", revisions: {} }));
  assert.equal(await readsOfAnother(), 0);
  live.end();
  await page.end();
});

test("has the server check the gateway while the page is visible, and hears of it until that ends", () => {
  const live = connect();
  live.say({ type: "hello", revisions: {} });
  const pulses: string[] = [];
  const end = watchGateway(4_000, (pulse) => pulses.push(pulse));
  live.after(4_000);
  assert.deepEqual(live.heard(), [{ type: "check_gateway" }]);
  live.setHidden(true);
  live.after(4_000);
  assert.deepEqual(live.heard(), []);
  live.setHidden(false);
  live.after(4_000);
  assert.deepEqual(live.heard(), [{ type: "check_gateway" }]);
  live.say({ type: "gateway", pulse: "up" });
  const endOther = watchGateway(4_000, (pulse) => pulses.push(`other ${pulse}`));
  end();
  live.say({ type: "gateway", pulse: "down" });
  endOther();
  live.say({ type: "gateway", pulse: "up" });
  live.after(8_000);
  assert.deepEqual([pulses, live.heard()], [["up", "other down"], []]);
  live.end();
});

test("passes on the log of the bot that was watched last, and tells the server which bot that is", async () => {
  const live = connect();
  live.say({ type: "hello", revisions: {} });
  const heard: unknown[] = [];
  const watch = (botId: number) =>
    watchBotLog(
      botId,
      (lines) => heard.push([botId, ...lines.map(({ id }) => id)]),
      () => heard.push([botId, "begins"]),
    );
  const end = watch(5);
  live.say({ type: "bot_log", botId: 5, lines: [] });
  live.say({ type: "bot_log", botId: 6, lines: [{ id: 1 }] });
  live.say({ type: "bot_log", botId: 5, lines: [{ id: 2 }, { id: 3 }] });
  const endOther = watch(6);
  end();
  await Promise.resolve();
  live.say({ type: "bot_log", botId: 6, lines: [{ id: 4 }] });
  endOther();
  live.say({ type: "bot_log", botId: 6, lines: [{ id: 5 }] });
  await Promise.resolve();
  assert.deepEqual(heard, [
    [5, "begins"],
    [5, 2, 3],
    [6, 4],
  ]);
  assert.deepEqual(live.heard(), [
    { type: "watch_log", botId: 5 },
    { type: "watch_log", botId: 6 },
    { type: "watch_log", botId: null },
  ]);
  live.end();
});
