import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** How a short-lived tool ended; `code` is null when a signal or the time limit ended it, or when it is missing. */
export type Finished = { code: number | null; stdout: string; stderr: string };

const OUTPUT_LIMIT = 64 * 1024;

/** Runs a tool to its end, for at most `timeoutMs` (30 s: a busy machine must not fail it); never rejects. Drops output beyond 64 kB. */
export function runTool(
  command: readonly string[],
  options: {
    environment?: Record<string, string>;
    cwd?: string;
    uid?: number;
    timeoutMs?: number;
    /** Open files that are passed as descriptors 3, 4, … */
    descriptors?: readonly number[];
  } = {},
): Promise<Finished> {
  const [file = "", ...args] = command;
  return new Promise((resolve) => {
    let [stdout, stderr] = ["", ""];
    const child = spawn(file, args, {
      env: options.environment ?? { PATH: TOOL_PATH },
      stdio: ["ignore", "pipe", "pipe", ...(options.descriptors ?? [])],
      detached: true,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (stdout.length < OUTPUT_LIMIT) stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      if (stderr.length < OUTPUT_LIMIT) stderr += text;
    });
    const timer = setTimeout(() => {
      try {
        if (child.pid) process.kill(-child.pid, "SIGKILL");
      } catch {}
    }, options.timeoutMs ?? 30_000);
    const end = (finished: Finished) => {
      clearTimeout(timer);
      resolve(finished);
    };
    child.once("error", (error) => end({ code: null, stdout, stderr: error.message }));
    child.once("close", (code) => end({ code, stdout, stderr }));
  });
}

/** The search path that tools and bots get; it holds system folders only. */
export const TOOL_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Returns the absolute path of an executable on the gateway's own search path or in the system folders, or null. */
export function findTool(
  name: string,
  path = `${process.env["PATH"] ?? ""}${delimiter}${TOOL_PATH}`,
): string | null {
  for (const folder of path.split(delimiter)) {
    if (!folder.startsWith("/")) continue;
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {}
  }
  return null;
}

/** Returns why a tool failed, in one line of at most 150 characters. */
export const failureOf = ({ code, stderr }: Finished): string => {
  const [line = ""] = stderr.trim().split("\n").slice(-1);
  return (line || (code === null ? "did not end in time" : `ended with code ${code}`)).slice(0, 150);
};
