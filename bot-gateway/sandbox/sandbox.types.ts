import type { Readable, Writable } from "node:stream";
import type {
  BotFramework,
  GatewaySnapshot,
  IsolationLevel,
  IsolationReport,
  StartOrder,
} from "../protocol.ts";

/** One process to start. */
export type SpawnOrder = {
  botId: number;
  framework: StartOrder["framework"];
  /** Absolute path of the bot's own folder: its files and its home. */
  folder: string;
  /** A path inside `folder`, with forward slashes. */
  mainFile: string;
  token: string;
  /** The whole environment of the process; nothing else is inherited. */
  environment: Record<string, string>;
};

/** How a bot's process ended. */
export type Exit = {
  code: number | null;
  signal: string | null;
  /** Where the system itself has ended a process of it for memory: how much all of them could take, in bytes. */
  fullAt?: number;
};

/** A bot's running process and everything it started. */
export type BotProcess = {
  pid: number;
  stdout: Readable;
  stderr: Readable;
  /** JSON lines that the bot's module writes (file descriptor 3). */
  reports: Readable;
  /** JSON lines to the bot (its standard input). */
  commands: Writable;
  /** Resolves, never rejects, when the whole tree is gone. */
  exited: Promise<Exit>;
  /** Reaches the whole tree; SIGTERM reaches the bot itself. Harmless after the end. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  /**
   * Resident memory of the whole tree, in bytes; 0 when it is gone. Where the system has ended a process of it for memory,
   * what all of them could take.
   */
  memoryBytes(): Promise<number>;
};

/** Runs bots isolated from each other, as far as this machine can. */
export type Sandbox = {
  isolation: IsolationReport;
  /** Every framework, with the installed version or null when it cannot run here, and whether its bots are refused. */
  frameworks: GatewaySnapshot["frameworks"];
  /** Starts one process; rejects when it could not be started at all. */
  spawn(order: SpawnOrder): Promise<BotProcess>;
  /** The absolute path of the bot's folder, whether it exists or not; the same as `prepareFolder` answers. */
  folderOf(botId: number): string;
  /** Makes the bot's folder usable for its process, keeps its files, and returns the absolute path. */
  prepareFolder(botId: number): Promise<string>;
  /** Kills the processes that an earlier gateway on the same data directory left. */
  reap(): Promise<void>;
};

export type SandboxOptions = {
  /** The gateway's data directory. */
  root: string;
  /** The directory of the modules that bots import (`runtime/`). */
  runtime: string;
  /** The Python interpreter to try first. */
  python?: string;
  /** The lowest level to run with; probing rejects below it. */
  require: IsolationLevel;
  /** Frameworks whose bots run even where nothing keeps them from the gateway's own files; none by default. */
  allowUnconfined?: readonly BotFramework[];
  /** Where bots may connect to, see network/hosts.ts; Discord by default. */
  hosts?: readonly string[];
  /** A file with certificates: Node.js trusts them besides those that it brings, Python trusts them alone. */
  caFile?: string;
  limits: {
    /** Of one bot's whole tree, in megabytes. */
    memoryMegabytes: number;
  };
};

/** What sandbox.ts exports as `probeSandbox`. */
export type ProbeSandbox = (options: SandboxOptions) => Promise<Sandbox>;
