import type { Env } from "../../lib/env.ts";
import { photoAddress } from "./photo-hosts.ts";
import type { PhotoWidth } from "./ships.schema.ts";

export type PhotoProblem = "photo_not_found" | "photo_unusable" | "photo_unavailable";

/** A photo as it came, with the type that its first bytes say; or why there is none, and which host said so. */
export type FetchedPhoto =
  | { bytes: Uint8Array<ArrayBuffer>; type: string }
  | { problem: PhotoProblem; host: string };

/** Sends a request, in the place of the network. */
export type Send = (url: string, init: RequestInit<RequestInitCfProperties>) => Promise<Response>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 3;

const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));
const begins = (bytes: Uint8Array, ...first: number[]) => first.every((each, at) => bytes[at] === each);

/** What the first bytes of each kind of picture are. Pictures that can hold scripts, SVG above all, are not among them. */
const TYPES: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  "image/jpeg": (bytes) => begins(bytes, 0xff, 0xd8, 0xff),
  "image/png": (bytes) => begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  "image/gif": (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6)),
  "image/webp": (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 4) === "WEBP",
  "image/avif": (bytes) => /^ftypavi[fs]$/.test(ascii(bytes, 4, 8)),
};

/** The type of a picture by its first bytes; undefined for anything else. */
export const sniffType = (bytes: Uint8Array): string | undefined =>
  Object.entries(TYPES).find(([, isIt]) => isIt(bytes))?.[0];

const saysPicture = (headers: Headers) =>
  Object.keys(TYPES).includes((headers.get("Content-Type") ?? "").replace(/;.*/s, "").trim().toLowerCase());

/** Where a photo is asked for: at its address, or below UEX_PHOTO_URL by the names of its host and path. */
const placeOf = ({ UEX_PHOTO_URL }: Pick<Env, "UEX_PHOTO_URL">, { href, hostname, pathname, search }: URL) =>
  UEX_PHOTO_URL ? `${UEX_PHOTO_URL}/${hostname}${pathname}${search}` : href;

/**
 * Fetches a photo of at most 5 MB within 10 seconds, following three redirects among the known hosts. Cloudflare sizes
 * it where the zone has image transformations; elsewhere it comes as it is.
 * https://developers.cloudflare.com/images/transform-images/transform-via-workers/
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
    headers: { Accept: Object.keys(TYPES).join(", "), "User-Agent": `CommandCentre/1.0 (+${env.APP_URL})` },
    cf: { image: { width, fit: "scale-down", format: "webp" } },
  };
  let at = address;
  const not = (problem: PhotoProblem) => ({ problem, host: at.hostname });
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
      if (status < 300 || !next) return not("photo_unusable");
      at = next;
    }
    return not("photo_unusable");
  } catch {
    return not("photo_unavailable");
  }
}

/** Reads a picture to its end; null when it is none or too large. @throws Error when it does not come in time */
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
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.byteLength;
  }
  const type = sniffType(bytes);
  return type ? { bytes, type } : null;
}
