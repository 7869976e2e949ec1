import { readFileSync } from "node:fs";
import { lstat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Folders, folderOf, uidOf } from "./folders.ts";
import { PROBE_BOT } from "./probe.ts";
import { descendantsOf, processTable } from "./process-table.ts";
import type { BotProcess, SpawnOrder } from "./sandbox.types.ts";
import { TOOL_PATH } from "./tools.ts";

export type Trial = {
  /** The version of the framework; null when it cannot be used, as `problem` explains. */
  version: string | null;
  problem: string | null;
  /** Why the layer does not work, or null. */
  environment: string | null;
  folder: string | null;
  interpreter: string | null;
  memory: string | null;
  /** Private writable memory in bytes that the framework uses before the bot has done anything; null if unknown. */
  data: number | null;
};

const DEADLINE_MS = 60_000;

const NODE_TRIAL = (secret: string) => `
const fs = require("node:fs");
const found = { environment: Object.keys(process.env), version: null, problem: null, open: [] };
try { found.version = require("discord.js").version; } catch (error) { found.problem = String(error.message); }
const refused = (name, act) => {
  try { act(); found.open.push(name); } catch (error) { if (error.code !== "ERR_ACCESS_DENIED") found.open.push(name); }
};
refused("files", () => fs.readFileSync(${JSON.stringify(secret)}));
refused("programs", () => require("node:child_process").spawnSync("true"));
fs.writeSync(3, JSON.stringify(found) + "\\n");
process.stdin.resume();
`;

const PYTHON_TRIAL = `
import json, os, sys
found = {"environment": list(os.environ), "version": None, "problem": None, "open": []}
try:
    import discord
    found["version"] = discord.__version__
except Exception as error:
    found["problem"] = str(error)
os.write(3, (json.dumps(found) + "\\n").encode())
sys.stdin.read()
`;

type Found = { environment: string[]; version: string | null; problem: string | null; open: string[] };

/** Variables that shells and interpreters set themselves, and those that name a file with certificates. */
const HARMLESS = ["PWD", "OLDPWD", "SHLVL", "_", "LC_CTYPE", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"];

async function firstLine(bot: BotProcess): Promise<string | null> {
  let text = "";
  bot.reports.setEncoding("utf8");
  for await (const chunk of bot.reports) {
    text += chunk;
    if (text.includes("\n")) break;
  }
  return text.includes("\n") ? text : null;
}

/** Returns the data size of the largest process below `pid`, in bytes. */
async function dataOf(pid: number): Promise<number | null> {
  const sizes = descendantsOf(await processTable(), pid).map((row) => {
    try {
      return Number(/VmData:\s+(\d+)/.exec(readFileSync(`/proc/${row.pid}/status`, "utf8"))?.[1]) * 1024;
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...sizes) || null;
}

/** Runs a tiny bot of the framework from start to end, in the way in which all bots will run. */
export async function tryFramework(
  framework: SpawnOrder["framework"],
  folders: Folders,
  spawn: (order: SpawnOrder) => Promise<BotProcess>,
): Promise<Trial> {
  const isNode = framework === "discord.js";
  const folder = folderOf(folders, PROBE_BOT);
  const mainFile = isNode ? "trial.js" : "trial.py";
  await writeFile(join(folder, mainFile), isNode ? NODE_TRIAL(folders.secret) : PYTHON_TRIAL);
  const environment = { PATH: TOOL_PATH, HOME: folder, LANG: "C.UTF-8", DISCORD_TOKEN: "none" };
  const trial = { version: null, problem: null, environment: null, folder: null, interpreter: null };
  const fail = (problem: string): Trial => ({
    ...trial,
    problem: problem.slice(0, 150),
    memory: problem,
    data: null,
  });

  let bot: BotProcess;
  try {
    bot = await spawn({ botId: PROBE_BOT, framework, folder, mainFile, token: "none", environment });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  let complaint = "";
  bot.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  bot.stdout.resume();
  try {
    const line = await Promise.race([firstLine(bot), sleep(DEADLINE_MS, null, { ref: false })]);
    if (line === null)
      return fail(
        complaint
          .trim()
          .split("\n")
          .find((each) => /error/i.test(each)) ?? "it did not start",
      );
    const found = JSON.parse(line) as Found;
    const extra = found.environment.filter((name) => !(name in environment) && !HARMLESS.includes(name));
    const stats = await lstat(folder);
    const uid = uidOf(folders, PROBE_BOT) ?? process.getuid?.() ?? stats.uid;
    const isOwn = (stats.mode & 0o777) === 0o700 && stats.uid === uid;
    return {
      version: found.version?.slice(0, 60) ?? null,
      problem: found.problem,
      environment: extra.length > 0 ? `bots see ${extra.join(", ")}`.slice(0, 150) : null,
      folder: isOwn ? null : "folders cannot be closed to others",
      interpreter: found.open.length > 0 ? `${found.open.join(" and ")} stay open to bots` : null,
      memory: (await bot.memoryBytes()) > 2 ** 20 ? null : "memory cannot be measured",
      data: await dataOf(bot.pid),
    };
  } finally {
    bot.kill("SIGKILL");
    await bot.exited;
  }
}
