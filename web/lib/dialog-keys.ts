import { type RefObject, useEffect } from "react";
import { topDialog } from "./focus.ts";
import { singleKeys } from "./shortcuts.ts";

const TAKES_KEYS =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=combobox]";

/** Presses a button by its single key while its dialog is the topmost, outside of fields and menus, where single keys are on. */
export function useDialogKey(key: string, button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey } = event;
      if (event.defaultPrevented || event.isComposing || ctrlKey || metaKey || altKey) return;
      if (event.key.toLowerCase() !== key || !singleKeys.get()) return;
      if ((target as Element | null)?.closest?.(TAKES_KEYS)) return;
      if (!button.current || !topDialog()?.contains(button.current)) return;
      event.preventDefault();
      button.current.click();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [key, button]);
}
