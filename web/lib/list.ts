import { useMemo, useState } from "react";
import useSWR, { type SWRResponse } from "swr";
import type { LiveTopic } from "../../worker/lib/live/live.schema.ts";
import { isRefused, type ListQuery, listKey, requestList, withQuery } from "./api.ts";
import { usePolling } from "./live.ts";
import type { Loaded } from "./records.ts";

export type { ListQuery };

/** Interval of polling while the live connection is not open, in milliseconds. */
export const POLL = 30_000;

/** A list that shows `size` more entries with each `loadMore`, without a size the whole first answer; none without a `path`. */
export function usePagedList<Item>(
  path: string | null,
  query: ListQuery,
  topics: LiveTopic[],
  size?: number,
) {
  const base = withQuery(path ?? "", query);
  const [shown, setShown] = useState({ base, pages: 1 });
  const pages = shown.base === base ? shown.pages : 1;
  const limit = (size ?? 0) * pages;
  const key = size === undefined ? base : listKey(path ?? "", query, limit);
  const load = async () => ({ base, ...(await requestList<Item>(key, limit)) });
  const { data, error, isValidating, mutate } = useSWR<Item[] | (Loaded<Item> & { base: string }), unknown>(
    path === null ? null : key,
    // Without a size the plain answer is cached, so that it can be fetched early by its path.
    { ...(size !== undefined && { fetcher: load, keepPreviousData: true }), ...usePolling(topics, POLL) },
  );
  const loaded = useMemo((): Loaded<Item> | undefined => {
    // One that was fetched early does not say whether more follow.
    if (Array.isArray(data)) return { items: data, more: size !== undefined && data.length >= size };
    return data?.base === base ? data : undefined;
  }, [data, base, size]);
  const list = isRefused(error) ? undefined : loaded;
  return {
    /** Undefined until the first answer, and when the user may not see it any more. */
    list,
    error: list ? undefined : error,
    isLoadingMore: isValidating && list?.more === true && list.items.length < limit,
    loadMore: () => setShown({ base, pages: pages + 1 }),
    retry: () => void mutate(),
  };
}

export type ListSource<Item> = ReturnType<typeof usePagedList<Item>>;

/** The list of an answer that holds it whole. */
export const listOf = <Item>({ data, error, mutate }: SWRResponse<Item[], unknown>) => ({
  list: data && !isRefused(error) ? { items: data, more: false } : undefined,
  error,
  retry: () => void mutate(),
});
