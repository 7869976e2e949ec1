import { mutate } from "swr";
import { request } from "./api.ts";

const underway = new Map<string, Promise<unknown>>();

/**
 * Asks for what a page is about to show. A component that needs it meanwhile waits for this answer, and one
 * that comes later finds it there. Resolves in any case: a failure is left to whoever asks again.
 */
export function prefetch(path: string): Promise<unknown> {
  const answer = request(path);
  underway.set(path, answer);
  return answer
    .then((data) => mutate(path, data, { revalidate: false }))
    .catch(() => undefined)
    .finally(() => underway.delete(path));
}

/** The answer of the API at a path: the one that is on its way, else a new one. @throws ApiError */
export const fetchOrJoin = (path: string): Promise<unknown> => underway.get(path) ?? request(path);
