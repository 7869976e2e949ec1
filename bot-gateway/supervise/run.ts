import { type Clock, pause } from "../clock.ts";
import { errorText } from "../errors.ts";
import type { RunPolicy } from "../policy.ts";
import type { BotState, EndReason, LogLevel, ReportedActivity, StartOrder } from "../protocol.ts";
import type { Budget } from "../report/budget.ts";
import { Redactor } from "../report/redact.ts";
import type { BotProcess, Sandbox } from "../sandbox/sandbox.types.ts";
import { Attempt, type AttemptEnd, type CommandResult } from "./attempt.ts";
import { CrashHistory } from "./backoff.ts";
import type { BotFiles } from "./files.ts";
import type { IdentifyLimits } from "./identify.ts";

export type RunTools = {
  sandbox: Sandbox;
  files: BotFiles;
  clock: Clock;
  random: () => number;
  policy: RunPolicy;
  identifies: IdentifyLimits;
  /** DISCORD_API_URL for bots; null for Discord's own. */
  discordApiUrl: string | null;
};

type RunEvents = {
  /** Returns the next number of the sequence that orders all states of this gateway. */
  nextSequence: () => number;
  onState: (state: BotState) => void;
  log: (level: LogLevel, message: string) => void;
  /** The budget of the bot, shared by its runs. */
  budget: Budget;
  onActivities: (items: ReportedActivity[]) => void;
};

/**
 * Runs a bot on one order: its processes one after the other, until it is stopped or given up. There is never more
 * than one process, and none before `predecessor` has resolved.
 */
export class Run {
  readonly botId: number;
  readonly redactor: Redactor;
  readonly #order: Omit<StartOrder, "files"> & { mainFile: string };
  /** Released when they are on disk or no longer needed. */
  #files: StartOrder["files"] | null;
  readonly #tools: RunTools;
  readonly #events: RunEvents;
  readonly #crashes: CrashHistory;
  #state: BotState;
  #stopReason: EndReason | null = null;
  #isSuperseded = false;
  #attempt: Attempt | null = null;
  #wake = () => {};
  #wasReady = false;
  /** Resolves, never rejects, when the run has ended and none of its processes is left. */
  readonly over: Promise<void>;

  constructor(
    botId: number,
    { files, ...order }: StartOrder,
    tools: RunTools,
    events: RunEvents,
    predecessor: Promise<void>,
  ) {
    this.botId = botId;
    this.redactor = new Redactor(order.token);
    this.#order = { ...order, mainFile: files.find((file) => file.isMain)?.name ?? "" };
    this.#files = files;
    this.#tools = tools;
    this.#events = events;
    this.#crashes = new CrashHistory(tools.policy, tools.random);
    this.#state = {
      botId,
      runId: order.runId,
      status: "starting",
      since: new Date(tools.clock.now()).toISOString(),
      reason: null,
      detail: null,
      user: null,
      restarts: 0,
      stayedUp: false,
      sequence: events.nextSequence(),
    };
    events.onState(this.#state);
    this.over = this.#live(predecessor);
  }

  get state(): BotState {
    return this.#state;
  }

  /** Returns whether it has a process, will have one, or is ending one. */
  get isActive(): boolean {
    return this.#state.status !== "inactive" && this.#state.status !== "error";
  }

