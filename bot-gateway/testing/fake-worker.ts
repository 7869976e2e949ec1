import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import {
  autoStartRequest,
  type BotState,
  type GatewayReport,
  gatewayReport,
  type LogLine,
  type ReportedActivity,
} from "../protocol.ts";
import { verifyGatewayRequest } from "../signature.ts";

export const SECRET = "a secret for tests that nobody else has";

/**
 * What the worker does with the next request: accept it, accept it and lose the answer, cut the connection, or refuse
 * it with a status.
 */
export type Behaviour = "take" | "lose_answer" | "cut" | number;

/** The worker's side of the protocol over real HTTP: checks each signature and takes each key once. */
export class FakeWorker {
  readonly url: string;
  /** Every accepted report, once. */
  readonly reports: GatewayReport[] = [];
  /** Keys in the order of their arrival, with repetitions. */
  readonly keys: string[] = [];
  autoStarts = 0;
  behave: () => Behaviour = () => "take";
  #waiting: (() => void)[] = [];

  private constructor(server: ReturnType<typeof createServer>) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(test: Pick<TestContext, "after">): Promise<FakeWorker> {
    const server = createServer((request, response) => {
      void worker.#handle(request, response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const worker: FakeWorker = new FakeWorker(server);
    test.after(() => {
      server.close();
      server.closeAllConnections();
    });
    return worker;
  }

  get states(): BotState[] {
    return this.reports.flatMap(({ snapshot, states }) => [...(snapshot?.bots ?? []), ...(states ?? [])]);
  }

  /** Returns the newest state of a bot by its sequence. */
  stateOf(botId: number): BotState | undefined {
    return this.states.filter((state) => state.botId === botId).sort((a, b) => b.sequence - a.sequence)[0];
  }

  linesOf(botId: number): LogLine[] {
    return this.reports
      .flatMap(({ logs }) => (logs ?? []).filter((each) => each.botId === botId))
      .flatMap(({ lines }) => lines);
  }

  activitiesOf(botId: number): ReportedActivity[] {
    return this.reports
      .flatMap(({ activities }) => (activities ?? []).filter((each) => each.botId === botId))
      .flatMap(({ items }) => items);
  }

  /** Resolves as soon as the condition holds; checks it after each request. */
  async until<Value>(condition: () => Value | undefined | null | false): Promise<Value> {
    for (;;) {
      const value = condition();
      if (value) return value;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  status(botId: number, ...statuses: BotState["status"][]): Promise<BotState> {
    return this.until(() => {
      const state = this.stateOf(botId);
      return state && statuses.includes(state.status) ? state : null;
    });
  }

  async #handle(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const behaviour = this.behave();
    if (behaviour === "cut") request.socket.destroy();
    else if (typeof behaviour === "number") response.writeHead(behaviour).end();
    else {
      const header = (name: string) => request.headers[name]?.toString();
      const url = `${this.url}${request.url}`;
      const genuine = await verifyGatewayRequest(SECRET, { method: "POST", url, body, header }, Date.now());
      if (!genuine) response.writeHead(401).end();
      else {
        this.#take(request.url ?? "", body);
        if (behaviour === "lose_answer") request.socket.destroy();
        else response.writeHead(200, { "content-type": "application/json" }).end("{}");
      }
    }
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #take(path: string, body: string): void {
    if (path === "/api/bot-gateway/auto-start") {
      autoStartRequest.parse(JSON.parse(body));
      this.autoStarts += 1;
      return;
    }
    const report = gatewayReport.parse(JSON.parse(body));
    const isNew = !this.keys.includes(report.key);
    this.keys.push(report.key);
    if (isNew) this.reports.push(report);
  }
}
