import type { ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Failure } from "./failure.ts";
import { startNode } from "./processes.ts";

/** Characters of a service's newest output that are kept for the message that it did not start. */
const KEPT = 4_000;

/** The port that a service was told to use is in use. */
export class PortTaken extends Failure {}

export type Service<Ready> = { child: ChildProcess; ready: Ready };

/**
 * Starts a service of this machine as a process that ends with this command; resolves when it is ready. From then on
 * its errors are shown.
 * @param options.read returns what the service says when it is ready, null while its output does not contain that
 * @param options.patience the longest wait, in milliseconds
 * @throws PortTaken when its port is in use; Failure with its output when it ends for another reason or is not ready
 * in time
 */
export function startService<Ready>(options: {
  name: string;
  script: string;
  environment: NodeJS.ProcessEnv;
  read: (output: string) => Ready | null;
  patience: number;
}): Promise<Service<Ready>> {
  const child = startNode(options.script, [], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...options.environment,
      NODE_OPTIONS: `--import=${new URL("end-with-parent.mjs", import.meta.url).href}`,
    },
  });
  return new Promise((resolve, reject) => {
    let output = "";
    let isReady = false;
    const timer = setTimeout(() => {
      reject(new Failure(`${options.name} was not ready within ${options.patience / 1000} seconds.`));
    }, options.patience);
    child.stdout?.on("data", (chunk: Buffer) => {
      // Output after that contains what bots cause.
      if (isReady) return;
      output += chunk;
      const ready = options.read(output);
      if (ready === null) return;
      isReady = true;
      clearTimeout(timer);
      resolve({ child, ready });
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      if (isReady) process.stderr.write(chunk);
      else output += chunk;
    });
    child.once("error", reject);
    child.once("exit", () => {
      clearTimeout(timer);
      if (isReady) return;
      const Kind = output.includes("EADDRINUSE") ? PortTaken : Failure;
      reject(new Kind(`${options.name} did not start:\n${output.trimEnd().slice(-KEPT)}`));
    });
  });
}

function readLastPort(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10) || 0;
  } catch {
    // The first start.
    return 0;
  }
}

/**
 * Starts a service on the port that a file remembers, because people may have its address open, or on any free one
 * where that is in use, and remembers it. No port is looked for beforehand: it could be taken before it is used.
 * @param start starts the service on a port, 0 for any free one; throws PortTaken when that is in use
 */
export async function onLastPort<Started extends { address: string }>(
  file: string,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  const started = await start(readLastPort(file)).catch((error: unknown) => {
    if (error instanceof PortTaken) return start(0);
    throw error;
  });
  writeFileSync(file, new URL(started.address).port);
  return started;
}
