import type { LiveMessage, LiveRequest } from "../lib/live/live.schema.ts";
import { type Caller, raw, send } from "./world.ts";

/** The connection of an open page, with everything that it receives in order. */
export class Page {
  readonly socket: WebSocket;
  #heard: (LiveMessage | "pong" | { closed: number })[] = [];
  #waiting: (() => void)[] = [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    const hear = (what: LiveMessage | "pong" | { closed: number }) => {
      this.#heard.push(what);
      for (const each of this.#waiting.splice(0)) each();
    };
    socket.addEventListener("message", ({ data }) => hear(data === "pong" ? data : JSON.parse(String(data))));
    socket.addEventListener("close", ({ code }) => hear({ closed: code }));
    socket.accept();
  }

  async next() {
    for (;;) {
      const first = this.#heard.shift();
      if (first !== undefined) return first;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Returns all received messages that the test has not read. */
  rest() {
    return this.#heard.splice(0);
  }

  say(message: LiveRequest | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }
}

const pages: Page[] = [];

export function closePages(): void {
  for (const { socket } of pages.splice(0)) socket.close(1000);
}

/** Requests a connection; headers can be replaced or, with null, left out. */
export async function askToConnect(
  caller: Caller,
  changed: Record<string, string | null> = {},
): Promise<Response> {
  const headers = new Headers();
  const wanted = {
    Origin: String(raw["APP_URL"]),
    Upgrade: "websocket",
    Cookie: caller.token ? `session=${caller.token}` : null,
    ...changed,
  };
  for (const [name, text] of Object.entries(wanted)) if (text !== null) headers.set(name, text);
  return send("/api/live", { headers });
}

/** Opens a page's connection without reading any message. */
export async function connectPage(caller: Caller): Promise<Page> {
  const { status, webSocket } = await askToConnect(caller);
  if (!webSocket) throw new Error(`no connection: ${status}`);
  const page = new Page(webSocket);
  pages.push(page);
  return page;
}

/** Opens a page's connection and waits for its hello. */
export async function openPage(caller: Caller): Promise<Page> {
  const page = await connectPage(caller);
  const hello = await page.next();
  if (typeof hello !== "object" || !("type" in hello) || hello.type !== "hello") {
    throw new Error(`not a hello: ${JSON.stringify(hello)}`);
  }
  return page;
}

export const hubOf = (organizationId = 1) => raw.ORGANIZATION_HUB.getByName(`organization-${organizationId}`);
