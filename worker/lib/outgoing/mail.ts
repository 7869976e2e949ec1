import * as z from "zod/mini";
import type { Env } from "../env.ts";
import { callJson, OutgoingError } from "./outgoing.ts";

type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The name that stands before the address of MAIL_FROM; its own without one. */
  sender?: string;
};

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 64 * 1024;

/** Whether the deployment names a mail service. */
export const isMailConfigured = (env: Env): boolean =>
  Boolean(env.MAIL_API_URL && env.MAIL_API_TOKEN && env.MAIL_FROM);

/** An address after a name, which may be anything (RFC 5322). */
const from = (own: string | undefined, sender: string | undefined) =>
  own && sender ? `"${sender.replace(/["\\]/g, "\\$&")}" <${/<(.+)>$/.exec(own)?.[1] ?? own}>` : own;

/**
 * Hands an e-mail to the mail service: a JSON POST of `from`, `to`, `subject` and `text` with a bearer token, as
 * most services take it.
 * @param key the same for each attempt to send one e-mail: services that read `Idempotency-Key` send it once
 * @throws OutgoingError, and Error with the status when the service refuses it; neither carries its words
 */
export async function sendMail(env: Env, { sender, ...mail }: Mail, key: string): Promise<void> {
  if (!env.MAIL_API_URL) throw new Error("no mail service configured");
  try {
    const { ok, status } = await callJson({
      url: env.MAIL_API_URL,
      method: "POST",
      headers: {
        Authorization: `Bearer ${env.MAIL_API_TOKEN}`,
        "Content-Type": "application/json",
        "Idempotency-Key": key,
      },
      body: JSON.stringify({ from: from(env.MAIL_FROM, sender), ...mail }),
      schema: z.unknown(),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    if (!ok) throw new Error(`the mail service answered ${status}`);
  } catch (error) {
    // An answer that is no JSON comes with a status of success: the service has taken the mail.
    if (!(error instanceof OutgoingError && error.fault === "nonsense")) throw error;
  }
}
