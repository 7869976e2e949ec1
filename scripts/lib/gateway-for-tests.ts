import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline, Readable } from "node:stream";
import { onEnd } from "./lifetime.ts";

type Json = Record<string, unknown>;

/** How the next requests to a path are answered instead of the gateway's own answer. */
type Script = {
  /** Method and path, such as "POST /bots/1/start", or "*". */
  path: string;
  mode: "status" | "garbage" | "half" | "hang" | "drop" | "body" | "flood";
  status?: number;
  headers?: Record<string, string>;
  /** The body of the answer, with "status". */
  body?: unknown;
  times?: number;
};

type Bot = { state: Json & { status: string }; files: { name: string; content: string }[]; logs: Json[] };

/** A gateway that runs nothing: it records orders and answers like a gateway. */
class ScriptedGateway {
  secret = "gateway-secret-of-the-tests-0123456789";
  instance = "";
  sequence = 0;
  bots = new Map<number, Bot>();
  scripts: Script[] = [];
  requests: {
    path: string;
    body: unknown;
    signed: boolean;
    from: string;
    authorization: string;
    key: string;
    /** The headers with a webhook's signature, and the body as it came. */
    webhook: Record<string, string>;
    text: string;
  }[] = [];
  /** Bytes that a flood has sent until its reader closed it. */
  flooded = 0;
  nonces = new Set<string>();
  hanging = new Set<ServerResponse>();

  constructor() {
    this.reset();
  }

  reset(): void {
    this.instance = `instance-${Math.random().toString(36).slice(2, 12)}`;
    this.sequence = 0;
    this.bots.clear();
    this.scripts = [];
    this.requests = [];
    this.flooded = 0;
    for (const response of this.hanging) response.destroy();
    this.hanging.clear();
  }

  snapshot(): Json {
    return {
      instance: this.instance,
      startedAt: "2026-11-20T08:00:00.000Z",
      botId: null,
      memoryBytes: 41_000_000,
      isolation: { level: "own_uid", layers: [{ name: "own_uid", on: true, why: null }] },
      frameworks: [
        { framework: "discord.js", version: "14.28.1" },
        { framework: "discord.py", version: null },
      ],
      bots: [...this.bots.values()].map(({ state }) => state),
      sequence: this.sequence,
    };
  }

  /** Sets a bot's state; fields that are not given keep their values. */
  become(botId: number, change: Json): Bot {
    const bot = this.bots.get(botId) ?? { state: { status: "inactive" }, files: [], logs: [] };
    bot.state = {
      botId,
      runId: 1,
      reason: null,
      detail: null,
      user: null,
      restarts: 0,
      stayedUp: false,
      ...bot.state,
      since: new Date().toISOString(),
      ...change,
      sequence: ++this.sequence,
    } as Bot["state"];
    this.bots.set(botId, bot);
    return bot;
  }

  answer(method: string, path: string, body: Json): { status: number; body?: unknown } {
    if (path === "/health") return { status: 200, body: this.snapshot() };
    const [, id, verb] = /^\/bots\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
    const botId = Number(id);
    const bot = this.bots.get(botId);
    const isActive = bot !== undefined && ["running", "starting"].includes(bot.state.status);
    switch (`${method} ${verb ?? ""}`) {
      case "POST start":
        if (isActive) return { status: 409, body: { code: "already_running", detail: "", state: bot.state } };
        return this.begin(botId, body);
      case "POST restart":
        return this.begin(botId, body);
      case "POST stop":
        if (!bot) return { status: 404, body: { code: "unknown_bot", detail: "" } };
        if (!isActive) return { status: 200, body: bot.state };
        return { status: 200, body: this.become(botId, { status: "stopping", user: null }).state };
      case "POST command":
        if (!isActive) return { status: 409, body: { code: "not_running", detail: "" } };
        return { status: 200, body: {} };
      case "GET files":
        if (!bot) return { status: 404, body: { code: "unknown_bot", detail: "" } };
        return { status: 200, body: { files: bot.files } };
      case "GET logs":
        return { status: 200, body: bot?.logs ?? [] };
      case "DELETE ":
        this.bots.delete(botId);
        return { status: 204 };
      default:
        return { status: 404, body: { code: "malformed", detail: "" } };
    }
  }

