import { currentLanguage, languageShown, translate } from "./i18n/i18n.ts";
import { nextPage, type Problem, readProblem, withQuery } from "./problem.ts";
import { attempt } from "./storage.ts";

export { withQuery };

/** A request that failed. `message` is the status, a colon and the detail; without an answer only the detail. */
export class ApiError extends Error implements Problem {
  override readonly name = "ApiError";
  declare readonly status: number;
  declare readonly code: string;
  declare readonly detail: string;
  declare readonly errors: Record<string, string[]>;
  declare readonly current: unknown;
  declare readonly requestId: string | null;
  constructor(problem: Problem) {
    super(problem.status === 0 ? problem.detail : `${problem.status}: ${problem.detail}`);
    Object.assign(this, problem);
  }
}

export type RequestOptions = {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  /** Sent with what creates a record: the server creates one for each key of a user. */
  key?: string | undefined;
  signal?: AbortSignal;
};

/** Asked when the session turns out to have ended; true means "signed in again, try once more". */
type Unauthorized = (request: { quiet: boolean }) => Promise<boolean>;
let onUnauthorized: Unauthorized | null = null;

/** Sets what happens when a request is answered 401 while a user was signed in. */
export function setUnauthorizedHandler(handler: Unauthorized | null): void {
  onUnauthorized = handler;
}

/** Rises when the session is there again: a 401 to what was sent before says nothing about it. */
let renewals = 0;

/** Says that the user has signed in again. */
export function sessionRenewed(): void {
  renewals += 1;
}

/** Told of every answer: its path and which revisions it was made of, as the server put it, or null. */
let onAnswer: ((path: string, revisions: string | null) => void) | null = null;

/** Sets who is told of every answer. */
export function setAnswerHandler(handler: typeof onAnswer): void {
  onAnswer = handler;
}

/** Calls whose 401 is an answer about the credentials or the session itself, not about a session that ended. */
const ABOUT_THE_SESSION = new Set(["/api/user", "/api/login", "/api/register", "/api/logout"]);

async function send(path: string, { method = "GET", body, key, signal }: RequestOptions): Promise<Response> {
  const headers = new Headers({ Accept: "application/json", "Accept-Language": currentLanguage() });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (key) headers.set("Idempotency-Key", key);
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: "same-origin",
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw await unreachable();
  }
}

async function unreachable(): Promise<ApiError> {
  await languageShown();
  return new ApiError(readProblem(0, { code: "network_error" }, translate("error.network")));
}

/** The body as JSON, undefined for none and for anything else. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(async () => {
    throw await unreachable();
  });
  return attempt(() => JSON.parse(text), undefined);
}

async function call(path: string, options: RequestOptions): Promise<{ response: Response; body: unknown }> {
  const read = async () => {
    const response = await send(path, options);
    return { response, body: await readBody(response) };
  };
  const renewalsBefore = renewals;
  let answer = await read();
  if (answer.response.status === 401 && onUnauthorized && !ABOUT_THE_SESSION.has(path)) {
    const quiet = (options.method ?? "GET") === "GET";
    const isRenewed = renewals !== renewalsBefore;
    if (isRenewed || (await onUnauthorized({ quiet }))) answer = await read();
  }
  const { response, body } = answer;
  if (response.ok) {
    onAnswer?.(path, response.headers.get("X-Revisions"));
    return answer;
  }
  await languageShown();
  throw new ApiError(readProblem(response.status, body, translate("error.unexpected")));
}

/**
 * Calls the API on our own origin. The answer is taken to be a `T`: both ends share one description of it.
 * @throws ApiError for any answer other than 2xx, and for none (`code` is `network_error`)
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return (await call(path, options)).body as T;
}

/** One page of a list, with the address of the following one. */
export type Page<T> = { items: T[]; next: string | null };

/** Like {@link request} for a list that can have more pages. */
export async function requestPage<T>(path: string, options: RequestOptions = {}): Promise<Page<T>> {
  const { response, body } = await call(path, options);
  return { items: body as T[], next: nextPage(response.headers.get("Link")) };
}

/** Most items that one answer of a list holds. */
const MOST = 500;

/** Where a list up to `limit` items is asked for and cached; what follows # only tells such lists apart. */
export const listKey = (path: string, query: Parameters<typeof withQuery>[1], limit: number): string =>
  withQuery(path, { ...query, limit: Math.min(limit, MOST) }) + (limit > MOST ? `#${limit}` : "");

/** Fetches the list of a {@link listKey}, in as few answers as that takes. @throws ApiError */
export async function requestList<T>(key: string, limit: number): Promise<{ items: T[]; more: boolean }> {
  let page = await requestPage<T>(key);
  let { items } = page;
  while (page.next && items.length < limit) {
    page = await requestPage<T>(page.next);
    items = [...items, ...page.items];
  }
  return { items, more: page.next !== null };
}

/** Sentence to show for anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : translate("error.unexpected");
}