  /**
   * Ends the run: afterwards it is `stopping`, or `inactive` when it had been given up. A second call does nothing.
   */
  stop(reason: EndReason = "stopped"): void {
    if (this.#state.status === "error" && reason === "stopped")
      this.#set({ status: "inactive", reason, detail: null });
    if (!this.isActive || this.#stopReason !== null) return;
    this.#stopReason = reason;
    // Many such runs may wait for an earlier run to end.
    this.#files = null;
    this.#set({ status: "stopping", reason: null, detail: null });
    this.#wake();
    this.#attempt?.stop();
  }

  /** Ends the run because another run of the same bot replaces it; its state is no longer reported. */
  supersede(): void {
    this.#isSuperseded = true;
    this.stop();
  }

  command(command: string): Promise<CommandResult> {
    return this.#attempt?.command(command) ?? Promise.resolve({ outcome: "not_running" });
  }

  async #live(predecessor: Promise<void>): Promise<void> {
    await predecessor;
    try {
      await this.#tryUntilOver();
    } catch (error) {
      this.#fail({ reason: "crashed", detail: this.#clean(errorText(error)), isFinal: true });
    }
    if (this.#stopReason !== null && this.isActive) {
      this.#set({ status: "inactive", reason: this.#stopReason, detail: null, user: null });
      this.#log("info", "Stopped.");
    }
  }

  async #tryUntilOver(): Promise<void> {
    const { sandbox, clock } = this.#tools;
    const { framework } = this.#order;
    if (!sandbox.frameworks.some((each) => each.framework === framework && each.version !== null)) {
      const detail = `${framework} is not installed where the bot gateway runs.`;
      this.#fail({ reason: "framework_missing", detail, isFinal: true });
      return;
    }
    while (this.#stopReason === null) {
      const end = await this.#tryOnce();
      if (this.#stopReason !== null) return;
      if (end.reason === "ended") return this.#endByItself(end);
      if (end.isFinal) return this.#fail(end);
      const delay = this.#crashes.crashed(clock.now());
      if (delay === null) return this.#fail(end);
      this.#log("warn", `${end.detail ?? "It ended."} Starting again in ${Math.ceil(delay / 1_000)} s.`);
      const restarts = this.#state.restarts + 1;
      this.#set({ status: "starting", reason: end.reason, detail: end.detail, user: null, restarts });
      await this.#pause(delay);
    }
  }

  /**
   * Makes one attempt: writes the files, waits for a login that Discord allows, starts the process, and waits for its
   * end.
   */
  async #tryOnce(): Promise<AttemptEnd> {
    const stopped: AttemptEnd = { reason: "stopped", detail: null, isFinal: true };
    let process: BotProcess;
    try {
      const folder = await this.#tools.sandbox.prepareFolder(this.botId);
      if (this.#files) await this.#tools.files.write(this.botId, folder, this.#files);
      this.#files = null;
      const refusal = await this.#awaitIdentify();
      if (refusal) return refusal;
      if (this.#stopReason !== null) return stopped;
      const { token, framework, mainFile } = this.#order;
      const environment = this.#environment(folder);
      const order = { botId: this.botId, framework, folder, mainFile, token, environment };
      process = await this.#tools.sandbox.spawn(order);
    } catch (error) {
      const detail = this.#clean(`It could not be started: ${errorText(error)}`);
      this.#log("error", detail);
      return { reason: "crashed", detail, isFinal: false };
    }
    this.#attempt = this.#follow(process);
    if (this.#stopReason !== null) this.#attempt.stop();
    const end = await this.#attempt.finished;
    this.#events.budget.tell();
    this.#attempt = null;
    return end;
  }

  /** Waits until Discord allows another login with this token and counts it; returns why when it does not. */
  async #awaitIdentify(): Promise<AttemptEnd | null> {
    const { identifies, clock, policy } = this.#tools;
    for (;;) {
      if (this.#stopReason !== null) return null;
      const wait = identifies.wait(this.#order.token, clock.now());
      if (wait === null) {
        const detail = `${policy.identifiesMax} logins with this token in a day; Discord allows no more for now.`;
        return { reason: "identify_limit", detail, isFinal: true };
      }
      if (wait === 0) break;
      await this.#pause(wait);
    }
    identifies.take(this.#order.token, clock.now());
    return null;
  }

  #follow(process: BotProcess): Attempt {
    const { clock, policy } = this.#tools;
    const { guildId } = this.#order;
    return new Attempt(process, {
      clock,
      policy,
      redactor: this.redactor,
      budget: this.#events.budget,
      guildId,
      wasReady: this.#wasReady,
      log: this.#events.log,
      onReady: (user) => {
        this.#wasReady = true;
        if (this.#stopReason !== null) return;
        this.#log("info", `Connected to Discord as ${user.username}.`);
        const isUp = this.#state.status === "running";
        this.#set(isUp ? { user } : { status: "running", reason: null, detail: null, user });
      },
      onStayedUp: () => {
        if (!this.#state.stayedUp) this.#set({ stayedUp: true });
      },
      onIdentify: (isFirst) => this.#countIdentify(isFirst),
      onActivities: this.#events.onActivities,
    });
  }

  /** Returns false when this login exceeds what Discord allows. */
  #countIdentify(isFirst: boolean): boolean {
    const { clock, identifies } = this.#tools;
    const { token } = this.#order;
    const now = clock.now();
    const isAllowed = isFirst || identifies.wait(token, now) !== null;
    try {
      // The first login was counted before the process began, so that it counts even when the bot does not report it.
      if (isFirst) identifies.touch(token, now);
      else identifies.take(token, now);
    } catch (error) {
      this.#log("error", this.#clean(`Its logins cannot be counted: ${errorText(error)}`));
    }
    return isAllowed;
  }

  #environment(folder: string): Record<string, string> {
    const { token, guildId, name } = this.#order;
    const { discordApiUrl } = this.#tools;
    return {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      HOME: folder,
      LANG: "C.UTF-8",
      TZ: "UTC",
      DISCORD_TOKEN: token,
      DISCORD_GUILD_ID: guildId,
      ...(discordApiUrl === null ? {} : { DISCORD_API_URL: discordApiUrl }),
      BOT_ID: String(this.botId),
      BOT_NAME: name.replace(/\p{Cc}/gu, " "),
      COMMAND_CENTRE_FD: "3",
    };
  }

  #endByItself({ reason, detail }: AttemptEnd): void {
    const what = ["It ended by itself, with exit code 0.", detail, "It stays off until somebody starts it."];
    this.#log("info", what.filter(Boolean).join(" "));
    this.#set({ status: "inactive", reason, detail, user: null });
  }

  #fail(end: AttemptEnd): void {
    if (!this.isActive) return;
    this.#log("error", `Given up: ${end.detail ?? end.reason}`);
    this.#set({ status: "error", reason: end.reason, detail: end.detail, user: null });
  }

  #set(change: Partial<BotState>): void {
    const { clock } = this.#tools;
    const isNew = change.status !== undefined && change.status !== this.#state.status;
    const since = isNew ? new Date(clock.now()).toISOString() : this.#state.since;
    this.#state = { ...this.#state, ...change, since, sequence: this.#events.nextSequence() };
    if (!this.#isSuperseded) this.#events.onState(this.#state);
  }

  async #pause(milliseconds: number): Promise<void> {
    if (this.#stopReason !== null) return;
    const { done, wake } = pause(this.#tools.clock, milliseconds);
    this.#wake = wake;
    await done;
  }

  #clean(text: string): string {
    return this.redactor.line(text, 500);
  }

  #log(level: LogLevel, message: string): void {
    this.#events.log(level, message);
  }
}
