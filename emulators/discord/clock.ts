/** The time by which interactions expire. It runs as the machine's, and can be put forward. */
export class Clock {
  #ahead = 0;
  readonly #alarms = new Set<{ at: number; ring: () => void }>();

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** Puts the clock forward; timers that end in between run at once. */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
    for (const alarm of [...this.#alarms]) if (alarm.at <= this.now()) alarm.ring();
  }

  /** Returns a signal that aborts after so many milliseconds of this clock. */
  deadline(milliseconds: number): AbortSignal {
    const controller = new AbortController();
    const ring = (): void => {
      clearTimeout(timer);
      this.#alarms.delete(alarm);
      controller.abort();
    };
    const alarm = { at: this.now() + milliseconds, ring };
    const timer = setTimeout(ring, milliseconds);
    timer.unref();
    this.#alarms.add(alarm);
    return controller.signal;
  }
}
