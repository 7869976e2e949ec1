import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./paths.ts";
import { freePort } from "./ports.ts";

/** Makes a data folder for a test; it is removed when disposed. */
export function temporaryData(): { folder: string; [Symbol.dispose]: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "command-centre-"));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

/** Runs a command of package.json for a test, with its own data, port and settings. */
export class Running {
  readonly port: number;
  readonly child: ChildProcess;
  output = "";

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.output += chunk;
      });
    }
  }

  /**
   * Runs scripts/<command>.ts through run.mjs, with only the given settings of this machine.
   * @param options.descriptor an open file that it inherits as its descriptor 200
   * @param options.folder a copy of the repository to run it in
   * @param options.isByNpm whether npm runs it, in a shell, as users do
   */
  static async start(
    command: string,
    options: {
      data: string;
      args?: string[];
      settings?: Record<string, string>;
      input?: string;
      descriptor?: number;
      folder?: string;
      isByNpm?: boolean;
    },
  ): Promise<Running> {
    const { PATH, HOME, TMPDIR } = process.env;
    const port = Number(options.settings?.["PORT"] ?? (await freePort()));
    const stdio: StdioOptions = ["pipe", "pipe", "pipe"];
    if (options.descriptor !== undefined) stdio.push(...Array(197).fill("ignore"), options.descriptor);
    const folder = options.folder ?? root;
    const [program, ...before] = options.isByNpm
      ? ["npm", "run", "--silent", command, "--"]
      : ["node", join(folder, "scripts/run.mjs"), command];
    const child = spawn(program ?? "", [...before, ...(options.args ?? [])], {
      stdio,
      cwd: folder,
      env: {
        PATH,
        HOME,
        TMPDIR,
        DATA_DIR: options.data,
        VARS_FILE: join(options.data, "no.vars"),
        LIFE_INTERVAL: "0",
        STRANGE_SEED: "1",
        AUTO_START_DELAY_MS: "3600000",
        PORT: String(port),
        ...options.settings,
      },
    });
    child.stdin?.end(options.input ?? "");
    return new Running(port, child);
  }

  get address(): string {
    return `http://localhost:${this.port}`;
  }

  /**
   * Resolves when the output contains a text.
   * @throws Error with the whole output when it ends without
   */
  waitFor(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.output.includes(text)) resolve();
      };
      this.child.stdout?.on("data", look);
      this.child.stderr?.on("data", look);
      this.child.once("exit", () => reject(new Error(`it ended without "${text}":\n${this.output}`)));
      look();
    });
  }

  /** Returns the exit code after it has ended by itself or by a signal. */
  async ended(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal) this.child.kill(signal);
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    return new Promise((resolve) => this.child.once("close", resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.ended("SIGTERM");
  }
}
