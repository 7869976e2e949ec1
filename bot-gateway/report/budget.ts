import type { Clock } from "../clock.ts";
import { BOT_BUDGET } from "../protocol.ts";

const MINUTE_MS = 60_000;

/**
 * Limits what is stored for one bot in a minute (BOT_BUDGET), over all of its runs; `reports` excludes those of
 * activities. More is dropped, and `say` gets one sentence a minute about how much.
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

  /** Returns the first activities for which the minute has room. */
  takeActivities<Item>(items: Item[]): Item[] {
    this.#look();
    const taken = items.slice(0, BOT_BUDGET.activities - this.#used.activities);
    this.#used.activities += taken.length;
    this.#leaveOut("activities", items.length - taken.length);
    return taken;
  }

  /** Returns whether there is room for a line of the log, and counts it. */
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

  /** Returns whether there is room for a report other than of activities, and counts it. */
  takeReport(): boolean {
    this.#look();
    const isTaken = this.#used.reports < BOT_BUDGET.reports;
    if (isTaken) this.#used.reports += 1;
    else this.#leaveOut("reports", 1);
    return isTaken;
  }

  /** Says what was dropped since the last sentence. */
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

  /** Starts a new minute when the last one has passed. */
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
