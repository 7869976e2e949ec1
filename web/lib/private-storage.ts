import { attempt } from "./storage.ts";

/** Settings of the browser, not of a user. */
const PREFERENCES = new Set(["theme", "language", "crm-view", "single-keys"]);

/** Key under which a tab keeps the memory of its page across a reload. */
const CARRIED = "carried";

export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export const keysOf = (store: Store): string[] =>
  Array.from({ length: store.length }, (_, at) => store.key(at) ?? "");

/**
 * The storage for texts that users type, under keys of the form `name:userId:id`. While nobody is known to be signed in, it is
 * the memory of this page, so that the next user of the browser finds nothing in it.
 */
export function createPrivateStorage(storage: () => Store, tab: () => Store) {
  /** Takes what the page before this one carried over, null without it. */
  const takeCarried = () => {
    const carried = tab().getItem(CARRIED);
    tab().removeItem(CARRIED);
    return carried === null ? null : new Map<string, string>(JSON.parse(carried));
  };
  let memory = attempt(takeCarried, null);

  const privateKeys = () => keysOf(storage()).filter((key) => !PREFERENCES.has(key));
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

  /** Moves private texts from the browser into the memory of this page. */
  const hold = () =>
    attempt(() => {
      memory ??= new Map();
      for (const key of privateKeys()) {
        memory.set(key, storage().getItem(key) ?? "");
        storage().removeItem(key);
      }
    }, undefined);

  /** Puts the texts of a user back into the browser, and forgets those of other users. */
  const release = (userId: number) =>
    attempt(() => {
      for (const key of privateKeys()) if (!isOf(key, userId)) storage().removeItem(key);
      const entries = [...(memory ?? [])];
      memory = null;
      for (const [key, value] of entries)
        if (isOf(key, userId)) attempt(() => storage().setItem(key, value), undefined);
    }, undefined);

  /** Forgets all texts; later ones stay in memory. */
  const forget = () => {
    hold();
    memory = new Map();
  };

  /** Leaves the memory of this page to the next page of the same tab. */
  const carry = () =>
    attempt(() => {
      if (memory) tab().setItem(CARRIED, JSON.stringify([...memory]));
    }, undefined);

  return { store, hold, release, forget, carry };
}

export const privateStorage = createPrivateStorage(
  () => localStorage,
  () => sessionStorage,
);
