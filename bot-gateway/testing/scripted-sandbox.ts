import { PassThrough } from "node:stream";
import { type Clock, pause } from "../clock.ts";
import type { BotProcess, Exit, Sandbox, SpawnOrder } from "../sandbox/sandbox.types.ts";

/** A process in memory that the test controls. */
export class ScriptedProcess implements BotProcess {
  readonly pid: number;
  readonly botId: number;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly reports = new PassThrough();
  readonly commands = new PassThrough();
  readonly exited: Promise<Exit>;
  /** Whether SIGTERM ends it, as it ends a well-behaved bot. */
  obeys = true;
  memory = 0;
  isAlive = true;
  readonly signals: string[] = [];
  #exit: (end: Exit) => void = () => {};

  constructor(pid: number, botId: number) {
    this.pid = pid;
    this.botId = botId;
    this.exited = new Promise((resolve) => {
      this.#exit = resolve;
    });
  }

  report(message: object): void {
    if (this.isAlive) this.reports.write(`${JSON.stringify(message)}\n`);
  }

  end(code: number | null, signal: string | null = null, more: Partial<Exit> = {}): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const stream of [this.stdout, this.stderr, this.reports]) stream.end();
    this.#exit({ code, signal, ...more });
  }

  kill(signal: "SIGTERM" | "SIGKILL"): void {
    if (!this.isAlive) return;
    this.signals.push(signal);
    if (signal === "SIGKILL" || this.obeys) this.end(null, signal);
  }

  async memoryBytes(): Promise<number> {
    return this.memory;
  }
}

/** A sandbox whose processes exist in memory only; `folder` is the folder that it claims for them. */
export class ScriptedSandbox implements Sandbox {
  readonly isolation = { level: "process" as const, layers: [] };
  readonly frameworks = [
    { framework: "discord.js" as const, version: "14" },
    { framework: "discord.py" as const, version: null },
  ];
  readonly processes: ScriptedProcess[] = [];
  readonly orders: (SpawnOrder & { time: number; aliveBefore: number })[] = [];
  /** When set, the error of the next start. */
  failure: Error | null = null;
  /** Whether processes end on SIGTERM; each can override it. */
  obeys = true;
  spawnDelay = 0;
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  alive(botId: number): ScriptedProcess[] {
    return this.processes.filter((each) => each.botId === botId && each.isAlive);
  }

  folderOf(): string {
    return this.#folder;
  }

  async prepareFolder(): Promise<string> {
    return this.#folder;
  }

  async spawn(order: SpawnOrder): Promise<BotProcess> {
    this.orders.push({ ...order, time: this.#clock.now(), aliveBefore: this.alive(order.botId).length });
    const { failure } = this;
    this.failure = null;
    if (failure) throw failure;
    if (this.spawnDelay > 0) await pause(this.#clock, this.spawnDelay).done;
    const started = new ScriptedProcess(this.processes.length + 1, order.botId);
    started.obeys = this.obeys;
    this.processes.push(started);
    return started;
  }

  async reap(): Promise<void> {}
}
