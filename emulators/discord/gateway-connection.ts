import { constants, createDeflate, type Deflate } from "node:zlib";
import { GatewayCloseCodes, GatewayOpcodes } from "discord-api-types/v10";
import type { RawData, WebSocket } from "ws";
import type { GatewaySession } from "./gateway-session.ts";
import { isObject } from "./http.ts";
import { parseJson } from "./json.ts";

export interface ConnectionHost {
  readonly heartbeatInterval: number;
  readonly acknowledgeHeartbeats: boolean;
  /** Called with any opcode except the heartbeat, of a well-formed payload. */
  handle(connection: GatewayConnection, opcode: number, data: unknown): void;
  /**
   * Called when the connection ends with this code: at once when we close it, else when the client has disconnected.
   */
  released(connection: GatewayConnection, code: number): void;
  closed(connection: GatewayConnection): void;
}

const sendsPerMinute = 120;
const payloadLimit = 4096;

/** One WebSocket: framing, compression, heartbeats and the send limit. */
export class GatewayConnection {
  session: GatewaySession | null = null;
  /** The address that the client connected to, without path. */
  readonly origin: string;
  readonly #socket: WebSocket;
  readonly #host: ConnectionHost;
  readonly #deflate: Deflate | null;
  #compressed: Buffer[] = [];
  #queue: Promise<void> = Promise.resolve();
  #heartbeatTimer: NodeJS.Timeout | undefined;
  #received: number[] = [];
  #closing = false;

  constructor(socket: WebSocket, host: ConnectionHost, options: { compress: boolean; origin: string }) {
    this.#socket = socket;
    this.#host = host;
    this.origin = options.origin;
    this.#deflate = options.compress ? createDeflate() : null;
    this.#deflate?.on("data", (chunk: Buffer) => this.#compressed.push(chunk));
    socket.on("message", (data) => this.#message(data));
    socket.on("close", (code) => {
      clearTimeout(this.#heartbeatTimer);
      this.#deflate?.close();
      host.released(this, code);
      host.closed(this);
    });
    socket.on("error", () => socket.terminate());
    this.sendOpcode(GatewayOpcodes.Hello, { heartbeat_interval: host.heartbeatInterval });
    this.#expectHeartbeat();
  }

  /** Sends a frame; with zlib-stream each frame ends with a sync flush, as clients expect. */
  send(frame: string): void {
    const deflate = this.#deflate;
    if (!deflate) {
      this.#socket.send(frame);
      return;
    }
    this.#queue = this.#queue.then(
      () =>
        new Promise((resolve) => {
          if (this.#socket.readyState !== this.#socket.OPEN) {
            resolve();
            return;
          }
          deflate.write(frame);
          deflate.flush(constants.Z_SYNC_FLUSH, () => {
            const data = Buffer.concat(this.#compressed);
            this.#compressed = [];
            if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(data);
            resolve();
          });
        }),
    );
  }

  sendOpcode(opcode: GatewayOpcodes, data: unknown): void {
    this.send(JSON.stringify({ t: null, s: null, op: opcode, d: data }));
  }

  /** Closes after what was queued has been sent. */
  close(code: number, reason: string): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#host.released(this, code);
    this.#queue = this.#queue.then(() => this.#socket.close(code, reason));
  }

  /** Cuts the connection without a close frame. */
  terminate(): void {
    this.#socket.terminate();
  }

  #message(raw: RawData): void {
    if (this.#closing) return;
    const now = Date.now();
    this.#received = this.#received.filter((time) => time > now - 60_000);
    this.#received.push(now);
    if (this.#received.length > sendsPerMinute) {
      this.close(GatewayCloseCodes.RateLimited, "You are being rate limited.");
      return;
    }
    const text = raw.toString();
    const payload = Buffer.byteLength(text) > payloadLimit ? undefined : parse(text);
    if (!isObject(payload) || typeof payload["op"] !== "number") {
      this.close(GatewayCloseCodes.DecodeError, "Error while decoding payload.");
      return;
    }
    if (payload["op"] !== GatewayOpcodes.Heartbeat) {
      this.#host.handle(this, payload["op"], payload["d"]);
      return;
    }
    this.#expectHeartbeat();
    if (this.#host.acknowledgeHeartbeats) this.sendOpcode(GatewayOpcodes.HeartbeatAck, null);
  }

  #expectHeartbeat(): void {
    clearTimeout(this.#heartbeatTimer);
    this.#heartbeatTimer = setTimeout(
      () => this.close(GatewayCloseCodes.SessionTimedOut, "Session timed out."),
      this.#host.heartbeatInterval * 1.5 + 1000,
    );
    this.#heartbeatTimer.unref();
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
