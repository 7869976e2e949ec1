import type { Env } from "../../lib/env.ts";
import { checkBeforeCall } from "../../lib/outgoing/before-call.ts";
import { retryAfterSeconds } from "../../lib/outgoing/outgoing.ts";
import { isPublicAddress } from "../../lib/outgoing/public-address.ts";
import type { WebhookTry } from "./webhooks.schema.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024;
const ANSWER_LENGTH = 1_000;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const isLoopback = ({ hostname }: URL) => LOOPBACK.includes(hostname);

/** Whether a webhook may have an address: a public one, or http on the developer's own machine where APP_URL is there. */
export function isAllowed({ APP_URL }: Pick<Env, "APP_URL">, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isAtHome = isLoopback(new URL(APP_URL)) && isLoopback(url);
  return isPublicAddress(url) || (isAtHome && url.protocol === "http:" && url.username + url.password === "");
}

/** The beginning of an answer, as far as it can be read in time. */
async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk.subarray(0, MAX_BYTES - size), { stream: true });
      size += chunk.byteLength;
      if (size >= MAX_BYTES) break;
    }
  } catch {
    // The status says whether the message arrived.
  }
  return [...text.replaceAll("\0", "")].slice(0, ANSWER_LENGTH).join("");
}

/** The result of a sent message; `retryAfter`: seconds that a 429 or 503 demands. */
export type Sent = Pick<WebhookTry, "status" | "ms" | "error"> & {
  answer: string;
  retryAfter: number | null;
};

/** Posts a message within 10 seconds, following no redirect and reading 4 kB of the answer at most. Never throws. */
export async function post(url: string, headers: Record<string, string>, body: string): Promise<Sent> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const begun = Date.now();
  const took = () => Date.now() - begun;
  try {
    const init = { method: "POST", headers, body, redirect: "manual", signal } as const;
    await checkBeforeCall();
    const response = await fetch(url, init);
    const { status } = response;
    const ms = took();
    const isAsked = status === 429 || status === 503;
    return {
      ...{ status, ms, error: status >= 300 && status < 400 ? "redirect" : null },
      answer: await beginningOf(response),
      retryAfter: isAsked ? retryAfterSeconds(response.headers, 0) || null : null,
    };
  } catch {
    const error = signal.aborted ? "timeout" : "unreachable";
    return { status: null, ms: took(), error, answer: "", retryAfter: null };
  }
}
