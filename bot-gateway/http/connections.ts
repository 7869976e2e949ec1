import type { Socket } from "node:net";

/** Maximum connections that have sent no signed request: from one address, and in total. */
const UNPROVEN_OF_SOURCE_MAX = 32;
const UNPROVEN_MAX = 256;

/**
 * Limits what unauthenticated senders can hold: connections, and bytes of bodies being read. At a limit the oldest is
 * dropped for the newest. A connection that has carried a signed request is never dropped.
 */
export class Connections {
  /** Sockets without a signed request yet and their addresses, the oldest first. */
  readonly #unproven = new Map<Socket, string>();
  /** Bytes of bodies that are being read, the oldest body first. */
  readonly #reading = new Map<Socket, number>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  open(socket: Socket): void {
    const source = socket.remoteAddress ?? "";
    this.#unproven.set(socket, source);
    socket.once("close", () => this.#unproven.delete(socket));
    const ofSource = [...this.#unproven].filter(([, each]) => each === source).map(([each]) => each);
    if (ofSource.length > UNPROVEN_OF_SOURCE_MAX) this.#drop(ofSource[0]);
    else if (this.#unproven.size > UNPROVEN_MAX) this.#drop(this.#unproven.keys().next().value);
  }

  /** Notes that the worker signed a request of this connection. */
  prove(socket: Socket): void {
    this.#unproven.delete(socket);
  }

  /** Counts bytes of a body. Returns false when dropping unsigned bodies cannot free enough room. */
  read(socket: Socket, bytes: number): boolean {
    this.#reading.set(socket, (this.#reading.get(socket) ?? 0) + bytes);
    this.#bytes += bytes;
    for (const other of this.#reading.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      if (other !== socket && this.#unproven.has(other)) this.#drop(other);
    }
    return this.#bytes <= this.#bytesMax;
  }

  /** Releases the bytes of a body that was read or abandoned. */
  endBody(socket: Socket): void {
    this.#bytes -= this.#reading.get(socket) ?? 0;
    this.#reading.delete(socket);
  }

  #drop(socket: Socket | undefined): void {
    if (!socket) return;
    this.#unproven.delete(socket);
    this.endBody(socket);
    socket.destroy();
  }
}
