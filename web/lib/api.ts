import { noteAnswer, whileLeaving } from "./connection.ts";
import { currentLanguage, languageShown, translate } from "./i18n/i18n.ts";
import { proofQuestion } from "./proof.ts";
import { askToSignInAgain } from "./sign-in-again.ts";
import { attempt } from "./storage.ts";
import { endHeld } from "./toast.ts";

/** A request that failed. `message` is the status, a colon and the detail; without an answer only the detail. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** Status of HTTP; 0 without an answer. */
  declare readonly status: number;
  /** The server's error code; `network_error` without an answer, `unknown` for an answer of another program. */
  declare readonly code: string;
  /** A sentence in the reader's language. */
  declare readonly detail: string;
  /** Sentences by field of a form. */
  declare readonly errors: Record<string, string[]>;
  /** The newer record, after an edit that was based on an older one (409 `stale_version`). */
  declare readonly current: unknown;
  /** Id and duration of the request in milliseconds, for administrators in debug mode. */
  declare readonly debug: { requestId: string; ms: number } | null;
  /** The status text of HTTP; empty where the connection carries none. */
  declare readonly statusText: string;
  constructor(problem: Problem, statusText = "") {
    super(problem.status === 0 ? problem.detail : `${problem.status}: ${problem.detail}`);
    Object.assign(this, problem, { statusText });
  }
}

type Problem = Omit<ApiError, keyof Error | "statusText">;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function fieldErrors(value: unknown): Record<string, string[]> {
  const entries = Object.entries(isRecord(value) ? value : {})
    .map(([field, sentences]) => [field, [sentences].flat().filter(isText)] as const)
    .filter(([, { length }]) => length);
  return Object.fromEntries(entries);
}

/** Reads a problem document (RFC 9457); any other body, such as a proxy's HTML page, gives `fallback`. */
export function readProblem(status: number, body: unknown, fallback: string): Problem {
  const { code, detail, title, errors, current, requestId, durationMs } = isRecord(body) ? body : {};
  return {
    status,
    code: isText(code) ? code : "unknown",
    detail: [detail, title].find(isText) ?? fallback,
    errors: fieldErrors(errors),
    current: current ?? null,
    debug: isText(requestId) && typeof durationMs === "number" ? { requestId, ms: durationMs } : null,
  };
}

/** The path of the next page in a `Link` header; null on the last page. */
export function nextPage(link: string | null): string | null {
  const next = /<([^>]+)>[^<]*;\s*rel="?next"?/i.exec(link ?? "")?.[1];
  if (!next) return null;
  const url = new URL(next, "http://here.invalid");
  return url.pathname + url.search;
}

/** The query of a path; values that are empty, null or undefined are left out. */
export type ListQuery = Record<string, string | number | boolean | null | undefined>;

export function withQuery(path: string, query: ListQuery): string {
  const entries = Object.entries(query).filter(([, value]) => (value ?? "") !== "");
  const params = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return params.size > 0 ? `${path}?${params}` : path;
}

type RequestOptions = {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  body?: unknown;
  /** A JSON document in place of `body`; its type is how it is packed, empty for not at all. */
  file?: Blob;
  /** Idempotency key of a call that creates a record. */
  key?: string | undefined;
  /** Leaves the body of the answer unread. */
  stream?: boolean;
  /** Sent also while the page is left, of an act that waited: the body has at most 64 kB. */
  keepalive?: boolean;
  /** Ends the request; it rejects with the signal's reason. */
  signal?: AbortSignal;
};

/** Number of renewed sessions: a 401 to a request that was sent before a renewal is outdated. */
let renewals = 0;

export const sessionRenewed = (): void => {
  renewals += 1;
};

/** Called with the path of every answer and the revisions of its data. */
type AnswerHandler = (path: string, revisions: string | null) => void;

/** Answers before the handler was set. */
const unheard = new Map<string, string | null>();
let onAnswer: AnswerHandler = (path, revisions) => unheard.set(path, revisions);

/** Sets the handler of answers, and reports earlier ones to it. */
export function setAnswerHandler(handler: AnswerHandler): void {
  onAnswer = handler;
  for (const [path, revisions] of unheard) handler(path, revisions);
  unheard.clear();
}

/** Calls whose 401 is about credentials or the session itself, not about an ended session. */
const ABOUT_THE_SESSION = new Set(["/api/user", "/api/login", "/api/register", "/api/logout"]);

/** The error of a request without a complete answer. */
async function networkError(): Promise<ApiError> {
  await whileLeaving();
  noteAnswer(false);
  await languageShown();
  return new ApiError(readProblem(0, { code: "network_error" }, translate("error.network")));
}

/** Sends a request; `body` is the JSON of the answer, undefined for a stream or another body. */
async function send(path: string, options: RequestOptions) {
  const { method = "GET", body, file, key, stream = false, keepalive = false, signal } = options;
  const headers = new Headers({ Accept: "application/json", "Accept-Language": currentLanguage() });
  if (file || body !== undefined) headers.set("Content-Type", "application/json");
  if (file?.type) headers.set("Content-Encoding", file.type);
  if (key) headers.set("Idempotency-Key", key);
  try {
    const sent = file ?? (body === undefined ? null : JSON.stringify(body));
    const response = await fetch(path, { method, headers, body: sent, keepalive, signal: signal ?? null });
    noteAnswer(true);
    if (stream && response.ok) return { response, body: undefined };
    const text = await response.text();
    return { response, body: attempt((): unknown => JSON.parse(text), undefined) };
  } catch {
    signal?.throwIfAborted();
    throw await networkError();
  }
}

