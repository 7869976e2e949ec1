/** Fields that take what is typed or chosen; of a group of radio buttons the chosen one. */
const FIELDS =
  ":is(input:not([type=hidden], [type=radio]:not(:checked)), select, textarea, [contenteditable=true]):not([hidden], [readonly], :disabled)";

/** Moves the focus to where a dialog begins: its first field, else its primary button, else the dialog itself. */
export function focusStart(dialog: HTMLElement): void {
  const start =
    dialog.querySelector<HTMLElement>(FIELDS) ??
    dialog.querySelector<HTMLElement>(":scope > :not(header) .btn.primary");
  (start ?? dialog).focus();
}

/**
 * Moves the focus to the first of the targets that takes it. When none does and nothing else has it, it goes to
 * the dialog that is still open, else to the heading of the page, so that it is never lost.
 */
export function focusBack(...targets: (Element | null)[]): void {
  if (targets.some(takesFocus) || document.activeElement !== document.body) return;
  const open = [...document.querySelectorAll("[data-modal]")].at(-1);
  if (!takesFocus(open)) takesFocus(document.querySelector("h1"));
}

function takesFocus(target: Element | null | undefined): boolean {
  if (!(target instanceof HTMLElement) || !target.isConnected) return false;
  target.focus();
  return document.activeElement === target;
}

/** Whether an element takes what is typed. */
export function takesText(element: Element | null): boolean {
  return element instanceof HTMLElement && (element.isContentEditable || element.matches("input, textarea"));
}
