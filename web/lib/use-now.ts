import { useSyncExternalStore } from "react";
import { createStore } from "./store.ts";

const TICK = 15_000;
const clock = createStore(Date.now());
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  const tick = () => clock.set(Date.now());
  if (!clock.isFollowed()) {
    if (Date.now() - clock.get() > TICK) tick();
    timer = setInterval(tick, TICK);
  }
  const end = clock.subscribe(listener);
  return () => {
    end();
    if (!clock.isFollowed()) clearInterval(timer);
  };
}

/** The time in milliseconds, updated every 15 seconds, for relative times and deadlines. */
export const useNow = (): number => useSyncExternalStore(subscribe, clock.get);
