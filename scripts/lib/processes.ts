import { AsyncLocalStorage } from "node:async_hooks";
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cpuOfEnded } from "./cpu.ts";
import { onEnd } from "./lifetime.ts";
import { inRoot, root } from "./paths.ts";

/** Returns the script of a package's command line tool, to be run with this Node. */
export function binOf(packageName: string, command = packageName): string {
  const folder = inRoot("node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    bin: string | Record<string, string>;
  };
  return join(folder, typeof bin === "string" ? bin : (bin[command] ?? ""));
}

/** The environment in which Cloudflare's tools send nothing from this machine. */
export const quietCloudflare = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};

/** Ends a child process and its descendants: with SIGTERM, then with SIGKILL after ten seconds, as long as a gateway may take with its bots. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const kill = (signal: NodeJS.Signals) => {
    try {
      // Signals the child's own process group, which includes its children.
      if (process.platform === "win32") child.kill(signal);
      else process.kill(-(child.pid ?? 0), signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  kill("SIGTERM");
  const timer = setTimeout(kill, 10_000, "SIGKILL");
  await gone;
  clearTimeout(timer);
}

const spending = new AsyncLocalStorage<{ cpu: number | null }>();
let endedBefore = 0;

/**
 * Runs work; returns its result with the CPU seconds of the processes that it started by `startNode`, those included that they
 * waited for; null where the system does not tell.
 */
export async function withCpu<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; cpu: number | null }> {
  const spent = { cpu: cpuOfEnded() === null ? null : 0 };
  const value = await spending.run(spent, work);
  return { value, cpu: spent.cpu };
}

/** Counts what a child took for the work that started it. */
function countCpu(child: ChildProcess): void {
  const spent = spending.getStore();
  child.once("exit", () => {
    const ended = cpuOfEnded();
    if (ended === null) return;
    if (spent && spent.cpu !== null) spent.cpu += ended - endedBefore;
    endedBefore = ended;
  });
}

/** Starts Node on a script as the leader of its own process group; it ends with this command at the latest. */
export function startNode(script: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    detached: process.platform !== "win32",
    ...options,
  });
  countCpu(child);
  const end = onEnd(() => endChild(child));
  child.once("exit", () => void end());
  return child;
}

/** How a process ended; `output` is both streams, `stdout` only that one. */
export type Result = { code: number; output: string; stdout: string };

/** Runs Node on a script to its end and collects its output, which is also shown as it comes if `isShown`. */
export function runNode(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  isShown = false,
): Promise<Result> {
  const child = startNode(script, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const [both, out]: [Buffer[], Buffer[]] = [[], []];
  const take = (chunk: Buffer) => {
    both.push(chunk);
    if (isShown) process.stdout.write(chunk);
  };
  child.stdout?.on("data", (chunk: Buffer) => {
    take(chunk);
    out.push(chunk);
  });
  child.stderr?.on("data", take);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const [output, stdout] = [Buffer.concat(both).toString(), Buffer.concat(out).toString()];
      resolve({ code: code ?? 1, output, stdout });
    });
  });
}

/** Runs Node on a script to its end, shows its output, and returns the exit code. */
export function showNode(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = startNode(script, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
