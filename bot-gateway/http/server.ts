import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import { errorText } from "../errors.ts";
import type { Log } from "../log.ts";
import { GATEWAY_LIMITS, type GatewaySnapshot, type gatewayError, type StartOrder } from "../protocol.ts";
import { adviceOn } from "../sandbox/advice.ts";
import { SIGNATURE_HEADERS, verifyGatewayRequest } from "../signature.ts";
import type { CommandResult } from "../supervise/attempt.ts";
import type { Supervisor } from "../supervise/supervisor.ts";
import { Connections } from "./connections.ts";
import { Nonces } from "./nonces.ts";
import { MalformedError, readCommand, readNothing, readStartOrder } from "./orders.ts";

type ErrorCode = z.infer<typeof gatewayError>["code"];
type Answer = { status: number; body?: unknown };

type Options = {
  secret: string;
  /** The only bot that this gateway serves; null for any. */
  botId: number | null;
  supervisor: Supervisor;
  snapshot: () => GatewaySnapshot;
  clock: Clock;
  log: Log;
};

/** The most bytes of bodies that are read at the same time, because unsigned ones use memory too. */
const BODIES_MAX = 4 * GATEWAY_LIMITS.requestBytes;
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 5_000;
/** Node.js checks the two limits above only this often, every half minute by itself. */
const CHECKING_INTERVAL_MS = 1_000;

class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly more: object;
  constructor(status: number, code: ErrorCode, detail: string, more: object = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

/** Creates the gateway's HTTP server; every route except `/live` requires the worker's signature. */
export function createGatewayServer(options: Options): Server {
  const nonces = new Nonces();
  const connections = new Connections(BODIES_MAX);
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECKING_INTERVAL_MS,
      maxHeaderSize: 8 * 1024,
    },
    (request, response) => {
      void handle(request, options, nonces, connections)
        .catch((error: unknown) => refuse(error, request, options.log))
        .then((answer) => send(request, response, answer));
    },
  );
  server.on("connection", (socket) => connections.open(socket));
  return server;
}

