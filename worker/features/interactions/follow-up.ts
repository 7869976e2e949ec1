import * as z from "zod/mini";
import type { Env } from "../../lib/env.ts";
import { callJson, OutgoingError, retryAfterSeconds } from "../../lib/outgoing/outgoing.ts";

/** Seconds for which an answer is sent again that Discord does not take: right after a deferral it may not know it yet. */
const PATIENCE_SECONDS = 10;
const CALL_MS = 5_000;

type Sent = { token: string; data: object; isNew: boolean };

/**
 * Sends the answer of an interaction that was deferred: as its first answer, or as a new one.
 * https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
 * @returns whether Discord took it
 */
export async function followUp(env: Env, { token, data, isNew }: Sent): Promise<boolean> {
  const base = `${env.DISCORD_API_URL}/webhooks/${env.DISCORD_CLIENT_ID}/${token}`;
  const request = {
    url: isNew ? base : `${base}/messages/@original`,
    method: isNew ? ("POST" as const) : ("PATCH" as const),
    headers: { "Content-Type": "application/json", "User-Agent": `DiscordBot (${env.APP_URL}, 1.0)` },
    body: JSON.stringify(data),
    schema: z.unknown(),
    timeoutMs: CALL_MS,
  };
  const end = Date.now() + PATIENCE_SECONDS * 1_000;
  for (let wait = 0.25; ; wait = Math.min(2, wait * 2)) {
    const answer = await callJson(request).catch((error) => {
      if (error instanceof OutgoingError) return error;
      throw error;
    });
    // An answer that cannot be read was taken all the same.
    const isTaken = "ok" in answer ? answer.ok : answer.fault === "nonsense" || answer.fault === "too_large";
    if (isTaken) return true;
    const status = "ok" in answer ? answer.status : 0;
    const mayPass = status === 0 || status === 404 || status === 429 || status >= 500;
    const seconds = "ok" in answer && status === 429 ? retryAfterSeconds(answer.headers, wait) : wait;
    if (!mayPass || Date.now() + seconds * 1_000 > end) return false;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}
