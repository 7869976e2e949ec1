import type { Readable, Writable } from "node:stream";
import type {
  BotFramework,
  GatewaySnapshot,
  IsolationLevel,
  IsolationReport,
  StartOrder,
} from "../protocol.ts";

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

export type Exit = {
  code: number | null;
  signal: string | null;
  /** Set when the system ended one of its processes for memory: the limit of all of them together, in bytes. */
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
  /** Signals the whole process tree; SIGTERM only the bot itself. Does nothing after the end. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  /**
   * Returns the resident memory of the whole process tree in bytes; 0 when it is gone. Returns the limit when the
   * system has ended one of its processes for memory.
   */
  memoryBytes(): Promise<number>;
};

/** Runs bots, isolated from each other as far as this machine allows. */
export type Sandbox = {
  isolation: IsolationReport;
  /**
   * Every framework, with the installed version or null when it cannot run here, and whether its bots are refused.
   */
  frameworks: GatewaySnapshot["frameworks"];
  /** Starts one process; rejects when it could not be started at all. */
  spawn(order: SpawnOrder): Promise<BotProcess>;
  /** Returns the absolute path of the bot's folder, whether it exists or not; the same as `prepareFolder` returns. */
  folderOf(botId: number): string;
  /** Makes the bot's folder usable for its process, keeps its files, and returns the absolute path. */
  prepareFolder(botId: number): Promise<string>;
  /** Kills the processes that an earlier gateway on the same data directory left. */
  reap(): Promise<void>;
};

export type SandboxOptions = {
  root: string;
  /** The directory of the modules that bots import (`runtime/`). */
  runtime: string;
  /** The Python interpreter to try first. */
  python?: string;
  /** The lowest level to run with; probing rejects below it. */
  require: IsolationLevel;
  /** Frameworks whose bots run even where nothing keeps them from the gateway's own files; none by default. */
  allowUnconfined?: readonly BotFramework[];
  /** Hosts that bots may connect to, see network/hosts.ts; Discord's by default. */
  hosts?: readonly string[];
  /** A file with certificates. Node.js trusts them besides its own, Python trusts them alone. */
  caFile?: string;
  limits: {
    /** Memory of one bot's whole process tree, in megabytes. */
    memoryMegabytes: number;
  };
};