type Answer = Awaited<ReturnType<typeof send>>;

/** Answers to reads that were sent before the page that shows them was there, by path, while they are on the way; null for none. */
const ahead = new Map<string, Promise<Answer | null>>();

/** The answer of each path of `GET /api/batch`; null where the request was not answered as a whole. */
async function partsOf(batch: Promise<Response>): Promise<Answer[] | null> {
  try {
    const whole = await batch;
    const parts: { status: number; link?: string; body: unknown }[] = await whole.json();
    if (!whole.ok) return null;
    const revisions = whole.headers.get("X-Revisions") ?? "";
    return parts.map(({ status, link = "", body }) => ({
      response: new Response(null, { status, headers: { "X-Revisions": revisions, link } }),
      body,
    }));
  } catch {
    return null;
  }
}

/**
 * Takes up reads that were sent in one request, before the page that shows them is there: a call of one of the paths waits for
 * it instead of sending another. It asks nobody to sign in; what was not answered is left to that call.
 * @param keep stores an answer; called for those of 2xx
 */
export async function takeUp(
  { paths, answer }: { paths: readonly string[]; answer: Promise<Response> },
  keep: (path: string, body: unknown) => Promise<unknown>,
): Promise<void> {
  const parts = partsOf(answer);
  const takeOne = async (path: string, at: number) => {
    const mine = parts.then((all) => all?.[at] ?? null);
    ahead.set(path, mine);
    const { response, body } = (await mine) ?? {};
    if (response?.ok) {
      onAnswer(path, response.headers.get("X-Revisions"));
      await keep(path, body);
    }
    ahead.delete(path);
  };
  await Promise.all(paths.map(takeOne));
}

async function call(path: string, options: RequestOptions = {}) {
  const { method = "GET", keepalive } = options;
  // What the user did before comes first.
  if (method !== "GET" && !keepalive) await endHeld();
  const early = method === "GET" ? ahead.get(path) : undefined;
  let answer = (early && (await early)) ?? (await send(path, options));
  if (answer.response.status === 401 && !ABOUT_THE_SESSION.has(path)) {
    // The browser may have got another token meanwhile, in another tab or in this one, which may even do so again.
    const renewalsBefore = renewals;
    answer = await send(path, options);
    const quiet = method === "GET";
    const isRenewed = () => renewals !== renewalsBefore;
    if (answer.response.status === 401 && (isRenewed() || (await askToSignInAgain({ quiet }))))
      answer = await send(path, options);
  }
  const code = isRecord(answer.body) ? answer.body["code"] : undefined;
  if (code === "reauthentication_required" && (await proofQuestion.ask())) answer = await send(path, options);
  const { response, body } = answer;
  if (!response.ok) {
    await languageShown();
    const problem = readProblem(response.status, body, translate("error.unexpected"));
    throw new ApiError(problem, response.statusText);
  }
  onAnswer(path, response.headers.get("X-Revisions"));
  return answer;
}

/** Calls the API, whose answer is not checked to be a `T`. @throws ApiError unless it is 2xx; `network_error` without one */
export async function request<T>(path: string, options?: RequestOptions): Promise<T> {
  return (await call(path, options)).body as T;
}

/** Fetches a file; its body is unread. @throws ApiError unless it is 2xx; `network_error` without an answer */
export const requestFile = async (path: string): Promise<Response> =>
  (await call(path, { stream: true })).response;

/** Reads an answer to its end. @throws ApiError `network_error` when it was cut */
export async function readWhole<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw await networkError();
  }
}

/** One page of a list, and the path of the next; null on the last page. @throws ApiError */
export async function requestPage<T>(path: string): Promise<{ items: T[]; next: string | null }> {
  const { response, body } = await call(path);
  return { items: body as T[], next: nextPage(response.headers.get("Link")) };
}

/** Most items in one answer of a list. */
const MOST = 500;

/** Path and cache key of a list of up to `limit` items; the part after # only distinguishes such lists. */
export const listKey = (path: string, query: ListQuery, limit: number): string =>
  withQuery(path, { ...query, limit: Math.min(limit, MOST) }) + (limit > MOST ? `#${limit}` : "");

/**
 * Fetches the list of a {@link listKey}, in as few requests as possible.
 * @param onLoaded is told after each request how many items there are so far
 * @throws ApiError
 */
export async function requestList<T>(
  key: string,
  limit: number,
  onLoaded?: (items: number) => void,
): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = [];
  let next: string | null = key;
  while (next && items.length < limit) {
    const page: { items: T[]; next: string | null } = await requestPage<T>(next);
    items.push(...page.items);
    onLoaded?.(items.length);
    next = page.next;
  }
  return { items, more: next !== null };
}

/** Whether the user may not see the answer, which may have been shown before they lost the permission. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** The text that debug mode adds to a failure, with its status; null without it. */
export const debugText = (error: unknown): string | null =>
  error instanceof ApiError && error.debug
    ? translate("error.debug", { status: error.status, ...error.debug })
    : null;

/** The sentence to show for a thrown value, without its status and without the names that fields have in the API. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return translate("error.unexpected");
  const sentences = [...new Set(Object.values(error.errors).flat())].join("; ");
  return error.code === "invalid_input" && sentences ? translate("error.input", { sentences }) : error.detail;
}
