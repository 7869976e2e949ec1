import { useEffect } from "react";

/** Longer than a closing dialog or toast takes to give the focus back, in milliseconds. */
const GIVEN_BACK = 30;

/**
 * Where what has the focus is about to go, such as a toast's button, or a row that an edit takes out of a list: a moment
 * later a focus that was lost is given to the dialog that is open, else to the page's heading.
 */
export function rescueFocus(): void {
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== null) return;
    const modal = [...document.querySelectorAll<HTMLElement>("[data-modal]")].at(-1);
    const target = modal
      ? (modal.querySelector<HTMLElement>("h2 [tabindex]") ?? modal)
      : document.querySelector("h1");
    target?.focus({ preventScroll: true });
  }, GIVEN_BACK);
}

/** Rescues the focus when the dialog that calls this has closed. */
export function useFocusKept(): void {
  useEffect(() => rescueFocus, []);
}
