import { useSyncExternalStore } from "react";
import { createStore } from "./store.ts";

const TICK = 15_000;
const clock = createStore(Date.now());
let timer: ReturnType<typeof setInterval> | undefined;
let readers = 0;

function subscribe(listener: () => void): () => void {
  const tick = () => clock.set(Date.now());
  if (readers === 0) {
    if (Date.now() - clock.get() > TICK) tick();
    timer = setInterval(tick, TICK);
  }
  readers += 1;
  const end = clock.subscribe(listener);
  return () => {
    end();
    readers -= 1;
    if (readers === 0) clearInterval(timer);
  };
}

/** The time in milliseconds, moved on every 15 seconds so that "3 minutes ago" and deadlines stay true. */
export const useNow = (): number => useSyncExternalStore(subscribe, clock.get);
