import { currentLanguage, languageShown, translate } from "./i18n/i18n.ts";
import { attempt } from "./storage.ts";

/** What a failed request told us; status 0 when no answer came at all. */
type Problem = {
  status: number;
  /** The server's error code; `network_error` without an answer, `unknown` for an answer that is none of ours. */
  code: string;
  /** A sentence in the reader's language. */
  detail: string;
  /** Sentences by field, where a form was wrong. */
  errors: Record<string, string[]>;
  /** The record as it is now, with an edit that was based on an older one (409 `stale_version`). */
  current: unknown;
  /** What debug mode tells administrators of the request: its id, and how long it took in milliseconds. */
  debug: { requestId: string; ms: number } | null;
};

/** A request that failed. `message` is the status, a colon and the detail; without an answer only the detail. */
export class ApiError extends Error implements Problem {
  override readonly name = "ApiError";
  declare readonly status: number;
  declare readonly code: string;
  declare readonly detail: string;
  declare readonly errors: Record<string, string[]>;
  declare readonly current: unknown;
  declare readonly debug: Problem["debug"];
  /** The status in HTTP's own words; empty where the connection carries none. */
  readonly statusText: string;
  constructor(problem: Problem, statusText = "") {
    super(problem.status === 0 ? problem.detail : `${problem.status}: ${problem.detail}`);
    Object.assign(this, problem);
    this.statusText = statusText;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function fieldErrors(value: unknown): Record<string, string[]> {
  const entries = Object.entries(isRecord(value) ? value : {})
    .map(([field, sentences]) => [field, [sentences].flat().filter(isText)] as const)
    .filter(([, sentences]) => sentences.length > 0);
  return Object.fromEntries(entries);
}

const codeOf = (body: unknown) => (isRecord(body) ? body["code"] : undefined);

/** Reads a problem document (RFC 9457). A body that is none, such as a proxy's HTML page, gives `fallback`. */
export function readProblem(status: number, body: unknown, fallback: string): Problem {
  const { code, detail, title, errors, current, requestId, durationMs } = isRecord(body) ? body : {};
  return {
    status,
    code: isText(code) ? code : "unknown",
    detail: isText(detail) ? detail : isText(title) ? title : fallback,
    errors: fieldErrors(errors),
    current: current ?? null,
    debug: isText(requestId) && typeof durationMs === "number" ? { requestId, ms: durationMs } : null,
  };
}

/** The address of the next page out of a `Link` header, null on the last page. */
export function nextPage(link: string | null): string | null {
  for (const part of link?.split(/,(?=\s*<)/) ?? []) {
    const match = /<([^>]*)>(.*)/.exec(part);
    if (match?.[1] && /;\s*rel="?next"?/i.test(match[2] ?? "")) {
      const url = new URL(match[1], "http://here.invalid");
      return url.pathname + url.search;
    }
  }
  return null;
}

/** A path with its query; values that are empty, null or undefined are left out. */
export function withQuery(
  path: string,
  query: Record<string, string | number | boolean | null | undefined>,
): string {
  const said = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return said.length > 0 ? `${path}?${new URLSearchParams(said)}` : path;
}

type RequestOptions = {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  /** Sent with what creates a record: the server creates one for each key of a user. */
  key?: string | undefined;
  /** The answer's body is left to be read. */
  stream?: boolean;
};

/** Asked when the session turns out to have ended; true means "signed in again, try once more". */
type Unauthorized = (request: { quiet: boolean }) => Promise<boolean>;
let onUnauthorized: Unauthorized | null = null;

/** Sets what happens when a request is answered 401 while a user was signed in. */
export function setUnauthorizedHandler(handler: Unauthorized | null): void {
  onUnauthorized = handler;
}

/** Asked when the server wants a recent proof of who the user is; true means "proved, try once more". */
let onProofWanted: (() => Promise<boolean>) | null = null;

/** Sets what happens when a request is refused for want of a recent proof of who the user is. */
export function setProofHandler(handler: typeof onProofWanted): void {
  onProofWanted = handler;
}

/** Rises when the session is there again: a 401 to what was sent before says nothing about it. */
let renewals = 0;

/** Says that the user has signed in again. */
export function sessionRenewed(): void {
  renewals += 1;
}

/** Is told of every answer: its path and which revisions it was made of, as the server put it, or null. */
type AnswerHandler = (path: string, revisions: string | null) => void;

/** The answers that came before the handler was there. */
const unheard = new Map<string, string | null>();
let onAnswer: AnswerHandler = (path, revisions) => unheard.set(path, revisions);

/** Sets who is told of every answer, those that have come already too. */
export function setAnswerHandler(handler: AnswerHandler): void {
  onAnswer = handler;
  for (const [path, revisions] of unheard) handler(path, revisions);
  unheard.clear();
}

/** Calls whose 401 is an answer about the credentials or the session itself, not about a session that ended. */
const ABOUT_THE_SESSION = new Set(["/api/user", "/api/login", "/api/register", "/api/logout"]);

/** The error for a request that was never answered, or not to the end. */
async function networkError(): Promise<ApiError> {
  await languageShown();
  return new ApiError(readProblem(0, { code: "network_error" }, translate("error.network")));
}

/** Sends a request; `body` is the answer's JSON, undefined for none, for a stream and for anything else. */
async function send(path: string, { method = "GET", body, key, stream = false }: RequestOptions) {
  const headers = new Headers({ Accept: "application/json", "Accept-Language": currentLanguage() });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (key) headers.set("Idempotency-Key", key);
  try {
    const sent = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(path, { method, headers, body: sent });
    if (stream && response.ok) return { response, body: undefined };
    const text = await response.text();
    return { response, body: attempt((): unknown => JSON.parse(text), undefined) };
  } catch {
    throw await networkError();
  }
}

async function call(path: string, options: RequestOptions = {}) {
  const renewalsBefore = renewals;
  let answer = await send(path, options);
  if (answer.response.status === 401 && onUnauthorized && !ABOUT_THE_SESSION.has(path)) {
    const quiet = (options.method ?? "GET") === "GET";
    const isRenewed = renewals !== renewalsBefore;
    if (isRenewed || (await onUnauthorized({ quiet }))) answer = await send(path, options);
  }
  const wantsProof = answer.response.status === 403 && codeOf(answer.body) === "reauthentication_required";
  if (wantsProof && (await onProofWanted?.())) answer = await send(path, options);
  const { response, body } = answer;
  if (!response.ok) {
    await languageShown();
    const problem = readProblem(response.status, body, translate("error.unexpected"));
    throw new ApiError(problem, response.statusText);
  }
  onAnswer(path, response.headers.get("X-Revisions"));
  return answer;
}

/** Calls our own API, whose answer is taken to be a `T`. @throws ApiError unless it is 2xx; without one `network_error` */
export async function request<T>(path: string, options?: RequestOptions): Promise<T> {
  return (await call(path, options)).body as T;
}

/** Fetches a file; its body is still to be read. @throws ApiError unless it is 2xx; without an answer `network_error` */
export const requestFile = async (path: string): Promise<Response> =>
  (await call(path, { stream: true })).response;

/** What is read of an answer to the end. @throws ApiError `network_error` where it was cut */
export async function readWhole<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw await networkError();
  }
}

/** Most items that one answer of a list holds. */
const MOST = 500;

/** Where a list up to `limit` items is asked for and cached; what follows # only tells such lists apart. */
export const listKey = (path: string, query: Parameters<typeof withQuery>[1], limit: number): string =>
  withQuery(path, { ...query, limit: Math.min(limit, MOST) }) + (limit > MOST ? `#${limit}` : "");

/** Fetches the list of a {@link listKey}, in as few answers as that takes. @throws ApiError */
export async function requestList<T>(key: string, limit: number): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = [];
  let next: string | null = key;
  while (next && items.length < limit) {
    const { response, body } = await call(next);
    items.push(...(body as T[]));
    next = nextPage(response.headers.get("Link"));
  }
  return { items, more: next !== null };
}

/** What debug mode adds to a failure; null without it. */
export const debugText = (error: unknown): string | null =>
  error instanceof ApiError && error.debug ? translate("error.debug", error.debug) : null;

/** Sentence to show for anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : translate("error.unexpected");
}
