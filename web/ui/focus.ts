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
 * Moves the focus to the first of the targets that takes it. When none does, it goes to the dialog that is
 * still open, else to the heading of the page, so that it is never lost.
 */
export function focusBack(...targets: (Element | null)[]): void {
  const open = [...document.querySelectorAll("[data-modal]")].at(-1);
  for (const target of [...targets, open, document.querySelector("h1")]) {
    if (!(target instanceof HTMLElement) || !target.isConnected) continue;
    target.focus();
    if (document.activeElement === target) return;
  }
}

/** Whether an element takes what is typed. */
export function takesText(element: Element | null): boolean {
  return element instanceof HTMLElement && (element.isContentEditable || element.matches("input, textarea"));
}
