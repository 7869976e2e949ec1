import type { Store } from "../lib/private-storage.ts";

/** Returns a browser's storage that keeps its entries in a map, in the order in which they were added. */
export const storeOf = (kept: Map<string, string>): Store => ({
  get length() {
    return kept.size;
  },
  key: (at) => [...kept.keys()][at] ?? null,
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
});
