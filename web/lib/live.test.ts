import assert from "node:assert/strict";
import { mock, test } from "node:test";
import useSWR from "swr";
import { answerWith, run } from "../testing/hooks.ts";

const { figures } = await import("./figures.ts");
const { startLive, usePolling, watchGateway } = await import("./live.ts");

/** A socket of the server, to which every page connects. */
class Socket extends EventTarget {
  static readonly OPEN = 1;
  static made: Socket[] = [];
  readonly readyState = Socket.OPEN;
  readonly sent: string[] = [];
  constructor() {
    super();
    Socket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {}
  say(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

Object.assign(globalThis, { WebSocket: Socket });
// One clock for all tests, because a timer of another one cannot be cleared.
const { timers } = mock;
timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });

/** Connects the page, to which its server then says what `say` is given. */
function connect() {
  const end = startLive(7);
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
    /** The types of what the page has said since the last call. */
    heard: (): string[] => socket.sent.splice(0).map((text) => JSON.parse(text).type),
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

test("fetches what changed while the page was hidden once it is visible again", async () => {
  const { server, page } = await showOpen("hidden-boards");
  const live = connect();
  await page.act(() => live.say({ type: "hello", revisions: {} }));
  await page.act(() => live.setHidden(true));
  server.open = 4;
  await page.act(() => live.say({ type: "changed", revisions: { contracts: 5 } }));
  assert.equal(page.now, 3);
  await page.act(() => live.setHidden(false));
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
  assert.deepEqual(live.heard(), ["check_gateway"]);
  live.setHidden(true);
  live.after(4_000);
  assert.deepEqual(live.heard(), []);
  live.setHidden(false);
  live.after(4_000);
  assert.deepEqual(live.heard(), ["check_gateway"]);
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