function send(request: IncomingMessage, response: ServerResponse, { status, body }: Answer): void {
  // The unread rest of a refused body would be parsed as the next request.
  if (!request.complete) response.setHeader("connection", "close");
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

function refuse(error: unknown, { method = "", url = "" }: IncomingMessage, log: Log): Answer {
  if (error instanceof Refusal)
    return { status: error.status, body: { code: error.code, detail: error.message, ...error.more } };
  // Only bodies that the worker signed reach this point.
  if (error instanceof MalformedError) {
    log("warn", "request_refused", { method, path: url, why: error.message });
    return { status: 400, body: { code: "malformed", detail: error.message } };
  }
  log("error", "request_failed", { why: errorText(error) });
  return { status: 500, body: { code: "internal", detail: "The bot gateway failed; its log says why." } };
}

async function handle(
  request: IncomingMessage,
  options: Options,
  nonces: Nonces,
  connections: Connections,
): Promise<Answer> {
  const method = request.method ?? "";
  const target = request.url ?? "";
  if (!/^\/(?!\/)/.test(target)) throw new Refusal(404, "malformed", "There is nothing here.");
  const url = new URL(target, "http://gateway");
  if (url.pathname === "/live" && method === "GET") return { status: 204 };
  assertHeaders(request, options.clock.now());
  const body = await readBody(request, connections);
  const header = (name: string) => request.headers[name]?.toString();
  const now = options.clock.now();
  const verified = await verifyGatewayRequest(options.secret, { method, url, body, header }, now);
  if (!verified) throw new Refusal(401, "bad_signature", "The request is not signed as it should be.");
  connections.prove(request.socket);
  const nonce = nonces.take(verified.nonce, now);
  if (nonce === "seen") throw new Refusal(401, "replayed", "This request was received before.");
  if (nonce === "full") throw new Refusal(503, "busy", "Too many requests.");
  return route(method, url, body, options);
}

/** Refuses a request by its headers, before its body is read. @throws Refusal */
function assertHeaders(request: IncomingMessage, now: number): void {
  const timestamp = Number(request.headers[SIGNATURE_HEADERS.timestamp]);
  const isInTime = Math.abs(now - timestamp) <= GATEWAY_LIMITS.clockSkewMs;
  const signature = request.headers[SIGNATURE_HEADERS.signature];
  if (!isInTime || signature === undefined)
    throw new Refusal(401, "bad_signature", "The request is not signed, or the clocks are too far apart.");
}

async function readBody(request: IncomingMessage, connections: Connections): Promise<string> {
  const tooLarge = new Refusal(413, "malformed", "The body is too large.");
  if (Number(request.headers["content-length"] ?? 0) > GATEWAY_LIMITS.requestBytes) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      const hasRoom = connections.read(request.socket, chunk.length);
      if (size > GATEWAY_LIMITS.requestBytes) throw tooLarge;
      if (!hasRoom) throw new Refusal(503, "busy", "Too many requests at once.");
      chunks.push(chunk);
    }
  } finally {
    connections.endBody(request.socket);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function route(method: string, url: URL, body: string, options: Options): Promise<Answer> {
  if (url.search !== "") throw new Refusal(400, "malformed", "No query is taken here.");
  if (url.pathname === "/health") {
    if (method !== "GET") throw new Refusal(405, "malformed", "Only GET.");
    readNothing(body);
    return { status: 200, body: options.snapshot() };
  }
  const match = /^\/bots\/([1-9]\d{0,15})(?:\/([a-z]+))?$/.exec(url.pathname);
  if (!match) throw new Refusal(404, "malformed", "There is nothing here.");
  const botId = Number(match[1]);
  if (options.botId !== null && options.botId !== botId)
    throw new Refusal(404, "unknown_bot", "This gateway serves another bot.");
  const action = `${method} ${match[2] ?? ""}`.trim();
  if (!(action in ACTIONS)) throw new Refusal(404, "malformed", "There is nothing here.");
  return ACTIONS[action as keyof typeof ACTIONS](botId, body, options);
}

const unknownBot = () => new Refusal(404, "unknown_bot", "This bot was not started here.");

function takesOrder({ supervisor, snapshot }: Options, { framework }: StartOrder): void {
  if (supervisor.isClosing) throw new Refusal(503, "busy", "The bot gateway is ending.");
  const { isolation, frameworks } = snapshot();
  if (!frameworks.some((each) => each.framework === framework && each.refused)) return;
  const why = `Nothing would keep bots of ${framework} from the gateway's own files here.`;
  throw new Refusal(409, "isolation", `${why} ${adviceOn(isolation) ?? ""}`.trim());
}

const ACTIONS = {
  "POST start": async (botId: number, body: string, options: Options): Promise<Answer> => {
    const order = readStartOrder(body);
    takesOrder(options, order);
    const { isAccepted, state } = options.supervisor.start(botId, order);
    if (!isAccepted)
      throw new Refusal(409, "already_running", "The bot is starting or running already.", { state });
    options.log("info", "bot_start", { botId, runId: order.runId });
    return { status: 202, body: state };
  },
  "POST restart": async (botId: number, body: string, options: Options): Promise<Answer> => {
    const order = readStartOrder(body);
    takesOrder(options, order);
    options.log("info", "bot_restart", { botId, runId: order.runId });
    return { status: 202, body: options.supervisor.restart(botId, order) };
  },
  "POST stop": async (botId: number, body: string, options: Options): Promise<Answer> => {
    readNothing(body);
    const state = options.supervisor.stop(botId);
    if (!state) throw unknownBot();
    options.log("info", "bot_stop", { botId, status: state.status });
    return { status: 200, body: state };
  },
  "POST command": async (botId: number, body: string, { supervisor }: Options): Promise<Answer> =>
    commandAnswer(await supervisor.command(botId, readCommand(body))),
  "GET files": async (botId: number, body: string, { supervisor }: Options): Promise<Answer> => {
    readNothing(body);
    const files = await supervisor.files(botId);
    if (!files) throw unknownBot();
    return { status: 200, body: { files } };
  },
  "GET logs": async (botId: number, body: string, { supervisor }: Options): Promise<Answer> => {
    readNothing(body);
    return { status: 200, body: supervisor.logs(botId) };
  },
  DELETE: async (botId: number, body: string, options: Options): Promise<Answer> => {
    readNothing(body);
    await options.supervisor.remove(botId);
    options.log("info", "bot_removed", { botId });
    return { status: 204 };
  },
};

function commandAnswer(result: CommandResult): Answer {
  switch (result.outcome) {
    case "done":
      return { status: 200, body: {} };
    case "not_running":
      throw new Refusal(409, "not_running", "The bot is not connected to Discord.");
    case "busy":
      throw new Refusal(503, "busy", "The bot does not read its commands.");
    case "timed_out":
      throw new Refusal(504, "busy", "The bot did not do it in time.");
    case "failed":
      throw new Refusal(502, "internal", `The bot could not do it: ${result.detail}`);
  }
}
