import { useEffect, useState } from "react";
import type { SearchAnswer, SearchGroup } from "../../../worker/lib/search/search.schema.ts";
import { request, withQuery } from "../../lib/api.ts";
import { stillLike } from "./rows.ts";

/** Milliseconds after the last letter until the server is asked. */
const PAUSE = 120;

const NONE: SearchAnswer = [];

/**
 * What the server finds for a text, asked once typing pauses. Until there is an answer it is what of the one before is like
 * the text as well; answers to earlier texts are dropped.
 * @param q empty for no search
 * @param groups null for all
 */
export function useFound(q: string, groups: readonly SearchGroup[] | null) {
  const path = q === "" ? null : withQuery("/api/search", { q, in: groups?.join(",") });
  const [found, setFound] = useState<{ path: string | null; answer: SearchAnswer; error?: unknown }>({
    path: null,
    answer: NONE,
  });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again.
  useEffect(() => {
    if (path === null) return;
    const aborter = new AbortController();
    const { signal } = aborter;
    const timer = setTimeout(async () => {
      try {
        setFound({ path, answer: await request<SearchAnswer>(path, { signal }) });
      } catch (error) {
        if (!signal.aborted) setFound({ path, answer: NONE, error });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [path, tries]);
  const isNewest = found.path === path;
  return {
    answer: path === null ? NONE : isNewest ? found.answer : stillLike(found.answer, q),
    isLoading: path !== null && !isNewest,
    error: isNewest ? found.error : undefined,
    retry: () => {
      setFound({ path: null, answer: NONE });
      setTries(tries + 1);
    },
  };
}
