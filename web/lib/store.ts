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
    isFollowed: (): boolean => listeners.size > 0,
  };
}

export const useStore = <Value>(store: ReturnType<typeof createStore<Value>>): Value =>
  useSyncExternalStore(store.subscribe, store.get, store.get);

/** A question that a component shows over the page; null while it is not open. All who ask meanwhile get one answer. */
export function createQuestion() {
  const store = createStore<PromiseWithResolvers<boolean> | null>(null);
  return {
    ...store,
    /** Opens the question; false where no component shows it. */
    ask(): Promise<boolean> {
      if (!store.isFollowed()) return Promise.resolve(false);
      const question = store.get() ?? Promise.withResolvers<boolean>();
      store.set(question);
      return question.promise;
    },
    answer(isYes: boolean): void {
      store.get()?.resolve(isYes);
      store.set(null);
    },
  };
}
