/** The gateway's source of time; tests replace it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `act` once after so many milliseconds; the returned function cancels that. */
  after(milliseconds: number, act: () => void): () => void;
};

export const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Returns a wait that can be cut short: `done` resolves after the time, or at once when `wake` is called. */
export function pause(clock: Clock, milliseconds: number): { done: Promise<void>; wake: () => void } {
  let wake = () => {};
  const done = new Promise<void>((resolve) => {
    const cancel = clock.after(milliseconds, resolve);
    wake = () => {
      cancel();
      resolve();
    };
  });
  return { done, wake };
}
