import useSWR from "swr";
import type { LiveTopic } from "../../worker/lib/live/live.schema.ts";
import { ApiError, type ListQuery, withQuery } from "./api.ts";
import { POLL } from "./list.ts";
import { usePolling } from "./live.ts";
import { useUser } from "./session.tsx";

/** Milliseconds before a failed call is repeated the first time; SWR waits longer each time. */
const RETRY_MS = 5_000;
/** Stands for a figure whose call has failed before any answer. */
const UNKNOWN = "–";
/** Keeps the place of a figure whose first answer is awaited. */
const AWAITED = "\u00a0";

/** No answer, or one that the server may give differently a moment later. */
export const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * Declares the figures of a GET route beside tabs and headings. They follow the route's topics, keep their last value when
 * a call fails, and ask again by themselves.
 * @param route the path with `:orgId` for the organization
 * @param topics those that the route depends on
 */
export function figures<Data>(route: `/${string}/:orgId${string}`, topics: LiveTopic[]) {
  const pathOf = (organizationId: number) => `/api${route.replace(":orgId", String(organizationId))}`;
  return {
    pathOf,
    /** The figures, undefined before the first answer; `say` makes a text of them. They are fetched only when `allowed`. */
    useFigures(query: ListQuery = {}, { allowed = true } = {}) {
      const { user } = useUser();
      const key = user && allowed ? withQuery(pathOf(user.organizationId), query) : null;
      const options = { shouldRetryOnError: isPassing, errorRetryInterval: RETRY_MS };
      const { data, error, mutate } = useSWR<Data, unknown>(key, { ...usePolling(topics, POLL), ...options });
      return {
        ...{ data, error, mutate },
        say: (textOf: (data: Data) => string): string =>
          data === undefined ? (error ? UNKNOWN : AWAITED) : textOf(data),
      };
    },
  };
}
