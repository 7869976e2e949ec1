import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { answerWith, run } from "../testing/hooks.ts";

const { figures } = await import("./figures.ts");
const { startLive } = await import("./live.ts");

/** A socket of the server, to which every page connects. */
class Socket extends EventTarget {
  static readonly OPEN = 1;
  static made: Socket[] = [];
  readonly readyState = Socket.OPEN;
  constructor() {
    super();
    Socket.made.push(this);
  }
  send(): void {}
  close(): void {}
  say(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}

test("follows an answer that was there before the page was connected", async () => {
  let open = 3;
  answerWith(({ path }) => [
    200,
    path === "/api/user" ? { id: 7, organizationId: 9, permissions: [] } : { open },
  ]);
  const counts = figures<{ open: number }>("/boards/:orgId/counts", ["contracts"]);
  const page = await run(() => counts.useFigures().data?.open);
  assert.equal(page.now, 3);
  Object.assign(globalThis, { WebSocket: Socket });
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const stop = startLive(7);
  mock.timers.runAll();
  const [socket] = Socket.made;
  assert.ok(socket);
  open = 4;
  await page.act(() => {
    socket.say({ type: "hello", revisions: { contracts: 1 } });
    mock.timers.tick(0);
  });
  assert.equal(page.now, 4);
  stop();
  mock.timers.reset();
  await page.end();
});
