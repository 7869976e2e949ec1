import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Application } from "./applications.ts";
import { errors, invalidForm } from "./errors.ts";
import { parseJson } from "./json.ts";
import type { Grant } from "./oauth-store.ts";

/** A request that was read to its end. */
export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An answer before it is written; a string body is HTML, any other JSON. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The arguments of a route's handler. Bot routes always have an application, bearer routes a grant. */
export interface Context {
  request: Request;
  params: Readonly<Record<string, string>>;
  application: Application | undefined;
  grant: Grant | undefined;
  /** The emulator's own address as the client reached it. */
  origin: string;
}

export interface Route {
  method: string;
  /** Path segments; those that start with a colon are parameters. */
  path: string;
  auth: "none" | "bot" | "bearer" | "any";
  handle(context: Context): Answer | Promise<Answer>;
}

const bodyLimit = 10 * 1024 * 1024;

/**
 * Reads a request with its body.
 * @throws Error when the body exceeds 10 MiB
 */
export async function readRequest(message: IncomingMessage): Promise<Request> {
  const url = new URL(message.url ?? "/", "http://emulator");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw new Error("request body too large");
    chunks.push(chunk);
  }
  return {
    method: message.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    body: Buffer.concat(chunks),
  };
}

/**
 * Finds the route.
 * @throws DiscordError 404, or 405 when only the method differs
 */
export function matchRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } {
  let pathKnown = false;
  for (const route of routes) {
    const params = matchPath(route.path, path);
    if (!params) continue;
    if (route.method === method) return { route, params };
    pathKnown = true;
  }
  throw pathKnown ? errors.methodNotAllowed() : errors.notFound();
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? "";
    if (segment.startsWith(":")) {
      if (value === "") return undefined;
      try {
        params[segment.slice(1)] = decodeURIComponent(value);
      } catch {
        return undefined;
      }
    } else if (segment !== value) return undefined;
  }
  return params;
}

/** Returns an answer whose body type-checks against Discord's published type. */
export function answer<Body>(body: Body, status = 200): Answer {
  return { status, body };
}

export const noContent: Answer = { status: 204 };

export type JsonObject = Record<string, unknown>;

/** Returns whether a value is a JSON object, not a list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Parses the JSON body. Discord refuses other content types with 50035; of a multipart body it reads the
 * `payload_json` part, in which bot libraries send the message when files are attached.
 */
export function jsonBody(request: Request): unknown {
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("multipart/form-data")) {
    const text = request.body.toString("utf8");
    const part = /name="payload_json".*?\r\n\r\n(.*?)\r\n--/s.exec(text)?.[1];
    return part === undefined ? {} : parse(part);
  }
  if (!type.startsWith("application/json"))
    throw invalidForm({
      _errors: [
        {
          code: "CONTENT_TYPE_INVALID",
          message: "Expected \"Content-Type\" header to be one of {'application/json'}.",
        },
      ],
    });
  return parse(request.body.toString("utf8"));
}

/**
 * Parses the JSON body, which must be an object.
 * @throws DiscordError 50035
 */
export function objectBody(request: Request): JsonObject {
  const body = jsonBody(request);
  if (isObject(body)) return body;
  throw invalidForm({
    _errors: [{ code: "DICT_TYPE_CONVERT", message: "Only dictionaries may be used in a DictType" }],
  });
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw errors.malformedBody();
  }
}
