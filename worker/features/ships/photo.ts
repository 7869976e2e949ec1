import type { Context } from "../../lib/context.ts";
import type { Env } from "../../lib/env.ts";
import { fetchPhoto, type PhotoProblem, type Send } from "./fetch-photo.ts";
import { photoAddress } from "./photo-hosts.ts";
import { shipErrors } from "./ships.errors.ts";
import type { PhotoQuery } from "./ships.schema.ts";

/** How long a photo is kept: by browsers, for their user alone, and at the edge for everybody. */
const BROWSER_SECONDS = 7 * 24 * 3600;
const EDGE_SECONDS = 30 * 24 * 3600;
/** How long it is remembered that there is no photo, and that a host does not answer. */
const PROBLEM_SECONDS: Record<PhotoProblem, number> = {
  photo_not_found: 3600,
  photo_unusable: 3600,
  photo_unavailable: 60,
};

const PROBLEM_HEADER = "X-Photo-Problem";

/** The name under which the edge keeps something: an address of ours, without anything of who asks. */
const keyOf = ({ APP_URL }: Env, query: Record<string, string>) =>
  new Request(`${APP_URL}/api/uex/image-proxy?${new URLSearchParams(query)}`);

const cachedFor = (seconds: number, headers: Record<string, string>) => ({
  ...headers,
  "Cache-Control": `public, max-age=${seconds}`,
});

/**
 * A photo of a ship, through us: from the edge's cache, or from one of the known hosts. A host that did not answer is
 * left alone for a minute, so that a page of ships does not wait for it sixty times.
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
    const { problem, host } = found;
    const marker = () =>
      new Response(null, { headers: cachedFor(PROBLEM_SECONDS[problem], { [PROBLEM_HEADER]: problem }) });
    keep(photoKey, marker());
    if (problem === "photo_unavailable" && host === address.hostname) keep(hostKey, marker());
    throw shipErrors[problem]();
  }
  const { bytes, type } = found;
  keep(photoKey, new Response(bytes, { headers: cachedFor(EDGE_SECONDS, { "Content-Type": type }) }));
  return answer(bytes, type);
}

const answer = (body: Uint8Array<ArrayBuffer> | ReadableStream | null, type: string): Response =>
  new Response(body, {
    headers: {
      "Content-Type": type,
      "Cache-Control": `private, max-age=${BROWSER_SECONDS}, immutable`,
    },
  });
