import type { Context } from "../../lib/context.ts";
import type { Env } from "../../lib/env.ts";
import { PICTURE_TYPES, sniffType } from "../../lib/picture-type.ts";
import { photoAddress } from "./photo-hosts.ts";
import { shipErrors } from "./ships.errors.ts";
import type { PhotoQuery, PhotoWidth } from "./ships.schema.ts";

type PhotoProblem = "photo_not_found" | "photo_unusable" | "photo_unavailable";

/** A photo with the type of its first bytes, or why there is none. */
type FetchedPhoto = { bytes: Uint8Array<ArrayBuffer>; type: string } | { problem: PhotoProblem };

export type Send = (url: string, init: RequestInit<RequestInitCfProperties>) => Promise<Response>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 3;

const saysPicture = (headers: Headers) =>
  PICTURE_TYPES.includes((headers.get("Content-Type") ?? "").replace(/;.*/s, "").trim().toLowerCase());

/** The address of a photo, or its address below UEX_PHOTO_URL. */
const placeOf = ({ UEX_PHOTO_URL }: Pick<Env, "UEX_PHOTO_URL">, { href, hostname, pathname, search }: URL) =>
  UEX_PHOTO_URL ? `${UEX_PHOTO_URL}/${hostname}${pathname}${search}` : href;

/**
 * Fetches a photo of at most 5 MB within 10 seconds, with up to three redirects that stay at its host. Cloudflare sizes it
 * where the zone can: https://developers.cloudflare.com/images/transform-images/transform-via-workers/
 */
export async function fetchPhoto(
  env: Pick<Env, "APP_URL" | "UEX_PHOTO_URL">,
  address: URL,
  width: PhotoWidth,
  { send = fetch as Send, timeoutMs = TIMEOUT_MS } = {},
): Promise<FetchedPhoto> {
  const signal = AbortSignal.timeout(timeoutMs);
  const init: RequestInit<RequestInitCfProperties> = {
    redirect: "manual",
    signal,
    headers: { Accept: PICTURE_TYPES.join(", "), "User-Agent": `CommandCentre/1.0 (+${env.APP_URL})` },
    cf: { image: { width, fit: "scale-down", format: "webp" } },
  };
  let at = address;
  const not = (problem: PhotoProblem) => ({ problem });
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await send(placeOf(env, at), init);
      const { status, headers } = response;
      if (status === 200) return (await readPhoto(response, signal)) ?? not("photo_unusable");
      await response.body?.cancel();
      if (status === 404 || status === 410) return not("photo_not_found");
      if (status === 429 || status >= 500) return not("photo_unavailable");
      const location = headers.get("Location");
      const next = location && photoAddress(location, at);
      if (status < 300 || !next || next.hostname !== at.hostname) return not("photo_unusable");
      at = next;
    }
    return not("photo_unusable");
  } catch {
    return not("photo_unavailable");
  }
}

/** Reads a whole picture; null for something else or one that is too large. @throws Error after the time limit */
async function readPhoto(response: Response, signal: AbortSignal) {
  const { body, headers } = response;
  if (!body || !saysPicture(headers) || Number(headers.get("Content-Length")) > MAX_BYTES) {
    await body?.cancel();
    return null;
  }
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > MAX_BYTES) {
      stop();
      return null;
    }
    chunks.push(part.value);
  }
  signal.throwIfAborted();
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  const type = sniffType(bytes);
  return type ? { bytes, type } : null;
}

/** How long browsers and the edge keep a photo. */
const BROWSER_SECONDS = 7 * 24 * 3600;
const EDGE_SECONDS = 30 * 24 * 3600;
const PROBLEM_SECONDS: Record<PhotoProblem, number> = {
  photo_not_found: 3600,
  photo_unusable: 3600,
  photo_unavailable: 60,
};

const PROBLEM_HEADER = "X-Photo-Problem";

/** A key of the edge's cache, the same for every user. */
const keyOf = ({ APP_URL }: Env, query: Record<string, string>) =>
  new Request(`${APP_URL}/api/uex/image-proxy?${new URLSearchParams(query)}`);

const cachedFor = (seconds: number, headers: Record<string, string>) => ({
  ...headers,
  "Cache-Control": `public, max-age=${seconds}`,
});

/**
 * A photo of a ship from the edge's cache or one of the known hosts. A host that did not answer gets no request for a minute,
 * so that a page of sixty ships does not wait sixty times.
 * @throws AppError photo_refused for another address, photo_not_found, photo_unusable, photo_unavailable
 */
export async function getPhoto(
  { env, later }: Pick<Context, "env" | "later">,
  { url, w }: PhotoQuery,
  send?: Send,
): Promise<Response> {
  const address = photoAddress(url);
  if (!address) throw shipErrors.photo_refused();
  const cache = caches.default;
  const photoKey = keyOf(env, { url: address.href, w: String(w) });
  const hostKey = keyOf(env, { host: address.hostname });
  const kept = (await cache.match(photoKey)) ?? (await cache.match(hostKey));
  const known = kept?.headers.get(PROBLEM_HEADER);
  if (known) throw shipErrors[known as PhotoProblem]();
  if (kept) return answer(kept.body, kept.headers.get("Content-Type") ?? "");
  const keep = (key: Request, response: Response) => later?.(cache.put(key, response));
  const found = await fetchPhoto(env, address, w, send ? { send } : {});
  if ("problem" in found) {
    const { problem } = found;
    const headers = cachedFor(PROBLEM_SECONDS[problem], { [PROBLEM_HEADER]: problem });
    keep(photoKey, new Response(null, { headers }));
    if (problem === "photo_unavailable") keep(hostKey, new Response(null, { headers }));
    throw shipErrors[problem]();
  }
  const { bytes, type } = found;
  keep(photoKey, new Response(bytes, { headers: cachedFor(EDGE_SECONDS, { "Content-Type": type }) }));
  return answer(bytes, type);
}

const answer = (body: Uint8Array<ArrayBuffer> | ReadableStream | null, type: string): Response =>
  new Response(body, {
    headers: { "Content-Type": type, "Cache-Control": `private, max-age=${BROWSER_SECONDS}, immutable` },
  });
