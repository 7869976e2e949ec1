import {
  type BotState,
  GATEWAY_LIMITS,
  type GatewayReport,
  type LogLine,
  type ReportedActivity,
} from "../protocol.ts";

/**
 * The most activities of all bots that wait for the worker: a whole server of 10,000 people who come online and enter
 * voice.
 */
export const ACTIVITIES_MAX = 20_000;
const STATES_A_REPORT = 100;

type Waiting<Item> = { items: Item[]; dropped: number };
export type ReportContent = Pick<GatewayReport, "states" | "logs" | "activities">;

/**
 * Queues reports for the worker within limits: the newest state and the newest 1,000 lines of each bot, and the
 * newest 20,000 activities of all bots. A line in the bot's log says what was dropped.
 */
export class ReportQueue {
  readonly #states = new Map<number, BotState>();
  readonly #logs = new Map<number, Waiting<LogLine>>();
  readonly #activities = new Map<number, Waiting<ReportedActivity>>();
  #activityCount = 0;

  addState(state: BotState): void {
    // Moves the state to the end, so that a report never carries a newer state before an older one.
    this.#states.delete(state.botId);
    this.#states.set(state.botId, state);
  }

  addLog(botId: number, line: LogLine): void {
    const waiting = waitingOf(this.#logs, botId);
    waiting.items.push(line);
    if (waiting.items.length > GATEWAY_LIMITS.logLines) {
      waiting.items.shift();
      waiting.dropped += 1;
    }
  }

  addActivities(botId: number, items: ReportedActivity[]): void {
    const waiting = waitingOf(this.#activities, botId);
    waiting.items.push(...items);
    this.#activityCount += items.length;
    while (this.#activityCount > ACTIVITIES_MAX) this.#dropOldestActivities();
  }

  /** Drops the queued states, which a snapshot contains. */
  forgetStates(upTo: number): void {
    for (const [botId, { sequence }] of this.#states) if (sequence <= upTo) this.#states.delete(botId);
  }

  get hasStates(): boolean {
    return this.#states.size > 0;
  }

  get isEmpty(): boolean {
    return this.#states.size + this.#logs.size + this.#activities.size === 0;
  }

  /** Returns whether it holds only presences and voice: see ACTIVITIES_EVERY_MS. */
  get mayWait(): boolean {
    if (this.#states.size + this.#logs.size > 0 || this.isFull) return false;
    return [...this.#activities.values()].every(({ items }) =>
      items.every(({ type }) => type !== "server_join" && type !== "server_leave"),
    );
  }

  /** Returns whether it holds more than fits into one report. */
  get isFull(): boolean {
    let lines = 0;
    for (const { items } of this.#logs.values()) lines += items.length;
    return lines >= GATEWAY_LIMITS.reportLines || this.#activityCount >= GATEWAY_LIMITS.reportActivities;
  }

  /** Takes the content of one report, in order for each bot; null when the queue is empty. */
  take(): ReportContent | null {
    if (this.isEmpty) return null;
    const states = [...this.#states.values()].slice(0, STATES_A_REPORT);
    for (const { botId } of states) this.#states.delete(botId);
    const logs = takeShare(this.#logs, GATEWAY_LIMITS.reportLines, dropNotice);
    const activities = takeShare(this.#activities, GATEWAY_LIMITS.reportActivities);
    for (const { items } of activities) this.#activityCount -= items.length;
    return {
      ...(states.length > 0 ? { states } : {}),
      ...(logs.length > 0 ? { logs: logs.map(({ botId, items }) => ({ botId, lines: items })) } : {}),
      ...(activities.length > 0 ? { activities } : {}),
    };
  }

  /** Drops activities of the bot that has most of them, so that a bot that floods loses only its own. */
  #dropOldestActivities(): void {
    const [botId, most] = [...this.#activities].reduce((a, b) =>
      b[1].items.length > a[1].items.length ? b : a,
    );
    const count = Math.min(most.items.length, this.#activityCount - ACTIVITIES_MAX);
    most.items.splice(0, count);
    this.#activityCount -= count;
    if (most.items.length === 0) this.#activities.delete(botId);
    const message = `${count} activities dropped: the worker could not be reached in time.`;
    this.addLog(botId, { timestamp: new Date().toISOString(), level: "warn", message });
  }
}

function waitingOf<Item>(all: Map<number, Waiting<Item>>, botId: number): Waiting<Item> {
  let waiting = all.get(botId);
  if (!waiting) {
    waiting = { items: [], dropped: 0 };
    all.set(botId, waiting);
  }
  return waiting;
}

function dropNotice(dropped: number, next: LogLine): LogLine {
  const message = `${dropped} lines dropped: the worker could not be reached in time.`;
  return { timestamp: next.timestamp, level: "warn", message };
}

/** Takes up to `limit` items from the front; bots with remaining items come first the next time. */
function takeShare<Item>(
  all: Map<number, Waiting<Item>>,
  limit: number,
  notice?: (dropped: number, next: Item) => Item,
): { botId: number; items: Item[] }[] {
  const taken: { botId: number; items: Item[] }[] = [];
  let left = limit;
  for (const [botId, waiting] of [...all]) {
    if (left === 0) break;
    const [first] = waiting.items;
    if (notice && waiting.dropped > 0 && first !== undefined) {
      waiting.items.unshift(notice(waiting.dropped, first));
      waiting.dropped = 0;
    }
    const items = waiting.items.splice(0, left);
    left -= items.length;
    all.delete(botId);
    if (waiting.items.length > 0) all.set(botId, waiting);
    taken.push({ botId, items });
  }
  return taken;
}
