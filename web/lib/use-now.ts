import { createStore, useStore } from "./store.ts";

const clock = createStore(Date.now());
setInterval(() => clock.set(Date.now()), 15_000);

/** The time in milliseconds, moved on every 15 seconds so that "3 minutes ago" and deadlines stay true. */
export const useNow = (): number => useStore(clock);
