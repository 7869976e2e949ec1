import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A proxy between browser and product that refuses the files it is told to refuse. */
export class Front {
  /** Paths of the requested files and their purpose: `script` when the browser will run them. */
  readonly asked: { path: string; purpose: string }[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #product: URL;
  #port = 0;
  #refused: { path: RegExp; status: number } | null = null;

  private constructor(product: string) {
    this.#product = new URL(product);
    this.#server = createServer((incoming, outgoing) => {
      const path = incoming.url ?? "/";
      this.asked.push({ path, purpose: String(incoming.headers["sec-fetch-dest"]) });
      if (this.#refused?.path.test(path)) return void outgoing.writeHead(this.#refused.status).end();
      const passed = this.#passOn(incoming).on("response", (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.destroy());
      incoming.pipe(passed);
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    this.#server.on("upgrade", (incoming, socket) => {
      const passed = this.#passOn(incoming);
      passed.on("upgrade", (answer, other) => {
        const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join("")}\r\n`);
        for (const [from, to] of [[socket, other] as const, [other, socket] as const]) {
          from.pipe(to).on("error", () => from.destroy());
        }
      });
      passed.on("response", ({ statusCode }) => socket.end(`HTTP/1.1 ${statusCode} Refused\r\n\r\n`));
      passed.on("error", () => socket.destroy());
      passed.end();
    });
  }

  static async start(product: string): Promise<Front> {
    const front = new Front(product);
    await front.startAgain();
    front.#port = (front.#server.address() as AddressInfo).port;
    return front;
  }

  get address(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Stops listening, as a server that was switched off. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    // Also WebSockets, which `closeAllConnections` leaves open: an open page would keep the server from closing.
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Listens again at its address. */
  async startAgain(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
  }

  /** Answers further requests for these paths with a status. */
  refuse(path: RegExp, status: number): void {
    this.#refused = { path, status };
  }

  /** Forwards everything again. */
  allow(): void {
    this.#refused = null;
  }

  #passOn({ url, method, headers }: IncomingMessage) {
    const { host, origin } = this.#product;
    return request(new URL(url ?? "/", this.#product), {
      method: method ?? "GET",
      headers: { ...headers, host, ...(headers.origin ? { origin } : {}) },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.stop();
  }
}
