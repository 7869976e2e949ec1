import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { DISCORD_HOSTS } from "../network/hosts.ts";
import { openLine } from "../network/line.ts";
import {
  BOT_FRAMEWORKS,
  ISOLATION_LAYERS,
  ISOLATION_LEVELS,
  type IsolationLevel,
  type IsolationReport,
} from "../protocol.ts";
import { unconfinedFrameworks } from "./advice.ts";
import { startProcess } from "./bot-process.ts";
import type { Plan, ProcessLimits } from "./command.ts";
import {
  emptyFolder,
  type Folders,
  folderOf,
  killerUidOf,
  openFolders,
  type Quota,
  scratchOf,
  tidyFolder,
  uidOf,
} from "./folders.ts";
import { findPython, type Interpreters, interpreterCommand } from "./interpreters.ts";
import { lineOf } from "./network-probe.ts";
import { packagesOf } from "./packages.ts";
import { type LayerName, type Layers, PROBE_BOT, probePlan } from "./probe.ts";
import { reapLeftovers } from "./reap.ts";
import type { BotProcess, Sandbox, SandboxOptions, SpawnOrder } from "./sandbox.types.ts";
import { type Trial, tryFramework } from "./trial.ts";

export type ProbeOptions = SandboxOptions & {
  /** Whether the container or machine that the gateway runs in belongs to one bot alone. */
  ownMachine?: boolean;
  /** Layers that are not used even when they work. */
  without?: readonly LayerName[];
  /** Disk space of one bot; by default 100 MB in 10,000 files and folders. */
  quota?: Quota;
  /** The longest time between two measurements of a running bot's folder, in milliseconds; 500 by default. */
  quotaEveryMs?: number;
};

const MEGABYTE = 2 ** 20;
const QUOTA: Quota = { bytes: 100 * MEGABYTE, entries: 10_000 };
const QUOTA_EVERY_MS = 500;
const LIMITS: ProcessLimits = { data: null, file: 64 * MEGABYTE, openFiles: 256, processes: 64 };

const reportOf = (layers: Layers, level: IsolationLevel): IsolationReport => ({
  level,
  layers: ISOLATION_LAYERS.map((name) => ({
    name,
    on: layers[name] === null,
    why: layers[name]?.slice(0, 200) ?? null,
  })),
});

/** Throws one sentence when the machine reaches less than is required. */
function demand(level: IsolationLevel, required: IsolationLevel, layers: Layers): void {
  if (ISOLATION_LEVELS.indexOf(level) >= ISOLATION_LEVELS.indexOf(required)) return;
  const why =
    required === "virtual_machine" ? "this machine is not one bot's own" : layers[required as LayerName];
  throw new Error(
    `Bots must be kept apart at the level "${required}", but here only "${level}" is possible: ${why ?? "unknown"}.`,
  );
}

/**
 * Probes which isolation layers work on this machine and returns a sandbox that uses all of them. Takes a second or
 * two. Rejects when they reach less than `require`.
 */
