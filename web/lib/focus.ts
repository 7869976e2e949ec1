import { type RefObject, useEffect } from "react";

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

/** How long a record that left one list may take to appear in another, in milliseconds. */
const MOVED = 1_500;

/**
 * Keeps the focus on a control of a record that is drawn anew elsewhere in `container`, such as a card that moves to
 * another column. A record says which it is with `data-<name>`, its controls are marked by further data attributes.
 */
export function useFocusFollows(container: RefObject<HTMLElement | null>, name: string): void {
  useEffect(() => {
    const root = container.current;
    if (!root) return;
    let held: { element: Element; selector: string } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      clearTimeout(timer);
      held = null;
      if (!(target instanceof Element) || !root.contains(target)) return;
      const record = target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`);
      const mark = target.getAttributeNames().find((each) => each.startsWith("data-")) ?? "data-open";
      if (record) held = { element: target, selector: `[data-${name}="${record}"] [${mark}]` };
    };
    const observer = new MutationObserver(() => {
      if (!held || held.element.isConnected || document.activeElement !== document.body) return;
      const again = root.querySelector<HTMLElement>(held.selector);
      if (again) return again.focus({ preventScroll: true });
      clearTimeout(timer);
      timer = setTimeout(rescueFocus, MOVED);
    });
    document.addEventListener("focusin", note);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusin", note);
      observer.disconnect();
    };
  }, [container, name]);
}

/** Rescues the focus when the dialog that calls this has closed. */
export function useFocusKept(): void {
  useEffect(() => rescueFocus, []);
}
