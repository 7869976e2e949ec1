import { rowKeys } from "./shortcuts.ts";

/** The links and buttons that open a row or card of a list. The one with the focus is where the user is in the list. */
const OPENERS = "[data-open]";

const shown = (selector: string, within: Element | null | undefined): HTMLElement[] =>
  [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])].filter((each) => each.checkVisibility());

const rowOf = (element: Element | null | undefined) => element?.closest("tr, li, article");
const boxOf = (element: Element | null | undefined) =>
  rowOf(element)?.querySelector<HTMLInputElement>("input[type=checkbox]");

/** Selects a row besides the one before it, or leaves that one out again where this one is selected already. */
function extend(from: HTMLInputElement | null | undefined, to: HTMLInputElement | null | undefined): void {
  if (to?.checked && from?.checked) from.click();
  else for (const box of [from, to]) if (box && !box.checked) box.click();
}

/** A menu opens by a key, as it does for who has the focus on its button. */
function press(control: HTMLElement): void {
  const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  if (control.getAttribute("aria-haspopup") === "menu") control.dispatchEvent(enter);
  else control.click();
}

/**
 * Runs a single key in the lists of the page: `j` and `k` walk its rows and cards, `x` selects one, and with Shift they select on.
 * Any other key presses the control that has it as `aria-keyshortcuts`: of the selection where there is one, else of the row.
 * @returns whether the key does something
 */
function runRowKey(key: string): boolean {
  const here = document.activeElement;
  const step = { j: 1, k: -1 }[key.toLowerCase()];
  if (step) {
    const openers = shown(OPENERS, document.querySelector("main"));
    const at = openers.findIndex((each) => rowOf(here)?.contains(each));
    const next = at < 0 && step < 0 ? undefined : openers[at + step];
    if (!next) return false;
    if (key !== key.toLowerCase()) extend(boxOf(here), boxOf(next));
    next.focus();
    return true;
  }
  const ofKey = `[aria-keyshortcuts="${CSS.escape(key)}" i]`;
  const box = key.toLowerCase() === "x" ? boxOf(here) : null;
  const [control] = [...shown(`[data-selection-bar] ${ofKey}`, document.body), ...shown(ofKey, rowOf(here))];
  const target = box ?? control;
  if (target && target === box)
    box.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: key === "X" }));
  else if (target) press(target);
  return Boolean(target);
}

rowKeys.run = runRowKey;
