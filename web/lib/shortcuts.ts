import { topDialog } from "./focus.ts";
import { attempt } from "./storage.ts";
import { createStore } from "./store.ts";

/** Milliseconds within which the second of two keys is pressed. */
const TOGETHER = 1_500;

const STORAGE_KEY = "single-keys";

/** Whether keys without Control do something; off for who speaks to the computer or presses keys by accident (WCAG 2.1.4). */
export const singleKeys = createStore(
  attempt(() => globalThis.localStorage?.getItem(STORAGE_KEY), null) !== "off",
);

export function setSingleKeys(isOn: boolean): void {
  singleKeys.set(isOn);
  attempt(() => localStorage.setItem(STORAGE_KEY, isOn ? "on" : "off"), undefined);
}

/** Runs a key in the lists of the page; does nothing until a page with such lists has loaded `row-keys.ts`. */
export const rowKeys = { run: (_key: string): boolean => false };

const TAKES_KEYS =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox], [aria-roledescription][aria-pressed=true]";

type Press = Pick<
  KeyboardEvent,
  | "key"
  | "ctrlKey"
  | "metaKey"
  | "altKey"
  | "shiftKey"
  | "timeStamp"
  | "target"
  | "isComposing"
  | "defaultPrevented"
> & { preventDefault: () => void };

/**
 * Makes the listener of keys for the whole page: `Mod+k`, single ones, and two in turn such as `g d`. They do nothing while
 * a dialog is open, and only `Mod+k` does something in a field.
 */
export function followKeys(run: (keys: string) => boolean) {
  let first = { key: "", at: 0 };
  return (event: Press): void => {
    const { ctrlKey, metaKey, altKey, timeStamp, target } = event;
    const before = timeStamp - first.at < TOGETHER ? first.key : "";
    first = { key: "", at: 0 };
    if (event.defaultPrevented || event.isComposing || altKey || topDialog()) return;
    const key = event.shiftKey ? event.key : event.key.toLowerCase();
    const isModified = ctrlKey || metaKey;
    if (!isModified && (!singleKeys.get() || (target as Element | null)?.closest?.(TAKES_KEYS))) return;
    const keys = isModified ? `Mod+${key}` : key;
    if ((before && run(`${before} ${keys}`)) || run(keys)) event.preventDefault();
    else if (!isModified && key.length === 1) first = { key, at: timeStamp };
  };
}

/** The name of the key that goes with others on this computer. */
export const MOD = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "") ? "⌘" : "Ctrl";
