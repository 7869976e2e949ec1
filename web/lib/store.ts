import { useSyncExternalStore } from "react";

/** A value outside of components that those can follow with {@link useStore}. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: (): Value => value,
    set(next: Value): void {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store, followed. */
export const useStore = <Value>(store: ReturnType<typeof createStore<Value>>): Value =>
  useSyncExternalStore(store.subscribe, store.get);
