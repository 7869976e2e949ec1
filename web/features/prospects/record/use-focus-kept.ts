import { useEffect } from "react";

/** Longer than a closing dialog takes to give the focus back, in milliseconds. */
const GIVEN_BACK = 30;

/**
 * After a dialog whose edit took away what it was opened from, such as a row of a filtered list, the focus
 * goes to the page's heading instead of being lost.
 */
export function useFocusKept(): void {
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = document.activeElement === document.body || document.activeElement === null;
        if (!isLost || document.querySelector("[data-modal]")) return;
        document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
      }, GIVEN_BACK);
    },
    [],
  );
}
