import { type RefObject, useEffect } from "react";

/** The topmost dialog; undefined when none is open. */
export const topDialog = () => [...document.querySelectorAll<HTMLElement>("[data-modal]")].at(-1);

/** Focuses the first target that accepts it; if that disappears at once, the open dialog or the heading of the page. */
export function focusBack(...targets: (Element | null)[]): void {
  targets.some((target) => {
    if (target instanceof HTMLElement) target.focus();
    return target !== null && document.activeElement === target;
  });
  // The element may disappear a moment later.
  setTimeout(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const heading = dialogHeading() ?? document.querySelector("h1");
    heading?.focus({ preventScroll: true });
  }, 30);
}

/** The heading of the topmost dialog, or the dialog itself where its heading takes no focus; undefined when none is open. */
function dialogHeading(): HTMLElement | undefined {
  const dialog = topDialog();
  return dialog?.querySelector<HTMLElement>("h2 [tabindex]") ?? dialog;
}

/** Milliseconds in which the code that removed the focused element may focus another. */
const REMOVED = 100;

const ancestorsOf = (element: Element): Element[] =>
  element.parentElement ? [element.parentElement, ...ancestorsOf(element.parentElement)] : [];

/** Focuses the heading of the innermost of these elements that is still there and has one, and none behind an open dialog. */
function focusHeading(within: readonly Element[]): void {
  const dialog = topDialog();
  const heading =
    within
      .filter((each) => each.isConnected && (!dialog || dialog.contains(each)))
      .map((each) => each.querySelector<HTMLElement>("h1, h2, h3"))
      .find((each) => each !== null) ?? dialogHeading();
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
}

/**
 * Until the returned function is called, moves the focus to the nearest heading when the element that has it disappears,
 * such as the button of an empty list that is no longer empty. Otherwise keyboards would start from the top of the page. It
 * also focuses what is pressed: Safari does not, and a dialog returns the focus to what has it when the dialog opens.
 */
export function keepFocus(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let pressed: HTMLElement | null = null;
  let focused: { element: Element; within: Element[] } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const press = ({ target, button, defaultPrevented }: MouseEvent) => {
    const isLeft = !button && !defaultPrevented;
    pressed = isLeft ? (target as Element).closest<HTMLElement>("a, button, input, summary") : null;
  };
  const focusPressed = ({ target, detail }: MouseEvent) => {
    // Enter in a field clicks the button of its form, too, without a count: that may have been pressed before.
    if (detail && pressed?.contains(target as Element))
      pressed.focus({ preventScroll: true, focusVisible: false });
    // The next press may be one that nothing hears of, as where a menu opens, which a focus elsewhere closes.
    pressed = null;
  };
  const note = ({ target }: FocusEvent) => {
    clearTimeout(timer);
    focused = target instanceof Element ? { element: target, within: ancestorsOf(target) } : null;
  };
  const observer = new MutationObserver(() => {
    if (!focused || focused.element.isConnected || document.activeElement !== document.body) return;
    const { within } = focused;
    focused = null;
    if (within.some((each) => each.matches("[data-keeps-focus]"))) return;
    timer = setTimeout(() => {
      if (document.activeElement === document.body) focusHeading(within);
    }, REMOVED);
  });
  document.addEventListener("focusin", note, { signal });
  document.addEventListener("mousedown", press, { signal });
  document.addEventListener("click", focusPressed, { signal, capture: true });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    ending.abort();
    observer.disconnect();
  };
}

/** The focused element, which opens a dialog; for an item of a menu, which disappears, the menu's button. */
export function opensDialog(): Element | null {
  const focused = document.activeElement;
  const menu = focused?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
}

/** Most milliseconds between a record leaving one list and appearing in another. */
const MOVED = 1_500;

/** Keeps the focus on a control of a record (`data-<name>`) that moves within `container`, such as a card to another column. */
export function useFocusFollows(container: RefObject<HTMLElement | null>, name: string): void {
  useEffect(() => {
    const root = container.current;
    if (!root) return;
    root.dataset["keepsFocus"] = "";
    let focused: { element: Element; selector: string } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      clearTimeout(timer);
      focused = null;
      if (!(target instanceof Element) || !root.contains(target)) return;
      const record = target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`);
      const mark = target.getAttributeNames().find((each) => each.startsWith("data-")) ?? "data-open";
      if (record) focused = { element: target, selector: `[data-${name}="${record}"] [${mark}]` };
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.element.isConnected || document.activeElement !== document.body) return;
      const again = root.querySelector<HTMLElement>(focused.selector);
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
