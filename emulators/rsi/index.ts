import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { KEPT_MS } from "../kept.ts";
import { mayControl } from "../secrets.ts";
import { type Citizen, Citizens, ControlError } from "./citizens.ts";
import { type Calls, control } from "./control.ts";
import { answerFault, type Fault, seededFaults } from "./faults.ts";
import { dossierPage, notFoundPage, profileForm } from "./pages.ts";

export type { Citizen } from "./citizens.ts";
export type { Fault, FaultMode } from "./faults.ts";

export interface RsiOptions {
  /** The port on 127.0.0.1; 0 takes a free one. */
  port?: number;
  /** A JSON file that keeps the citizens for the next start. */
  stateFile?: string;
  /** The secret of control calls over HTTP; without it they are refused. */
  controlSecret?: string;
}

export interface RsiEmulator extends Calls {
  url: string;
  close(): Promise<void>;
}

const PORT = 8792;
const BODY_LIMIT = 64 * 1024;

async function readBody(message: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of message as AsyncIterable<Buffer>) {
    text += chunk.toString("utf8");
    if (text.length > BODY_LIMIT) throw new ControlError("the body is too large");
  }
  return text;
}

/** Returns whether a request comes from this machine and not from a foreign page. */
function isLocal({ headers: { host = "", origin } }: IncomingMessage): boolean {
  const local = (name: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(name);
  return local(host) && (origin === undefined || (URL.canParse(origin) && local(new URL(origin).host)));
}

/** Starts the emulated RSI website and resolves when it listens. */
export async function startRsi(options: RsiOptions = {}): Promise<RsiEmulator> {
  const { port = PORT, stateFile, controlSecret } = options;
  const citizens = new Citizens(stateFile);
  const faults: Fault[] = [...seededFaults];
  const requests: string[] = [];
  let chatter = "";

  const calls: Calls = {
    citizens,
    requests,
    fail: (fault) => void faults.unshift({ ...fault }),
    heal: () => void faults.splice(0, faults.length, ...seededFaults),
    say: (text) => {
      chatter = text;
    },
    reset() {
      citizens.reset();
      calls.heal();
      requests.length = 0;
      chatter = "";
    },
  };

  function strike(handle: string): Fault | undefined {
    const fault = faults.find(
      (each) => each.handle === "*" || each.handle.toLowerCase() === handle.toLowerCase(),
    );
    if (fault?.times !== undefined && --fault.times < 1) faults.splice(faults.indexOf(fault), 1);
    return fault;
  }

  function profile(handle: string, path: string, response: ServerResponse): void {
    const known: Citizen | undefined = citizens.find(handle);
    const page = known ? dossierPage(known, chatter) : notFoundPage(handle);
    const fault = strike(handle);
    if (fault) answerFault(fault, response, path, page);
    else response.writeHead(known ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" }).end(page);
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? "/", "http://rsi");
    const path = url.pathname;
    const html = (status: number, page: string) =>
      void response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" }).end(page);
    const body = message.method === "POST" ? await readBody(message) : "";
    if (message.method === "POST" && !isLocal(message)) return html(403, "<h1>403</h1>");
    if (path.startsWith("/__control/") && mayControl(message.headers, controlSecret)) {
      const { status, answer } = control(
        calls,
        message.method ?? "GET",
        path.slice("/__control/".length),
        body,
      );
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
      return;
    }
    requests.push(path);
    if (path === "/account/profile" && message.method === "POST") {
      const form = new URLSearchParams(body);
      const { handle, bio } = citizens.put(form.get("handle") ?? "", {
        bio: form.get("bio")?.trim() || null,
      });
      return html(200, profileForm(handle, bio ?? "", `Saved. The profile is at /en/citizens/${handle}.`));
    }
    if (path === "/account/profile") {
      const handle = url.searchParams.get("handle") ?? "";
      const known = citizens.find(handle);
      return html(200, profileForm(known?.handle ?? handle, known?.bio ?? "", null));
    }
    const found = /^(?:\/en)?\/citizens\/([^/]+)$/.exec(path)?.[1];
    if (found) return profile(decodeURIComponent(found), path, response);
    if (path === "/") return html(200, profileForm("", "", null));
    html(404, notFoundPage(path));
  }

  const server = createServer({ keepAliveTimeout: KEPT_MS }, (message, response) => {
    serve(message, response).catch((error: unknown) => {
      const isWrong = error instanceof ControlError || error instanceof URIError;
      if (!isWrong) console.error(error);
      response.writeHead(isWrong ? 400 : 500, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ error: error instanceof Error ? error.message : "failed" }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  return {
    ...calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