  begin(botId: number, order: Json): { status: number; body: unknown } {
    const bot = this.become(botId, {
      status: "starting",
      runId: order["runId"],
      restarts: 0,
      stayedUp: false,
    });
    bot.files = (order["files"] as { name: string; content: string }[]).map(({ name, content }) => ({
      name,
      content,
    }));
    return { status: 202, body: bot.state };
  }

  /** Returns whether a request has the signature of the protocol, and a nonce that was not used before. */
  isSigned(request: IncomingMessage, body: string): boolean {
    const header = (name: string) => String(request.headers[`x-gateway-${name}`] ?? "");
    const timestamp = header("timestamp");
    const nonce = header("nonce");
    if (Math.abs(Date.now() - Number(timestamp)) > 60_000 || this.nonces.has(nonce)) return false;
    const text = `v1\n${request.method}\n${request.url}\n${timestamp}\n${nonce}\n${body}`;
    // A container's gateway has the secret that it was started with.
    const secret = String(request.headers["x-started-with"] ?? this.secret);
    const expected = createHmac("sha256", secret).update(text, "utf8").digest();
    const given = Buffer.from(header("signature"), "hex");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    this.nonces.add(nonce);
    return true;
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, status: number, body?: unknown, headers = {}): void {
  response.writeHead(status, {
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...headers,
  });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** Control calls of the tests: reset, scripts, states, files, and received requests. */
function control(gateway: ScriptedGateway, path: string, body: Json): unknown {
  switch (path) {
    case "/__control/reset":
      gateway.reset();
      return gateway.snapshot();
    case "/__control/script":
      gateway.scripts.push(body as unknown as Script);
      return {};
    case "/__control/state":
      return gateway.become(Number(body["botId"]), body).state;
    case "/__control/files":
      gateway.become(Number(body["botId"]), {}).files = body["files"] as Bot["files"];
      return {};
    case "/__control/requests":
      return gateway.requests;
    case "/__control/flooded":
      return gateway.flooded;
    default:
      return gateway.snapshot();
  }
}

async function handle(gateway: ScriptedGateway, request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? "";
  const text = await read(request);
  const body = text ? (JSON.parse(text) as Json) : {};
  if (path.startsWith("/__control/")) return send(response, 200, control(gateway, path, body));
  const signed = gateway.isSigned(request, text);
  const name = `${request.method} ${path}`;
  const { authorization = "", "user-agent": from = "", "idempotency-key": key = "" } = request.headers;
  const webhook = Object.fromEntries(
    Object.entries(request.headers).flatMap(([header, value]) =>
      header.startsWith("webhook-") ? [[header, String(value)]] : [],
    ),
  );
  gateway.requests.push({ path: name, body, signed, from, authorization, key: String(key), webhook, text });
  const script = gateway.scripts.find((each) => each.path === "*" || each.path === name);
  if (script) {
    script.times = (script.times ?? 1) - 1;
    if (script.times < 1) gateway.scripts.splice(gateway.scripts.indexOf(script), 1);
    return follow(gateway, script, response);
  }
  if (!signed) return send(response, 401, { code: "bad_signature", detail: "" });
  const answer = gateway.answer(request.method ?? "", path, body);
  send(response, answer.status, answer.body);
}

/** 16 MiB, as far as they are read. */
function* flood(gateway: ScriptedGateway): Generator<string> {
  const chunk = "x".repeat(64 * 1024);
  for (let sent = 0; sent < 256; sent++) {
    gateway.flooded += chunk.length;
    yield chunk;
  }
}

function follow(gateway: ScriptedGateway, script: Script, response: ServerResponse): void {
  switch (script.mode) {
    case "garbage":
      response.writeHead(200, { "Content-Type": "application/json" }).end("<html>Bad gateway</html>");
      return;
    case "half":
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
      response.write('{"botId":');
      response.destroy();
      return;
    case "hang":
      gateway.hanging.add(response);
      return;
    case "drop":
      response.destroy();
      return;
    case "flood":
      response.writeHead(script.status ?? 200, { "Content-Type": "text/plain" });
      pipeline(Readable.from(flood(gateway)), response, () => undefined);
      return;
    default:
      send(response, script.status ?? 200, script.body, script.headers);
  }
}

/**
 * Starts a bot gateway for the worker's tests; resolves with its address. It speaks the gateway's protocol and checks
 * signatures; tests control its answers at /__control.
 */
export async function startGateway(): Promise<string> {
  const gateway = new ScriptedGateway();
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    handle(gateway, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  onEnd(() => {
    gateway.reset();
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
