import assert from "node:assert/strict";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { WebSocket } from "ws";
import { type DiscordEmulator, type DiscordOptions, startDiscord } from "./index.ts";
import { assertDocumented } from "./testing/openapi.ts";

/** Starts an emulator in strange mode on a free port; it ends with the test. STRANGE_SEED sets another seed. */
export async function start(test: TestContext, options: DiscordOptions = {}): Promise<DiscordEmulator> {
  const strangeSeed = Number(process.env["STRANGE_SEED"] ?? 1);
  const emulator = await startDiscord({ port: 0, strangeSeed, ...options });
  test.after(() => emulator.close());
  return emulator;
}

export interface Reply {
  status: number;
  body: unknown;
  headers: Headers;
}

/**
 * Makes one REST call with the bot's token, or another Authorization header; asserts that the answer is as Discord
 * documents it.
 */
export async function call(
  emulator: DiscordEmulator,
  method: string,
  path: string,
  body?: unknown,
  authorization = `Bot ${emulator.botToken}`,
): Promise<Reply> {
  const response = await fetch(emulator.apiUrl + path, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answered = text === "" ? undefined : JSON.parse(text);
  assertDocumented(method, path, response.status, answered);
  return { status: response.status, body: answered, headers: response.headers };
}

/** Returns the body that creates an external event a day from now, an hour long. */
export function eventBody() {
  const start = Date.now() + 86_400_000;
  return {
    name: "Fleet week",
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: "Port Olisar" },
    scheduled_start_time: new Date(start).toISOString(),
    scheduled_end_time: new Date(start + 3_600_000).toISOString(),
  };
}

export interface Frame {
  op: number;
  t: string | null;
  s: number | null;
  d: Record<string, unknown> | null;
}

/** A bare gateway connection for tests of misuse. */
export class RawGateway {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  readonly closed: Promise<number>;
  #wake: (() => void) | undefined;

  constructor(test: TestContext, emulator: DiscordEmulator, path = "/?v=10&encoding=json") {
    this.socket = new WebSocket(emulator.url.replace("http", "ws") + path);
    this.closed = once(this.socket, "close").then(([code]) => Number(code));
    this.socket.on("message", (data) => {
      this.frames.push(JSON.parse(data.toString()));
      this.#wake?.();
    });
    test.after(() => this.socket.terminate());
  }

  /** Waits for the first frame that fits, including those already received. */
  async frame(matches: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const found = this.frames.find(matches);
      if (found) return found;
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve;
        this.closed.then((code) => reject(new Error(`closed with ${code}`)));
      });
    }
  }

  event(name: string): Promise<Frame> {
    return this.frame(({ t }) => t === name);
  }

  async send(op: number, d: unknown): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, "open");
    this.socket.send(JSON.stringify({ op, d }));
  }

  identify(emulator: DiscordEmulator, more: Record<string, unknown> = {}): Promise<void> {
    return this.send(2, { token: emulator.botToken, properties: { os: "linux" }, intents: 387, ...more });
  }
}

/** Returns a field of an unknown JSON body, for assertions. */
export function field(body: unknown, ...path: (string | number)[]): unknown {
  let value: unknown = body;
  for (const key of path) {
    assert.ok(typeof value === "object" && value !== null, `no object above ${String(key)}`);
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}
