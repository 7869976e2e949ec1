import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { KEPT_MS } from "../kept.ts";
import { isSecret, mayControl } from "../secrets.ts";
import type { Application } from "./applications.ts";
import { Chat } from "./chat/chat-routes.ts";
import { handleControl } from "./control-routes.ts";
import type { Core } from "./core.ts";
import type { DiscordEmulator } from "./emulator.ts";
import { DiscordError, errors } from "./errors.ts";
import { type Failure, isCarriedOut } from "./failures.ts";
import { type Answer, type Context, matchRoute, type Request, type Route, readRequest } from "./http.ts";
import { messagePage } from "./oauth-page.ts";
import { authorize, exchangeToken, revokeToken } from "./oauth-routes.ts";
import { record } from "./request-log.ts";
import { commandRoutes } from "./rest-commands.ts";
import { eventRoutes } from "./rest-events.ts";
import { guildRoutes } from "./rest-guilds.ts";
import { messageRoutes } from "./rest-messages.ts";
import { userRoutes } from "./rest-users.ts";

/** Creates the HTTP server over all parts; it does not listen yet. */
export function createDiscordServer(core: Core, emulator: () => DiscordEmulator): Server {
  const routes = [
    ...userRoutes(core),
    ...guildRoutes(core),
    ...eventRoutes(core),
    ...messageRoutes(core),
    ...commandRoutes(core),
  ];
  const chat = new Chat(core);
  const server = createServer({ keepAliveTimeout: KEPT_MS }, (message, response) => {
    serve(core, routes, chat, emulator, message, response).catch(() => response.destroy());
  });
  server.on("upgrade", (message, socket, head) => upgrade(core, message, socket, head));
  return server;
}

async function serve(
  core: Core,
  routes: readonly Route[],
  chat: Chat,
  emulator: () => DiscordEmulator,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await readRequest(message);
  if (request.path.startsWith("/__control/") && mayControl(request.headers, core.controlSecret)) {
    write(response, await handleControl(emulator(), request, message.socket));
    return;
  }
  const chatting = /^(\/([^/]+)\/chat)((?:\/\w+)?)$/.exec(request.path);
  if (chatting?.[2] && isSecret(chatting[2], core.consentKey)) {
    write(response, await chat.answer(request, chatting[1] ?? "", chatting[3] ?? ""));
    return;
  }
  const failure = core.failures.strike(request.method, request.path);
  if (failure && !isCarriedOut(failure)) {
    log(core, request, strike(failure, response, message.socket));
    return;
  }
  const isDelayed = failure?.mode === "delay";
  if (isDelayed && !failure.carriedOut) await pass(core, failure);
  const origin = `http://${message.headers.host ?? "127.0.0.1"}`;
  const result = await respond(core, routes, request, origin);
  if (isDelayed && failure.carriedOut) await pass(core, failure);
  if (!failure || isDelayed) {
    log(core, request, result.status);
    write(response, result);
  } else if (failure.mode === "truncate") {
    log(core, request, 0);
    truncate(response, result, message.socket);
  } else log(core, request, strike(failure, response, message.socket));
}

/** Resolves when a delay is over. */
async function pass({ clock }: Core, { ms = 1000 }: Failure): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.deadline(ms).addEventListener("abort", () => resolve(), { once: true });
  await promise;
}

async function respond(
  core: Core,
  routes: readonly Route[],
  request: Request,
  origin: string,
): Promise<Answer> {
  const limited: Record<string, string> = {};
  try {
    const plain = plainRoute(core, request);
    if (plain) return plain;
    const versioned = /^\/api(?:\/v(\d+))?(\/.*)$/.exec(request.path);
    if (!versioned) throw errors.notFound();
    if (versioned[1] !== undefined && versioned[1] !== "10") throw errors.invalidVersion();
    const { route, params } = matchRoute(routes, request.method, versioned[2] ?? "/");
    const context: Context = { request, params, origin, ...authenticate(core, route, request) };
    const over = limit(core, route, context, limited);
    if (over) return over;
    const result = await route.handle(context);
    const body = core.strange.answer(route.method, route.path, result.body);
    return { ...result, body, headers: { ...limited, ...result.headers } };
  } catch (error) {
    const known =
      error instanceof DiscordError ? error : new DiscordError(500, 0, "500: Internal Server Error");
    if (known !== error) console.error(error);
    return { status: known.status, body: known.body(), headers: limited };
  }
}

/** Answers routes outside the versioned API: sign-in pages, tokens, and a page that describes the emulator. */
function plainRoute(core: Core, request: Request): Answer | undefined {
  const { method, path } = request;
  if (path === "/")
    return {
      status: 200,
      body: messagePage("Discord emulator", `The guild ${core.guild.state.name} is here.`),
    };
  const consent = /^\/([^/]+)\/oauth2\/authorize$/.exec(path);
  if (consent?.[1] && isSecret(consent[1], core.consentKey)) {
    if (method === "GET" || method === "POST") return authorize(core, request);
    throw errors.methodNotAllowed();
  }
  const token = /^\/api(?:\/v10)?\/oauth2\/token(\/revoke)?$/.exec(path);
  if (!token) return undefined;
  if (method !== "POST") throw errors.methodNotAllowed();
  return token[1] ? revokeToken(core, request) : exchangeToken(core, request);
}

