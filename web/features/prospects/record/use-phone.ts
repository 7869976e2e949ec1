import { useSyncExternalStore } from "react";

const phone = matchMedia("(max-width: 700px)");

function subscribe(listener: () => void): () => void {
  phone.addEventListener("change", listener);
  return () => phone.removeEventListener("change", listener);
}

/** Whether the page is as narrow as on a phone; followed while it changes. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}
