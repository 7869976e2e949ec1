import type { Clock } from "../clock.ts";
import type { RunPolicy } from "../policy.ts";
import type { BotState, EndReason, LogLevel, ReportedActivity } from "../protocol.ts";
import type { Budget } from "../report/budget.ts";
import { BotOutput } from "../report/logs.ts";
import type { Redactor } from "../report/redact.ts";
import { type BotReport, followReports, readActivities } from "../report/reports.ts";
import type { BotProcess, Exit } from "../sandbox/sandbox.types.ts";

/** Why a process ended; after a final end the bot is not restarted automatically. */
export type AttemptEnd = { reason: EndReason; detail: string | null; isFinal: boolean };

/** The outcome of a command to a bot; `detail` is the bot's own sentence. */
export type CommandResult =
  | { outcome: "done" | "not_running" | "timed_out" | "busy" }
  | { outcome: "failed"; detail: string };

type Options = {
  clock: Clock;
  policy: RunPolicy;
  redactor: Redactor;
  budget: Budget;
  guildId: string;
  /** Whether an earlier process of the same run was ready; then a missed deadline leads to another attempt. */
  wasReady: boolean;
  log: (level: LogLevel, message: string) => void;
  onReady: (user: NonNullable<BotState["user"]>) => void;
  onStayedUp: () => void;
  /** Called when the client identifies; false when Discord allows no further login. */
  onIdentify: (isFirst: boolean) => boolean;
  onActivities: (items: ReportedActivity[]) => void;
};

/** How long the pipes of an ended process may take to drain. */
const DRAIN_MS = 1_000;
/** The most unread bytes with which a bot still gets another command. */
const COMMAND_BACKLOG = 16 * 1024;

/** One process of a run, from its start until all of its processes are gone. */
export class Attempt {
  readonly #process: BotProcess;
  readonly #options: Options;
  readonly #output: BotOutput;
  readonly #timers = new Set<() => void>();
  readonly #commands = new Map<number, (result: CommandResult) => void>();
  readonly #pending = new Map<string, Promise<CommandResult>>();
  #end: AttemptEnd | null = null;
  #isGone = false;
  #isReady = false;
  /** The bot's last report of whether it receives voice events. */
  #watch: ReportedActivity | null = null;
  #identifies = 0;
  #refused = 0;
  #nextCommand = 1;
  /** Resolves, never rejects, when the whole process tree is gone and its output is read. */
  readonly finished: Promise<AttemptEnd>;

