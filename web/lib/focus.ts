import { type RefObject, useEffect } from "react";

/** Time in which what was given the focus may go again, such as a row that an edit takes out of a list, in milliseconds. */
const MOMENT = 30;

/** The dialog above all others; undefined when none is open. */
export const topDialog = () => [...document.querySelectorAll<HTMLElement>("[data-modal]")].at(-1);

/**
 * Moves the focus to the first of the targets that takes it. Where it is lost a moment later, the dialog that is open gets
 * it, else the heading of the page.
 */
export function focusBack(...targets: (Element | null)[]): void {
  targets.some((target) => {
    if (target instanceof HTMLElement) target.focus();
    return target !== null && document.activeElement === target;
  });
  setTimeout(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const dialog = topDialog();
    const heading = dialog?.querySelector<HTMLElement>("h2 [tabindex]") ?? dialog;
    (heading ?? document.querySelector("h1"))?.focus({ preventScroll: true });
  }, MOMENT);
}

/** What opens a dialog: it has the focus. Of an item of a menu, which goes, it is the menu's button. */
export function opensDialog(): Element | null {
  const focused = document.activeElement;
  const menu = focused?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
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
      timer = setTimeout(focusBack, MOVED);
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
