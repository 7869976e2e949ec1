import * as z from "zod/mini";
import type { Env } from "../../lib/env.ts";
import { callJson, OutgoingError, retryAfterSeconds } from "../../lib/outgoing/outgoing.ts";
import { type Catalogue, readCatalogue } from "./catalogue.ts";
import { shipErrors } from "./ships.errors.ts";

const TIMEOUT_MS = 20_000;
/** The list is below 1 MB. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Seconds for which an answer is fresh: at most, and where it has no header. */
const FRESH_SECONDS = { most: 24 * 3600, usual: 30 * 60 };

const answer = z.object({ status: z.string(), data: z.optional(z.unknown()) });

type Listing = {
  catalogue: Catalogue | null;
  etag: string | null;
  freshSeconds: number;
};

/** Headers for the provider, which identifies callers, and refuses a wrong token but no missing one. */
export const uexHeaders = (env: Pick<Env, "APP_URL" | "UEX_API_TOKEN">): Record<string, string> => ({
  "User-Agent": `CommandCentre/1.0 (+${env.APP_URL})`,
  ...(env.UEX_API_TOKEN ? { Authorization: `Bearer ${env.UEX_API_TOKEN}` } : {}),
});

/**
 * Reads all of UEX's ships in one call, unless they have not changed since `etag`. @throws AppError ships_not_configured,
 * ships_unavailable, ships_rate_limited (with how long to wait), ships_refused, ships_no_catalogue, ships_unreadable
 */
export async function readShips(env: Env, etag: string | null): Promise<Listing> {
  if (!env.UEX_API_URL) throw shipErrors.ships_not_configured();
  const response = await callJson({
    url: `${env.UEX_API_URL}/vehicles`,
    headers: { ...uexHeaders(env), ...(etag ? { "If-None-Match": etag } : {}) },
    schema: answer,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  }).catch((error) => {
    if (!(error instanceof OutgoingError)) throw error;
    const isSilent = error.fault === "unreachable" || error.fault === "timeout";
    throw isSilent ? shipErrors.ships_unavailable() : shipErrors.ships_no_catalogue();
  });
  const { status, headers } = response;
  const freshness = {
    etag: headers.get("ETag")?.slice(0, 200) ?? etag,
    freshSeconds: freshSecondsOf(headers),
  };
  if (!response.ok) {
    if (status === 304 && etag) return { catalogue: null, ...freshness };
    if (status === 429) throw rateLimited(headers);
    if (status === 401 || status === 403) throw shipErrors.ships_refused();
    throw status >= 500 ? shipErrors.ships_unavailable() : shipErrors.ships_no_catalogue();
  }
  if (response.body.status === "requests_limit_reached") throw rateLimited(headers);
  const { data } = response.body;
  if (response.body.status !== "ok" || !Array.isArray(data)) throw shipErrors.ships_no_catalogue();
  const catalogue = readCatalogue(data);
  if (catalogue.entries === 0) throw shipErrors.ships_no_catalogue();
  if (catalogue.ships.length * 2 < catalogue.entries) throw shipErrors.ships_unreadable();
  const isWhole = catalogue.unreadable.size + catalogue.nameless === 0;
  return { catalogue, ...freshness, etag: isWhole ? (headers.get("ETag")?.slice(0, 200) ?? null) : null };
}

const rateLimited = (headers: Headers) =>
  shipErrors.ships_rate_limited({}, { retryAfterSeconds: Math.ceil(retryAfterSeconds(headers, 60)) });

/** https://www.rfc-editor.org/rfc/rfc9111#section-4.2 */
export function freshSecondsOf(headers: Headers): number {
  const control = headers.get("Cache-Control") ?? "";
  if (/\bno-(store|cache)\b/i.test(control)) return 0;
  const [, age] = /\bmax-age\s*=\s*"?(\d{1,9})/i.exec(control) ?? [];
  const old = Number(headers.get("Age") ?? 0) || 0;
  const seconds = age === undefined ? FRESH_SECONDS.usual : Number(age) - Math.max(0, old);
  return Math.min(FRESH_SECONDS.most, Math.max(0, seconds));
}
