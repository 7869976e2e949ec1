import { attempt } from "./storage.ts";

/** What stays in a browser whoever uses it: how the app looks. */
const PREFERENCES = new Set(["theme", "language", "crm-view"]);

export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/**
 * A browser's storage for what users type, under keys of the form `name:userId:id`. While it is not known that its user is
 * signed in, it is the memory of this page and nothing of it stands in the browser, which others may use.
 */
export function createPrivateStorage(storage: () => Store) {
  let memory: Map<string, string> | null = null;

  const entries = () => {
    const keys = Array.from({ length: storage().length }, (_, at) => storage().key(at) ?? "");
    return keys
      .filter((key) => !PREFERENCES.has(key))
      .map((key) => [key, storage().getItem(key) ?? ""] as const);
  };
  const isOf = (key: string, userId: number) => key.split(":")[1] === String(userId);

  const store: Store = {
    getItem: (key) => (memory ? (memory.get(key) ?? null) : storage().getItem(key)),
    setItem: (key, value) => (memory ? void memory.set(key, value) : storage().setItem(key, value)),
    removeItem: (key) => (memory ? void memory.delete(key) : storage().removeItem(key)),
    key: (at) => (memory ? ([...memory.keys()][at] ?? null) : storage().key(at)),
    get length() {
      return memory ? memory.size : storage().length;
    },
  };

  /** Takes what is private out of the browser and into this page's memory. */
  const hold = () =>
    attempt(() => {
      memory ??= new Map();
      for (const [key, value] of entries()) {
        memory.set(key, value);
        storage().removeItem(key);
      }
    }, undefined);

  /** Puts what is a user's back into the browser, and forgets what is anybody else's. */
  const release = (userId: number) =>
    attempt(() => {
      for (const [key] of entries()) if (!isOf(key, userId)) storage().removeItem(key);
      const held = [...(memory ?? [])];
      memory = null;
      for (const [key, value] of held)
        if (isOf(key, userId)) attempt(() => storage().setItem(key, value), undefined);
    }, undefined);

  /** Forgets all of it; what comes later stays in memory. */
  const forget = () => {
    hold();
    memory = new Map();
  };

  return { store, hold, release, forget };
}

/** What users typed, as this browser keeps it. */
export const privateStorage = createPrivateStorage(() => localStorage);
