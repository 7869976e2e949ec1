import { useEffect, useEffectEvent } from "react";

/** Milliseconds without a key after which typing counts as paused. */
const PAUSE = 1000;

/** While `waiting`, calls back once no key has been pressed for a second. */
export function useTypingPause(waiting: boolean, onPause: () => void): void {
  const paused = useEffectEvent(onPause);
  useEffect(() => {
    if (!waiting) return;
    let timer = 0;
    const restart = () => {
      clearTimeout(timer);
      timer = window.setTimeout(paused, PAUSE);
    };
    restart();
    addEventListener("keydown", restart, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", restart, { capture: true });
    };
  }, [waiting]);
}
