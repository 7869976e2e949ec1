import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { readFilter, type UrgentFilter, writeFilter } from "./urgent.ts";

/** The address follows the search only when typing pauses: browsers limit how often it may change. */
const PAUSE = 300;

/** The filter of the urgent deadlines, kept in the address; what is typed applies at once. */
export function useUrgentFilter() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState<string | null>(null);
  const stored = readFilter(params);
  const { q } = stored;
  useEffect(() => {
    if (typed === null) return;
    if (typed === q) return setTyped(null);
    const timer = setTimeout(() => {
      setParams((now) => writeFilter(now, { ...readFilter(now), q: typed }), {
        replace: true,
        preventScrollReset: true,
      });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, q, setParams]);
  return {
    filter: { ...stored, q: typed ?? q },
    search: setTyped,
    change(next: Partial<UrgentFilter>) {
      if (next.q !== undefined) setTyped(next.q);
      setParams((now) => writeFilter(now, { ...readFilter(now), ...next }), {
        replace: true,
        preventScrollReset: true,
      });
    },
  };
}
