import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { processTable } from "../sandbox/process-table.ts";
import type { BotProcess, Sandbox, SpawnOrder } from "../sandbox/sandbox.types.ts";

/** Returns a sandbox without isolation: real processes with the same pipes, for tests of everything else. */
export function plainSandbox(root: string): Sandbox & { pids: number[] } {
  const folderOf = (botId: number) => join(root, "bots", String(botId));
  const pids: number[] = [];
  return {
    isolation: { level: "process", layers: [{ name: "environment", on: true, why: null }] },
    frameworks: [
      { framework: "discord.js", version: "14" },
      { framework: "discord.py", version: null },
    ],
    pids,
    folderOf,
    prepareFolder: async (botId) => {
      mkdirSync(folderOf(botId), { recursive: true });
      return folderOf(botId);
    },
    spawn: async (order) => {
      const started = await start(order);
      pids.push(started.pid);
      return started;
    },
    reap: async () => {},
  };
}

async function start({ folder, mainFile, environment }: SpawnOrder): Promise<BotProcess> {
  const child = spawn(process.execPath, [join(folder, mainFile)], {
    cwd: folder,
    env: environment,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    detached: true,
  });
  const ended = once(child, "exit");
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // It has ended already.
    }
  };
  return {
    pid,
    stdout: child.stdout as Readable,
    stderr: child.stderr as Readable,
    reports: child.stdio[3] as Readable,
    commands: child.stdin as Writable,
    exited: ended.then(async ([code, signal]) => {
      while ((await processTable()).some((row) => row.group === pid)) {
        signalGroup("SIGKILL");
        await sleep(5);
      }
      return { code: code as number | null, signal: signal as string | null };
    }),
    kill: signalGroup,
    memoryBytes: async () => {
      const file = `/proc/${pid}/statm`;
      return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[1]) * 4096 : 0;
    },
  };
}
