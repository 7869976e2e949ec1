import type { Clock } from "../clock.ts";

/** A clock that only the test advances. */
export class ManualClock implements Clock {
  #now: number;
  #timers: { at: number; order: number; act: () => void }[] = [];
  #order = 0;

  constructor(now = Date.UTC(2026, 10, 21)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, act: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, milliseconds), order: this.#order++, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** Advances the time from timer to timer, each with everything in memory that follows from it. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end);
      const next = due.sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = Math.max(this.#now, next.at);
      next.act();
      await settle();
    }
    this.#now = end;
  }
}

/** Lets everything run that is ready: promises, streams and their events, and small files. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
