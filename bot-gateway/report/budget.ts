import type { Clock } from "../clock.ts";
import { BOT_BUDGET } from "../protocol.ts";

const MINUTE_MS = 60_000;

/**
 * What one bot may have stored in a minute (BOT_BUDGET), through all of its runs; `reports` are those that are not of activities. What is over is left out, and `say` gets a
 * sentence about how much, once a minute.
 */
export class Budget {
  readonly #clock: Clock;
  readonly #say: (message: string) => void;
  #since = Number.NEGATIVE_INFINITY;
  #used = { activities: 0, logLines: 0, logBytes: 0, reports: 0 };
  #leftOut = { activities: 0, lines: 0, reports: 0 };
  #cancelNotice: (() => void) | null = null;

  constructor(clock: Clock, say: (message: string) => void) {
    this.#clock = clock;
    this.#say = say;
  }

  /** Takes as many of the activities as the minute has room for, from the front. */
  takeActivities<Item>(items: Item[]): Item[] {
    this.#look();
    const taken = items.slice(0, BOT_BUDGET.activities - this.#used.activities);
    this.#used.activities += taken.length;
    this.#leaveOut("activities", items.length - taken.length);
    return taken;
  }

  /** Takes a line of the log if there is room for it. */
  takeLine(message: string): boolean {
    this.#look();
    const bytes = Buffer.byteLength(message);
    const { logLines, logBytes } = this.#used;
    const isTaken = logLines < BOT_BUDGET.logLines && logBytes + bytes <= BOT_BUDGET.logBytes;
    if (isTaken) {
      this.#used.logLines += 1;
      this.#used.logBytes += bytes;
    } else this.#leaveOut("lines", 1);
    return isTaken;
  }

  /** Takes a report that is not of activities. */
  takeReport(): boolean {
    this.#look();
    const isTaken = this.#used.reports < BOT_BUDGET.reports;
    if (isTaken) this.#used.reports += 1;
    else this.#leaveOut("reports", 1);
    return isTaken;
  }

  /** Says now what was left out and not said yet. */
  tell(): void {
    this.#cancelNotice?.();
    this.#cancelNotice = null;
    const { activities, lines, reports } = this.#leftOut;
    if (activities + lines + reports === 0) return;
    this.#leftOut = { activities: 0, lines: 0, reports: 0 };
    this.#say(
      `Left out within a minute: ${activities} activities, ${lines} lines and ${reports} reports, more than a bot may have stored.`,
    );
  }

  /** Begins another minute where one has passed. */
  #look(): void {
    const now = this.#clock.now();
    if (now < this.#since + MINUTE_MS && now >= this.#since) return;
    this.#since = now;
    this.#used = { activities: 0, logLines: 0, logBytes: 0, reports: 0 };
  }

  #leaveOut(what: "activities" | "lines" | "reports", count: number): void {
    if (count === 0) return;
    this.#leftOut[what] += count;
    const rest = this.#since + MINUTE_MS - this.#clock.now();
    this.#cancelNotice ??= this.#clock.after(rest, () => this.tell());
  }
}
