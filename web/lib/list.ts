import { useMemo, useState } from "react";
import useSWR from "swr";
import type { LiveTopic } from "../../worker/lib/live/live.schema.ts";
import { listKey, requestList, withQuery } from "./api.ts";
import { usePolling } from "./live.ts";
import type { Loaded } from "./records.ts";

/** How often what is shown is asked for while the server cannot tell of changes, in milliseconds. */
export const POLL = 30_000;

/** What a list is asked for with; null, undefined and empty are left out. */
export type ListQuery = Record<string, string | number | boolean | null | undefined>;

/** A list on screen; `list` is undefined until the first answer. */
export type ListSource<Item> = {
  list: Loaded<Item> | undefined;
  /** Why there is no list. */
  error: unknown;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
};

/**
 * A list that shows `size` more entries with each `loadMore` (all of the first answer without it), for entries that are
 * read but not edited one by one too; of nothing without a `path`. Beyond one answer, pages are fetched by their links.
 */
export function usePagedList<Item>(
  path: string | null,
  query: ListQuery,
  topics: LiveTopic[],
  size?: number,
): ListSource<Item> {
  const base = withQuery(path ?? "", query);
  const [shown, setShown] = useState({ base, pages: 1 });
  const pages = shown.base === base ? shown.pages : 1;
  const limit = (size ?? 0) * pages;
  const key = size === undefined ? base : listKey(path ?? "", query, limit);
  const load = async () => ({ base, ...(await requestList<Item>(key, limit)) });
  const { data, error, isValidating, mutate } = useSWR<Item[] | (Loaded<Item> & { base: string })>(
    path === null ? null : key,
    // Without a size the answer is cached as it comes, so that it can be fetched ahead by its address.
    {
      ...(size === undefined ? {} : { fetcher: load }),
      ...usePolling(topics, POLL),
      keepPreviousData: size !== undefined,
    },
  );
  const list = useMemo(() => {
    if (Array.isArray(data)) return { items: data, more: false };
    return data?.base === base ? data : undefined;
  }, [data, base]);
  return {
    list,
    error: list ? undefined : error,
    isLoadingMore: isValidating && list?.more === true && list.items.length < limit,
    loadMore: () => setShown({ base, pages: pages + 1 }),
    retry: () => void mutate(),
  };
}
