import { useCallback, useSyncExternalStore } from "react";

/** Page as narrow as on a phone. */
export const PHONE = "(max-width: 700px)";

/** Whether a media query holds, followed. For what is a different element, not just a different size. */
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
