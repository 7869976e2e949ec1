import { type $ZodType, type output, parse } from "zod/v4/core";

/** How an upstream service let us down. */
export type OutgoingFault = "unreachable" | "timeout" | "too_large" | "nonsense";

/** An upstream that did not give a usable answer; never carries the upstream's own words. */
export class OutgoingError extends Error {
  readonly fault: OutgoingFault;
  constructor(fault: OutgoingFault) {
    super(`upstream ${fault}`);
    this.name = "OutgoingError";
    this.fault = fault;
  }
}

export type OutgoingAnswer<Body> =
  | { ok: true; status: number; headers: Headers; body: Body }
  | {
      ok: false;
      status: number;
      headers: Headers;
      /** What it said, where `refusal` was asked for and it said that. */
      refusal?: unknown;
    };

export type OutgoingRequest<Schema extends $ZodType> = {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
  /** What a good answer looks like; anything else is refused. */
  schema: Schema;
  /** What an answer outside 2xx looks like that says why; anything else leaves it out. */
  refusal?: $ZodType;
  timeoutMs?: number;
  maxBytes?: number;
  /** Sends it, in the place of the network. */
  send?: (url: string, init: RequestInit) => Promise<Response>;
};

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Calls another service and validates what it answers. A status outside 2xx is answered, not thrown.
 * @throws OutgoingError when it cannot be reached, takes longer than `timeoutMs` (10 s) or more than
 * `maxBytes` (4 MiB), or answers 2xx with something that is not the JSON asked for; no body counts as `null`
 */
export async function callJson<Schema extends $ZodType>(
  request: OutgoingRequest<Schema>,
): Promise<OutgoingAnswer<output<Schema>>> {
  const signal = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
  try {
    const send = request.send ?? fetch;
    const response = await send(request.url, {
      method: request.method ?? "GET",
      headers: { Accept: "application/json", ...request.headers },
      ...(request.body !== undefined ? { body: request.body } : {}),
      redirect: "manual",
      signal,
    });
    const { status, headers } = response;
    if (!response.ok) {
      if (request.refusal) {
        const refusal = await readRefusal(response, request.refusal);
        return { ok: false, status, headers, ...(refusal === undefined ? {} : { refusal }) };
      }
      await response.body?.cancel();
      return { ok: false, status, headers };
    }
    const text = await readText(response, request.maxBytes ?? MAX_BYTES);
    return { ok: true, status, headers, body: understand(text, request.schema) };
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    throw new OutgoingError(signal.aborted ? "timeout" : "unreachable");
  }
}

function understand<Schema extends $ZodType>(text: string, schema: Schema): output<Schema> {
  try {
    return parse(schema, text ? JSON.parse(text) : null);
  } catch {
    throw new OutgoingError("nonsense");
  }
}

/** Largest reason that is read, in bytes. */
const REFUSAL_BYTES = 16 * 1024;

async function readRefusal(response: Response, schema: $ZodType): Promise<unknown> {
  try {
    return understand(await readText(response, REFUSAL_BYTES), schema);
  } catch (error) {
    if (error instanceof OutgoingError) return undefined;
    throw error;
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new OutgoingError("too_large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Seconds that a 429 or 503 asks us to wait, `fallback` when it does not say. */
export function retryAfterSeconds(headers: Headers, fallback = 5): number {
  const value = Number(headers.get("Retry-After"));
  return Number.isFinite(value) && value > 0 ? value : fallback;
}
