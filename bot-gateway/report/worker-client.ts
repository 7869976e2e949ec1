import { type Clock, pause } from "../clock.ts";
import { errorText } from "../errors.ts";
import type { Log } from "../log.ts";
import type { RunPolicy } from "../policy.ts";
import type { BotState, GatewayReport, GatewaySnapshot, LogLine, ReportedActivity } from "../protocol.ts";
import { SIGNATURE_HEADERS, signGatewayRequest } from "../signature.ts";
import { type PostAnswer, post } from "./post.ts";
import { ReportQueue } from "./report-queue.ts";

const STATES_WITHIN_MS = 50;
const REST_EVERY_MS = 500;
const RETRY_AFTER_MAX_MS = 60_000;
const SNAPSHOT_AGAIN_MS = 60_000;

type Options = {
  workerUrl: string;
  secret: string;
  /** The only bot that this gateway runs and whose secret it signs with, or null. */
  botId: number | null;
  instance: string;
  clock: Clock;
  random: () => number;
  policy: Pick<RunPolicy, "retryFirst" | "retryMax" | "activitiesEvery">;
  log: Log;
  snapshot: () => GatewaySnapshot;
};

/** "given_up" means a refusal that a repetition would not change. */
type Verdict = "delivered" | "given_up" | "closed";

/**
 * Sends reports to the worker, one at a time and in order. Each has a key that stays the same when it is sent again.
 */
export class WorkerClient {
  readonly #options: Options;
  readonly #queue = new ReportQueue();
  #reports = 0;
  /** When the next report of activities that may wait is due. */
  #activitiesDue = 0;
  #isReachable = true;
  #isSending = false;
  #isClosing = false;
  #isClosed = false;
  /** Whether the worker does not know this instance yet, or missed a report. */
  #needsSnapshot = true;
  #timer: { due: number; cancel: () => void } | null = null;
  readonly #waits = new Set<() => void>();
  #idle: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Sends the first report, with a snapshot. Then, after the delay at the earliest, asks the worker to start the
   * bots.
   */
  async begin(autoStartDelay: number): Promise<void> {
    const delay = this.#wait(autoStartDelay);
    await this.#flush();
    await delay;
    if (this.#isClosing) return;
    const body = JSON.stringify({ instance: this.#options.instance });
    const verdict = await this.#deliver("auto-start", body);
    if (verdict === "delivered") this.#options.log("info", "auto_start_asked");
  }

  addState(state: BotState): void {
    this.#queue.addState(state);
    this.#schedule(STATES_WITHIN_MS);
  }

  addLog(botId: number, line: LogLine): void {
    this.#queue.addLog(botId, line);
    this.#schedule(REST_EVERY_MS);
  }

  addActivities(botId: number, items: ReportedActivity[]): void {
    this.#queue.addActivities(botId, items);
    this.#schedule(this.#rest());
  }

  /** Sends what is queued, for at most `milliseconds`, then stops. */
  async close(milliseconds: number): Promise<void> {
    this.#isClosing = true;
    const isSent = new Promise<void>((resolve) => this.#idle.push(resolve));
    for (const wake of this.#waits) wake();
    void this.#flush();
    const limit = pause(this.#options.clock, milliseconds);
    await Promise.race([isSent, limit.done]);
    limit.wake();
    this.#isClosed = true;
    this.#timer?.cancel();
    for (const wake of this.#waits) wake();
  }

  #schedule(milliseconds: number): void {
    if (this.#isSending || this.#isClosed) return;
    const { clock } = this.#options;
    const due = clock.now() + milliseconds;
    if (this.#timer && this.#timer.due <= due) return;
    this.#timer?.cancel();
    this.#timer = { due, cancel: clock.after(milliseconds, () => void this.#flush()) };
  }

  /** Sends one report, and schedules the next one when more is queued. */
  async #flush(): Promise<void> {
    if (this.#isSending || this.#isClosed) return;
    this.#timer?.cancel();
    this.#timer = null;
    const body = this.#nextReport();
    if (body !== null) {
      this.#isSending = true;
      const verdict = await this.#deliver("reports", body);
      this.#isSending = false;
      if (verdict === "given_up") {
        this.#needsSnapshot = true;
        this.#schedule(SNAPSHOT_AGAIN_MS);
      }
    }
    if (this.#queue.isEmpty) {
      for (const resolve of this.#idle.splice(0)) resolve();
      return;
    }
    const isUrgent = this.#queue.isFull || this.#idle.length > 0;
    this.#schedule(isUrgent ? 0 : this.#queue.hasStates ? STATES_WITHIN_MS : this.#rest());
  }

  /** Returns how long queued items other than states wait, in milliseconds. */
  #rest(): number {
    const wait = this.#queue.mayWait ? this.#activitiesDue - this.#options.clock.now() : 0;
    return Math.max(REST_EVERY_MS, wait);
  }

  #nextReport(): string | null {
    const { instance, snapshot, clock, policy } = this.#options;
    const report: GatewayReport = { instance, key: `${instance}-${++this.#reports}` };
    if (this.#needsSnapshot) {
      report.snapshot = snapshot();
      this.#queue.forgetStates(report.snapshot.sequence);
      this.#needsSnapshot = false;
    }
    const content = this.#queue.take();
    if (content?.activities) this.#activitiesDue = clock.now() + policy.activitiesEvery;
    if (!content && !report.snapshot) return null;
    return JSON.stringify({ ...report, ...content });
  }

  /** Posts until there is an answer, with longer waits each time. */
  async #deliver(what: "reports" | "auto-start", body: string): Promise<Verdict> {
    const { random, log, policy } = this.#options;
    for (let tries = 0; !this.#isClosed; tries += 1) {
      let answer: PostAnswer | null = null;
      let why = "";
      try {
        answer = await this.#post(what, body);
        why = `status ${answer.status}`;
      } catch (error) {
        why = errorText(error);
      }
      if (answer && answer.status >= 200 && answer.status < 300) {
        if (!this.#isReachable) log("info", "worker_reachable", { tries });
        this.#isReachable = true;
        return "delivered";
      }
      if (answer && answer.status >= 400 && answer.status < 500 && ![408, 429].includes(answer.status)) {
        log("error", "worker_refused", { what, status: answer.status, bytes: body.length });
        return "given_up";
      }
      if (this.#isReachable) log("warn", "worker_unreachable", { what, why });
      this.#isReachable = false;
      const growing = Math.min(policy.retryMax, policy.retryFirst * 2 ** Math.min(tries, 10));
      const asked = Math.min(RETRY_AFTER_MAX_MS, answer?.retryAfter ?? 0);
      if (!this.#isClosed) await this.#wait(Math.max(asked, growing * (0.8 + 0.4 * random())));
    }
    return "closed";
  }

  async #post(what: string, body: string): Promise<PostAnswer> {
    const { workerUrl, secret, botId, clock } = this.#options;
    const url = new URL(`${workerUrl}/api/bot-gateway/${what}`);
    const signed = await signGatewayRequest(secret, { method: "POST", url, body }, clock.now());
    return post(url, body, botId === null ? signed : { ...signed, [SIGNATURE_HEADERS.bot]: String(botId) });
  }

  async #wait(milliseconds: number): Promise<void> {
    const { done, wake } = pause(this.#options.clock, milliseconds);
    this.#waits.add(wake);
    await done;
    this.#waits.delete(wake);
  }
}