  constructor(process: BotProcess, options: Options) {
    this.#process = process;
    this.#options = options;
    const { clock, policy, redactor } = options;
    this.#output = new BotOutput(process, {
      clock,
      policy,
      redactor,
      log: (level, message) => this.#pass(level, message),
    });
    const reports = followReports(process.reports, {
      clock,
      policy,
      onReport: (report) => this.#take(report),
      onRefused: (why) => this.#refuse(why),
    });
    process.commands.on("error", () => process.commands.destroy());
    this.finished = process.exited.then((exit) => this.#gone(exit, reports));
    this.#after(policy.startDeadline, () => this.#missDeadline());
    this.#watchMemory();
  }

  /** Ends the process on request: asks it to log out, and kills it after the grace period. */
  stop(): void {
    this.#finish({ reason: "stopped", detail: null, isFinal: true });
  }

  /** Sends the bot a command. A command that is pending already is not sent twice. */
  command(command: string): Promise<CommandResult> {
    const pending = this.#pending.get(command);
    if (pending) return pending;
    if (!this.#isReady || this.#end || this.#isGone) return Promise.resolve({ outcome: "not_running" });
    if (this.#process.commands.writableLength > COMMAND_BACKLOG) return Promise.resolve({ outcome: "busy" });
    const id = this.#nextCommand++;
    const result = new Promise<CommandResult>((resolve) => {
      const cancel = this.#after(this.#options.policy.commandDeadline, () =>
        settle({ outcome: "timed_out" }),
      );
      const settle = (outcome: CommandResult) => {
        cancel();
        this.#commands.delete(id);
        this.#pending.delete(command);
        resolve(outcome);
      };
      this.#commands.set(id, settle);
    });
    this.#pending.set(command, result);
    this.#send({ type: "command", id, command });
    return result;
  }

  #send(message: object): void {
    if (this.#process.commands.writable) this.#process.commands.write(`${JSON.stringify(message)}\n`);
  }

  #after(milliseconds: number, act: () => void): () => void {
    const cancel = this.#options.clock.after(milliseconds, () => {
      this.#timers.delete(forget);
      act();
    });
    const forget = () => {
      this.#timers.delete(forget);
      cancel();
    };
    this.#timers.add(forget);
    return forget;
  }

  /** Ends the process; only the first reason is kept. */
  #finish(end: AttemptEnd, isAtOnce = false): void {
    this.#end ??= end;
    if (this.#isGone) return;
    if (isAtOnce) {
      this.#process.kill("SIGKILL");
      return;
    }
    this.#send({ type: "stop" });
    this.#process.kill("SIGTERM");
    this.#after(this.#options.policy.stopGrace, () => this.#process.kill("SIGKILL"));
  }

  #missDeadline(): void {
    if (this.#isReady || this.#end) return;
    const seconds = Math.round(this.#options.policy.startDeadline / 1_000);
    const detail = `Not connected to Discord within ${seconds} seconds.`;
    this.#options.log("error", detail);
    this.#finish({ reason: "start_deadline", detail, isFinal: !this.#options.wasReady });
  }

  #watchMemory(lastUsed = 0): void {
    const { memoryCheckEvery, memoryMax } = this.#options.policy;
    const isNear = lastUsed > memoryMax / 2;
    this.#after(isNear ? memoryCheckEvery / 5 : memoryCheckEvery, async () => {
      const used = await this.#process.memoryBytes().catch(() => 0);
      if (this.#isGone) return;
      if (used <= memoryMax) {
        this.#watchMemory(used);
        return;
      }
      this.#finish(this.#tooMuch(used), true);
    });
  }

  /** Logs how much memory the bot used, in bytes, and returns that as its end. */
  #tooMuch(used: number): AttemptEnd {
    const { log, policy } = this.#options;
    const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
    const detail = `It used ${megabytes(used)} MB of memory; it may have ${megabytes(policy.memoryMax)} MB.`;
    log("error", detail);
    return { reason: "memory", detail, isFinal: false };
  }

  /** Logs a line that the bot itself causes, within the bot's budget. */
  #pass(level: LogLevel, message: string): void {
    if (this.#options.budget.takeLine(message)) this.#options.log(level, message);
  }

  #take(report: BotReport): void {
    const { redactor, budget } = this.#options;
    if (report.type !== "activity" && !budget.takeReport()) return;
    switch (report.type) {
      case "identify":
        this.#identify();
        break;
      case "ready":
        this.#becomeReady({ id: report.user.id, username: redactor.line(report.user.username, 100) });
        break;
      case "disconnected":
        this.#pass(
          "warn",
          `Connection to Discord lost (${report.code ?? "no code"}); the bot reconnects${report.wait ? ` in ${report.wait} s` : ""}.`,
        );
        break;
      case "fatal":
        this.#refusedByDiscord(report);
        break;
      case "activity":
        this.#passOn(report.items);
        break;
      case "command_done":
        this.#commands.get(report.id)?.({ outcome: "done" });
        break;
      case "command_failed": {
        const detail = redactor.line(report.detail, 300);
        this.#commands.get(report.id)?.({ outcome: "failed", detail });
        break;
      }
    }
  }

  #becomeReady(user: NonNullable<BotState["user"]>): void {
    if (this.#end || this.#isGone) return;
    if (!this.#isReady) this.#after(this.#options.policy.stayedUpAfter, this.#options.onStayedUp);
    this.#isReady = true;
    this.#options.onReady(user);
  }

  #refusedByDiscord(report: Extract<BotReport, { type: "fatal" }>): void {
    if (this.#end) return;
    const code = report.code === null ? "" : ` (${report.code})`;
    const detail = this.#options.redactor.line(`${report.detail}${code}`, 500);
    this.#finish({ reason: report.reason, detail, isFinal: true });
  }

  #passOn(reported: unknown[]): void {
    const { redactor, budget, guildId, onActivities } = this.#options;
    const items = readActivities(reported, guildId, (text) => redactor.line(text, 100));
    if (items.length < reported.length)
      this.#refuse(`${reported.length - items.length} activities are malformed or of another server`);
    const taken = budget.takeActivities(items);
    this.#watch = taken.findLast(({ type }) => type === "watch") ?? this.#watch;
    if (taken.length > 0) onActivities(taken);
  }

  /** Reports for an ended bot that it no longer receives voice events. */
  #endWatch(): void {
    if (!this.#watch || this.#watch.details === "lost") return;
    const { clock, onActivities } = this.#options;
    onActivities([{ ...this.#watch, details: "lost", timestamp: new Date(clock.now()).toISOString() }]);
  }

  #identify(): void {
    this.#identifies += 1;
    if (this.#options.onIdentify(this.#identifies === 1) || this.#end) return;
    const detail = `More than ${this.#options.policy.identifiesMax} logins in a day.`;
    this.#options.log("error", detail);
    this.#finish({ reason: "identify_limit", detail, isFinal: true }, true);
  }

  /** Logs the first and then every hundredth refused report of a process. */
  #refuse(why: string): void {
    if (this.#refused++ % 100 === 0) this.#pass("warn", `A report of the bot was refused: ${why}.`);
  }

  async #gone(exit: Exit, reports: Promise<void>): Promise<AttemptEnd> {
    this.#isGone = true;
    for (const cancel of [...this.#timers]) cancel();
    const { stdout, stderr, reports: reportStream, commands } = this.#process;
    let cancel = () => {};
    await Promise.race([
      Promise.all([this.#output.finished, reports]),
      new Promise<void>((resolve) => {
        cancel = this.#options.clock.after(DRAIN_MS, resolve);
      }),
    ]);
    cancel();
    this.#endWatch();
    for (const settle of [...this.#commands.values()]) settle({ outcome: "not_running" });
    for (const stream of [stdout, stderr, reportStream, commands]) stream.destroy();
    if (this.#end) return this.#end;
    if (exit.fullAt !== undefined) return this.#tooMuch(exit.fullAt);
    if (exit.code === 0) {
      const detail = this.#isReady ? null : "It had not connected to Discord.";
      return { reason: "ended", detail, isFinal: true };
    }
    return { reason: "crashed", detail: this.#describe(exit), isFinal: false };
  }

  #describe({ code, signal }: Exit): string {
    const how = signal ? `Ended by ${signal}` : `Exit code ${code ?? "unknown"}`;
    const why = this.#output.lastError();
    return (why ? `${how}: ${why}` : `${how}.`).slice(0, 500).toWellFormed();
  }
}
