import { useCallback, useSyncExternalStore } from "react";

export const PHONE = "(max-width: 700px)";

/** Whether a media query matches. For different elements, not only different sizes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