function authenticate(core: Core, route: Route, request: Request): Pick<Context, "application" | "grant"> {
  const { authorization = "" } = request.headers;
  const [scheme = "", token = ""] = authorization.split(" ");
  if (route.auth === "none") return { application: undefined, grant: undefined };
  const application: Application | undefined =
    scheme === "Bot" && route.auth !== "bearer"
      ? [...core.applications.values()].find(({ botToken }) => botToken === token)
      : undefined;
  const grant = scheme === "Bearer" && route.auth !== "bot" ? core.oauth.byAccessToken(token) : undefined;
  if (!application && !grant) throw errors.unauthorized();
  return { application, grant };
}

/**
 * Counts the request and fills in the headers; returns an answer when the limit is exceeded. Interaction replies are
 * exempt.
 */
function limit(
  core: Core,
  route: Route,
  context: Context,
  headers: Record<string, string>,
): Answer | undefined {
  const credential = context.application?.id ?? context.grant?.accessToken;
  if (credential === undefined) return undefined;
  const major = context.params["guild"] ?? context.params["channel"] ?? "";
  const state = core.limits.take(credential, route.method, route.path, major);
  Object.assign(headers, state.headers);
  return state.retryAfter === null ? undefined : tooMany(state.retryAfter, state.global, headers);
}

function tooMany(retryAfter: number, global: boolean, headers: Record<string, string>): Answer {
  const wait = Math.ceil(retryAfter * 1000) / 1000;
  return {
    status: 429,
    body: { message: "You are being rate limited.", retry_after: wait, global, code: 0 },
    headers: { ...headers, "retry-after": String(Math.ceil(wait)) },
  };
}

/** Causes a failure and returns the status that was sent; 0 when there was no answer. */
function strike(failure: Failure, response: ServerResponse, socket: Socket): number {
  const retryAfter = failure.retryAfter ?? 1;
  switch (failure.mode) {
    case "hang":
      return 0;
    case "reset":
    case "lost":
      socket.resetAndDestroy();
      return 0;
    case "rate_limit": {
      const global = failure.global ?? false;
      const scope = { "x-ratelimit-scope": global ? "global" : "user" };
      const headers = global ? { ...scope, "x-ratelimit-global": "true" } : scope;
      write(response, tooMany(retryAfter, global, headers));
      return 429;
    }
    case "garbage":
      response.writeHead(200, { "content-type": "application/json" }).end('{"id": "1", <<<<');
      return 200;
    case "empty":
      response.writeHead(200, { "content-type": "application/json", "content-length": "0" }).end();
      return 200;
    default: {
      const status = failure.status ?? 500;
      const body =
        status === 401 ? errors.unauthorized() : new DiscordError(status, 0, `${status}: Emulated failure`);
      const headers = failure.retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
      write(response, { status, body: failure.body ?? body.body(), headers });
      return status;
    }
  }
}

function serialize(result: Answer): { text: string; type: string } {
  if (result.body === undefined) return { text: "", type: "text/plain; charset=utf-8" };
  return typeof result.body === "string"
    ? { text: result.body, type: "text/html; charset=utf-8" }
    : { text: JSON.stringify(result.body), type: "application/json" };
}

function write(response: ServerResponse, result: Answer): void {
  const { text, type } = serialize(result);
  const length = Buffer.byteLength(text);
  const content = text === "" ? {} : { "content-type": type, "content-length": String(length) };
  response.writeHead(result.status, { "cache-control": "no-store", ...content, ...result.headers });
  response.end(text);
}

/** Announces the whole body, sends half of it and cuts the connection. */
function truncate(response: ServerResponse, result: Answer, socket: Socket): void {
  const { text, type } = serialize(result);
  const bytes = Buffer.from(text);
  response.writeHead(result.status, { "content-type": type, "content-length": String(bytes.length + 1) });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy());
}

function upgrade(core: Core, message: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.on("error", () => socket.destroy());
  const url = new URL(message.url ?? "/", "http://emulator");
  const entry = { method: "GET", path: url.pathname, query: url.searchParams, headers: message.headers };
  const known = url.pathname === "/" || url.pathname === "/resume";
  const failure = core.failures.strike("GET", url.pathname);
  const status = failure ? (failure.mode === "status" ? (failure.status ?? 500) : 0) : known ? 101 : 404;
  log(core, { ...entry, body: Buffer.alloc(0) }, status);
  if (failure?.mode === "hang") return;
  if (status === 101) core.gateway.upgrade(message, socket, head);
  else if (status === 0) socket.destroy();
  else socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function log(core: Core, request: Request, status: number): void {
  const userAgent = request.headers["user-agent"] ?? "";
  const scheme = (request.headers.authorization ?? "").split(" ")[0]?.toLowerCase() ?? "";
  const reason = request.headers["x-audit-log-reason"];
  record(core.requests, {
    method: request.method,
    path: request.path,
    query: Object.fromEntries(request.query),
    status,
    userAgent,
    validUserAgent: /^DiscordBot \([^,()]+, [^()]+\)/.test(userAgent),
    auth:
      scheme === ""
        ? "none"
        : scheme === "bot" || scheme === "bearer" || scheme === "basic"
          ? scheme
          : "other",
    reason: typeof reason === "string" ? decodeReason(reason) : null,
  });
}

function decodeReason(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
