import type {
  BotState,
  GatewaySnapshot,
  LogLevel,
  LogLine,
  ReportedActivity,
  StartOrder,
} from "../protocol.ts";
import { Budget } from "../report/budget.ts";
import { LogBook } from "../report/logs.ts";
import type { CommandResult } from "./attempt.ts";
import { Run, type RunTools } from "./run.ts";

/** Receives the events of bots that are reported to the worker. */
type SupervisorEvents = {
  onState: (state: BotState) => void;
  onLog: (botId: number, line: LogLine) => void;
  onActivities: (botId: number, items: ReportedActivity[]) => void;
};

type Entry = {
  run: Run | null;
  book: LogBook;
  budget: Budget;
  /** Resolves when all earlier orders for the bot are done and the next run may begin. */
  clear: Promise<void>;
};

/** Keeps all bots of this gateway: at most one run, and never more than one process, of each. */
export class Supervisor {
  readonly #tools: RunTools;
  readonly #events: SupervisorEvents;
  readonly #bots = new Map<number, Entry>();
  #sequence = 0;
  #isClosing = false;

  constructor(tools: RunTools, events: SupervisorEvents) {
    this.#tools = tools;
    this.#events = events;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /**
   * Begins a run. A run that is active stays as it is and `isAccepted` is false; one that is stopping is waited for.
   */
  start(botId: number, order: StartOrder): { isAccepted: boolean; state: BotState } {
    const run = this.#bots.get(botId)?.run;
    const isTaken = run?.isActive && run.state.status !== "stopping";
    if (isTaken) return { isAccepted: false, state: run.state };
    return { isAccepted: true, state: this.#begin(botId, order).state };
  }

  /** Ends the run if there is one, and begins a new one. */
  restart(botId: number, order: StartOrder): BotState {
    return this.#begin(botId, order).state;
  }

  /** Ends the bot's run if it has one; returns null for a bot that was never started here. */
  stop(botId: number): BotState | null {
    const run = this.#bots.get(botId)?.run;
    if (!run) return null;
    run.stop();
    return run.state;
  }

  /** Ends the bot's run, and removes its folder and log; resolves when that is done. */
  async remove(botId: number): Promise<void> {
    const entry = this.#entry(botId);
    const { run, clear } = entry;
    run?.supersede();
    entry.run = null;
    const removal = clear.then(() => this.#tools.files.remove(botId, this.#tools.sandbox.folderOf(botId)));
    entry.clear = removal.catch(() => {});
    await removal;
    if (entry.run === null) this.#bots.delete(botId);
  }

  command(botId: number, command: string): Promise<CommandResult> {
    return this.#bots.get(botId)?.run?.command(command) ?? Promise.resolve({ outcome: "not_running" });
  }

  logs(botId: number): LogLine[] {
    return this.#bots.get(botId)?.book.lines() ?? [];
  }

  files(botId: number): Promise<{ name: string; content: string }[] | null> {
    return this.#tools.files.read(botId, this.#tools.sandbox.folderOf(botId));
  }

  /** Returns the states of all bots that were started here, and the current sequence number. */
  states(): Pick<GatewaySnapshot, "bots" | "sequence"> {
    const bots = [...this.#bots.values()].flatMap(({ run }) => run?.state ?? []);
    return { bots, sequence: this.#sequence };
  }

  /** Removes every token that was given to this gateway from a text. */
  redact(text: string): string {
    let clean = text;
    for (const { run } of this.#bots.values()) clean = run?.redactor.clean(clean) ?? clean;
    return clean;
  }

  /** Refuses further orders and ends every run; resolves when no process is left. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const { run } of this.#bots.values()) run?.stop("gateway_stopped");
    await Promise.all([...this.#bots.values()].map(({ clear }) => clear));
  }

  #begin(botId: number, order: StartOrder): Run {
    const entry = this.#entry(botId);
    const { run: earlier, clear } = entry;
    earlier?.supersede();
    const { book, budget } = entry;
    let run: Run | null = null;
    run = new Run(
      botId,
      order,
      this.#tools,
      {
        nextSequence: () => ++this.#sequence,
        onState: (state) => this.#events.onState(state),
        log: (level: LogLevel, message: string) => {
          book.add(this.#tools.clock.now(), level, run?.redactor.clean(message) ?? message);
        },
        budget,
        onActivities: (items) => this.#events.onActivities(botId, items),
      },
      clear,
    );
    entry.run = run;
    entry.clear = run.over;
    return run;
  }

  #entry(botId: number): Entry {
    let entry = this.#bots.get(botId);
    if (!entry) {
      const book = new LogBook((line) => this.#events.onLog(botId, line));
      const { clock } = this.#tools;
      const budget = new Budget(clock, (message) => book.add(clock.now(), "warn", message));
      entry = { run: null, book, budget, clear: Promise.resolve() };
      this.#bots.set(botId, entry);
    }
    return entry;
  }
}
