import { type $ZodIssue, type $ZodType, type output, safeParse } from "zod/v4/core";
import { secondsAsked } from "../../../bot-gateway/protocol.ts";
import { checkBeforeCall } from "./before-call.ts";

/** An upstream that did not give a usable answer; never carries the upstream's own words. */
export class OutgoingError extends Error {
  readonly fault: "unreachable" | "timeout" | "too_large" | "nonsense";
  /** The field of the answer that did not fit, such as `3.user.id`; "body" for the whole, "JSON" where it cannot be parsed. */
  readonly place: string | null;
  constructor(fault: OutgoingError["fault"], place: string | null = null) {
    super(`upstream ${fault}${place === null ? "" : ` at ${place}`}`);
    this.name = "OutgoingError";
    this.fault = fault;
    this.place = place;
  }
}

type OutgoingAnswer<Body> = { status: number; headers: Headers } & (
  | { ok: true; body: Body }
  /** `refusal` is the body, where the request has a schema for refusals and the body fits it. */
  | { ok: false; refusal?: unknown }
);

export type OutgoingRequest<Schema extends $ZodType> = {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
  /** Schema of a 2xx answer; a body that does not fit it is refused. */
  schema: Schema;
  /** Schema of an answer outside 2xx that gives a reason; a body that does not fit it is left out. */
  refusal?: $ZodType;
  timeoutMs?: number;
  maxBytes?: number;
  /** Sends it, in the place of the network. */
  send?: (url: string, init: RequestInit) => Promise<Response>;
};

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Largest reason that is read, in bytes. */
const REFUSAL_BYTES = 16 * 1024;

/**
 * Calls another service and validates its answer. A status outside 2xx is returned, not thrown.
 * @throws OutgoingError when it cannot be reached, takes longer than `timeoutMs` (10 s) or more than
 * `maxBytes` (4 MiB), or answers 2xx with something that is not the JSON asked for; no body counts as `null`
 */
export async function callJson<Schema extends $ZodType>({
  url,
  schema,
  refusal,
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
  send = fetch,
  ...init
}: OutgoingRequest<Schema>): Promise<OutgoingAnswer<output<Schema>>> {
  await checkBeforeCall();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const asked = { Accept: "application/json", ...init.headers };
    const response = await send(url, { ...init, headers: asked, redirect: "manual", signal });
    const { ok, status, headers } = response;
    if (ok) return { ok, status, headers, body: await readJson(response, schema, maxBytes) };
    if (refusal) return { ok, status, headers, refusal: await readRefusal(response, refusal) };
    await response.body?.cancel();
    return { ok, status, headers };
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    throw new OutgoingError(signal.aborted ? "timeout" : "unreachable");
  }
}

const readRefusal = (response: Response, schema: $ZodType): Promise<unknown> =>
  readJson(response, schema, REFUSAL_BYTES).catch((error) => {
    if (!(error instanceof OutgoingError)) throw error;
  });

async function readJson<Schema extends $ZodType>(
  response: Response,
  schema: Schema,
  maxBytes: number,
): Promise<output<Schema>> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new OutgoingError("too_large");
    text += decoder.decode(chunk, { stream: true });
  }
  text += decoder.decode();
  const { success, data, error } = safeParse(schema, text ? parseJson(text) : null);
  if (success) return data;
  throw new OutgoingError("nonsense", placeOf(error.issues[0]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OutgoingError("nonsense", "JSON");
  }
}

const PLACE_LENGTH = 100;

/** The path of a field with dots; keys that only the upstream can have chosen read `*`. */
function placeOf(issue: $ZodIssue | undefined): string {
  const path = issue?.path.map((key) => (/^\w{1,40}$/.test(String(key)) ? String(key) : "*")).join(".");
  return path?.slice(0, PLACE_LENGTH) || "body";
}

const MOST_SECONDS = 86_400;

/** Seconds that a 429 or 503 asks us to wait, a day at most; `fallback` where it does not say (see `secondsAsked`). */
export const retryAfterSeconds = (headers: Headers, fallback = 5): number =>
  Math.min(secondsAsked(headers.get("Retry-After")) ?? fallback, MOST_SECONDS);