export async function probeSandbox(options: ProbeOptions): Promise<Sandbox> {
  const without = options.without ?? [];
  const packages = packagesOf(options.runtime);
  const folders = await openFolders(options.root, packages, options.quota ?? QUOTA);
  const interpreters: Interpreters = {
    runtime: options.runtime,
    packages,
    python: await findPython(options.python),
    nodePermissions: !without.includes("node_permissions"),
    memoryMegabytes: options.limits.memoryMegabytes,
  };
  const readable = [process.execPath, ...packages.readable];
  const data: Partial<Record<SpawnOrder["framework"], number | null>> = {};
  const running = new Set<number>();
  const { hosts = DISCORD_HOSTS, caFile } = options;
  /** The first line of a bot's log at its next start. */
  const notes = new Map<number, string>();

  const prepareFolder = async (botId: number) => {
    const folder = folderOf(folders, botId);
    // A running bot could put a link where a file is being tidied.
    if (!running.has(botId)) await tidy(botId);
    return folder;
  };
  const tidy = async (botId: number) => {
    if (await tidyFolder(folderOf(folders, botId), uidOf(folders, botId), folders.quota))
      notes.set(botId, "It was over its quota: all its files were deleted.");
  };
  const start = async (plan: Plan, order: SpawnOrder): Promise<BotProcess> => {
    const { botId, framework, mainFile, token } = order;
    const folder = folderOf(folders, botId);
    if (resolve(order.folder) !== folder || !resolve(folder, mainFile).startsWith(`${folder}/`))
      throw new Error(`The main file of bot ${botId} lies outside of its folder.`);
    const [uid, scratch] = [uidOf(folders, botId), scratchOf(folders, botId)];
    await tidy(botId);
    const note = notes.get(botId) ?? null;
    notes.delete(botId);
    if (plan.bubblewrap && !plan.sizedTmp) await emptyFolder(scratch, uid);
    const needed = data[framework] ?? null;
    const { command, readable } = interpreterCommand(interpreters, folders, { botId, framework, mainFile });
    const line = plan.network ? await openLine({ path: lineOf(folders, botId), uid, hosts }) : null;
    try {
      const bot = await startProcess(plan, {
        ...{ botId, uid, folder, scratch, command },
        readable: [...readable, ...(line ? [line.path] : []), ...(caFile ? [caFile] : [])],
        environment: {
          ...order.environment,
          DISCORD_TOKEN: token,
          ...(caFile ? { NODE_EXTRA_CA_CERTS: caFile, SSL_CERT_FILE: caFile } : {}),
          // Removed again before the bot's code runs, see runtime/.
          ...(line ? { COMMAND_CENTRE_NETWORK: JSON.stringify({ path: line.path, hosts }) } : {}),
        },
        limits: {
          ...LIMITS,
          file: Math.min(LIMITS.file, folders.quota.bytes),
          data: needed && needed + options.limits.memoryMegabytes * MEGABYTE,
        },
        killerUid: killerUidOf(folders),
        quota: folders.quota,
        memoryBytes: options.limits.memoryMegabytes * MEGABYTE,
        quotaEveryMs: options.quotaEveryMs ?? QUOTA_EVERY_MS,
        pids: folders.pids,
        note,
      });
      bot.exited.then(() => line?.close());
      return bot;
    } catch (error) {
      line?.close();
      throw error;
    }
  };
  const spawnWith = (plan: Plan) => async (order: SpawnOrder) => {
    const { botId } = order;
    if (running.has(botId)) throw new Error(`Bot ${botId} is still running.`);
    running.add(botId);
    try {
      const bot = await start(plan, order);
      bot.exited.then(() => running.delete(botId));
      return bot;
    } catch (error) {
      running.delete(botId);
      throw error;
    }
  };

  const tryNode = async (plan: Plan) => {
    await emptyFolder(folderOf(folders, PROBE_BOT), uidOf(folders, PROBE_BOT));
    return tryFramework("discord.js", folders, spawnWith(plan));
  };
  const { plan, layers, node } = await probeWithNode(folders, interpreters, readable, without, tryNode);
  data["discord.js"] = node.data;
  layers.environment = node.environment;
  layers.folder = node.folder;
  layers.node_permissions = interpreters.nodePermissions
    ? node.interpreter
    : (layers.node_permissions ?? "switched off");
  layers.memory_watchdog = node.memory;

  const possible = plan.bubblewrap ? "bubblewrap" : plan.ownUid ? "own_uid" : "process";
  const level = options.ownMachine ? "virtual_machine" : possible;
  demand(level, options.require, layers);

  let python: Trial | null = null;
  if (interpreters.python) {
    await emptyFolder(folderOf(folders, PROBE_BOT), uidOf(folders, PROBE_BOT));
    python = await tryFramework("discord.py", folders, spawnWith(plan));
    data["discord.py"] = python.data;
  }
  for (const folder of [folderOf(folders, PROBE_BOT), scratchOf(folders, PROBE_BOT)])
    await rm(folder, { recursive: true, force: true });
  const isolation = reportOf(layers, level);
  const refused = unconfinedFrameworks(isolation).filter((name) => !options.allowUnconfined?.includes(name));
  const versions = { "discord.js": node.version, "discord.py": python?.version ?? null };
  return {
    isolation,
    frameworks: BOT_FRAMEWORKS.map((framework) => ({
      framework,
      version: versions[framework],
      refused: refused.includes(framework),
    })),
    spawn: spawnWith(plan),
    folderOf: (botId) => folderOf(folders, botId),
    prepareFolder,
    reap: async () => {
      for (const { botId, removed } of await reapLeftovers(folders)) notes.set(botId, removed);
    },
  };
}

/** Returns the best plan with which Node.js runs a bot; each attempt leaves out one more layer. */
async function probeWithNode(
  folders: Folders,
  interpreters: Interpreters,
  readable: string[],
  without: readonly LayerName[],
  tryNode: (plan: Plan) => Promise<Trial>,
): Promise<{ plan: Plan; layers: Layers; node: Trial }> {
  const found = await probePlan(folders, LIMITS, readable, without);
  const node = await tryNode(found.plan);
  if (node.version !== null || !interpreters.packages.links.some(({ name }) => name === "discord.js"))
    return { ...found, node };
  for (const given of [["network"], ["bubblewrap"], ["bubblewrap", "process_namespace"]] as const) {
    if (given.every((name) => found.layers[name] !== null)) continue;
    const simple = await probePlan(folders, LIMITS, readable, [...without, ...given]);
    const again = await tryNode(simple.plan);
    if (again.version === null) continue;
    for (const name of given)
      if (found.layers[name] === null) simple.layers[name] = `bots do not start with it: ${node.problem}`;
    return { ...simple, node: again };
  }
  if (!interpreters.nodePermissions) return { ...found, node };
  interpreters.nodePermissions = false;
  found.layers.node_permissions = `bots do not start with it: ${node.problem}`;
  return { ...found, node: await tryNode(found.plan) };
}
