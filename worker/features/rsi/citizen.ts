import type { Env } from "../../lib/env.ts";
import { faultText } from "../../lib/fault.ts";
import { type Dossier, readDossier } from "./dossier.ts";
import { rsiErrors } from "./rsi.errors.ts";

const LIMITS = { timeoutMs: 8_000, maxBytes: 1024 * 1024 };
const REDIRECTS = 3;

/** The address of a citizen's public profile in English; null while RSI is not set up. */
export const profileUrl = ({ RSI_URL }: Pick<Env, "RSI_URL">, handle: string): string | null =>
  RSI_URL ? `${RSI_URL}/en/citizens/${encodeURIComponent(handle)}` : null;

/** Reads a page to its end. @throws Error for one that is larger */
async function readAll(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Blob> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error("The page is too large.");
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

/** Follows redirects on the site's own host, a few. */
async function get(url: string, env: Pick<Env, "APP_URL">, signal: AbortSignal): Promise<Response> {
  const headers = {
    Accept: "text/html",
    "Accept-Language": "en",
    "User-Agent": `CommandCentre/1.0 (+${env.APP_URL})`,
  };
  for (let at = url, left = REDIRECTS; ; left--) {
    const response = await fetch(at, { headers, redirect: "manual", signal });
    const location = response.headers.get("Location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, at);
    if (left === 0 || next.origin !== new URL(url).origin) throw new Error("The page leads elsewhere.");
    at = next.href;
  }
}

/**
 * Reads a citizen's public profile from RSI, null where RSI says that there is no such citizen.
 * @throws AppError rsi_unavailable for whatever else is not a whole profile: a refusal, a failure, silence (8 s), more
 * than 1 MB, half a page, a page of another kind
 */
export async function readCitizen(
  env: Pick<Env, "APP_URL">,
  url: string,
  { timeoutMs, maxBytes } = LIMITS,
): Promise<Dossier | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await get(url, env, signal);
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      if (response.status === 404) return null;
      throw new Error(`RSI answered ${response.status}.`);
    }
    const dossier = await readDossier(await readAll(response.body, maxBytes));
    if (!dossier) throw new Error("The page is no whole profile.");
    return dossier;
  } catch (error) {
    console.warn(JSON.stringify({ work: "readCitizen", error: faultText(error) }));
    throw rsiErrors.rsi_unavailable();
  }
}
