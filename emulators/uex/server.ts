import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { KEPT_MS } from "../kept.ts";
import { mayControl } from "../secrets.ts";
import { control, isLocal, type State } from "./control.ts";
import type { FaultInput } from "./faults.ts";
import { drawPhoto } from "./photo.ts";
import type { Row } from "./vehicles.ts";

/** The most requests of a client in a minute, as at UEX. */
const MINUTE_LIMIT = 120;
/** Seconds for which the list may be cached. */
const MAX_AGE = 43_200;

/** An answer before it is written. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(body),
});

const envelope = (data: readonly Row[]) => ({
  status: "ok",
  http_code: 200,
  message: "",
  data: data.length > 0 ? data : null,
});

/** Creates the HTTP server of an emulator; it does not listen yet. */
export function createUexServer(state: State): Server {
  return createServer({ keepAliveTimeout: KEPT_MS }, (request, response) => {
    serve(state, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path, searchParams } = new URL(request.url ?? "/", "http://emulator");
  if (path.startsWith("/__control/")) {
    if (!mayControl(request.headers, state.controlSecret))
      return write(response, json(404, { status: "not_found", http_code: 404 }));
    const isOurs = isLocal(request);
    return write(
      response,
      isOurs ? await control(state, request, path, json) : json(403, { error: "not from here" }),
    );
  }
  const method = request.method ?? "GET";
  const { authorization = null, "if-none-match": tag = null, "user-agent": agent = null } = request.headers;
  state.requests.push({ method, path, query: searchParams.toString(), authorization, tag, agent });
  if (method !== "GET") return write(response, json(405, { status: "method_not_allowed", http_code: 405 }));
  const fault = state.faults.strike(path);
  if (fault?.mode === "hang") return;
  if (fault?.mode === "reset") return void response.destroy();
  const answer = fault ? spoilt(fault) : respond(state, path, searchParams, request.headers);
  if (fault?.mode !== "truncate")
    return write(response, answer ?? json(404, { status: "not_found", http_code: 404 }));
  // Announces the whole length and sends half.
  const whole = Buffer.from(respond(state, path, searchParams, request.headers)?.body ?? "");
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": whole.length });
  response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
}

function spoilt({ mode, status = 500, body, retryAfter = 60 }: FaultInput): Answer {
  switch (mode) {
    case "status":
      return json(status, { status: "error", http_code: status, message: "Emulated failure" });
    case "rate_limit":
      return limited(retryAfter);
    case "garbage":
      return {
        status: 200,
        headers: { "Content-Type": "text/html" },
        body: "<html><h1>Just a moment</h1></html>",
      };
    case "null_data":
      return json(200, { status: "ok", http_code: 200, message: "", data: null });
    case "not_ok":
      return json(200, { status: "temporarily_unavailable", message: "", data: [] });
    case "body":
      return json(200, body);
    default:
      return { status: 200 };
  }
}

const limited = (seconds: number) =>
  json(
    429,
    { status: "requests_limit_reached", http_code: 429, message: "" },
    { "Retry-After": String(seconds) },
  );

function respond(
  state: State,
  path: string,
  query: URLSearchParams,
  headers: IncomingMessage["headers"],
): Answer | undefined {
  if (path === "/") return { status: 200, headers: { "Content-Type": "text/plain" }, body: "UEX emulator" };
  const photo = /^\/photos\/([^/]+)\/.*$/.exec(path);
  if (photo) return photoAnswer(state, `https://${path.slice("/photos/".length)}`);
  const list = /^\/2\.0\/vehicles(?:\/id_company\/(\d+))?\/?$/.exec(path);
  if (!list) return undefined;
  const over = limit(state);
  if (over) return over;
  // Requires a User-Agent, as services behind Cloudflare do.
  if (!headers["user-agent"]) return json(403, { status: "forbidden", http_code: 403, message: "" });
  // A request needs no token, but a malformed one is refused.
  if (headers.authorization !== undefined && !/^Bearer [\w-]{20,}$/.test(headers.authorization)) {
    const status = headers.authorization.startsWith("Bearer ") ? 403 : 401;
    return json(status, { status: "invalid_token", http_code: status, message: "" });
  }
  const company = list[1] ?? query.get("id_company");
  const rows =
    company === null ? state.rows : state.rows.filter((row) => String(row["id_company"]) === company);
  const { body = "" } = json(200, envelope(rows));
  const etag = `"${createHash("sha1").update(body).digest("hex")}"`;
  const cacheHeaders = { ETag: etag, "Cache-Control": `public, max-age=${MAX_AGE}` };
  return headers["if-none-match"] === etag
    ? { status: 304, headers: cacheHeaders }
    : { status: 200, headers: { "Content-Type": "application/json; charset=utf-8", ...cacheHeaders }, body };
}

function limit(state: State): Answer | undefined {
  const now = Date.now();
  if (now - state.minute.began >= 60_000) state.minute = { began: now, count: 0 };
  state.minute.count += 1;
  return state.minute.count > MINUTE_LIMIT
    ? limited(Math.ceil((state.minute.began + 60_000 - now) / 1000))
    : undefined;
}

/** Returns the photo at an address of one of the real hosts. */
function photoAnswer(state: State, url: string): Answer {
  const id = state.photos.get(url);
  const vehicle = id === undefined ? undefined : state.vehicles.find((each) => each.id === id);
  if (!vehicle)
    return { status: 404, headers: { "Content-Type": "text/html" }, body: "<html>Not found</html>" };
  const drawn = state.drawn.get(vehicle.id) ?? drawPhoto(vehicle);
  state.drawn.set(vehicle.id, drawn);
  // The photos are PNGs, whatever the extension of their names.
  return {
    status: 200,
    headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=86400" },
    body: drawn,
  };
}

function write(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, {
    ...headers,
    ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
  });
  response.end(body);
}
