import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { performance } from "node:perf_hooks";
import { PassThrough, Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { errorText } from "../errors.ts";
import { commandFor, type Inner, type Plan, TMP_BYTES } from "./command.ts";
import { isEndedForMemory, makeGroup, removeGroup } from "./control-group.ts";
import { closeInherited } from "./descriptors.ts";
import { type Disk, removeExcess, watchDisk } from "./disk.ts";
import type { Quota } from "./folders.ts";
import { forgetPid, type Identity, rememberPid } from "./pid-files.ts";
import { descendantsOf, memoryTogether, type ProcessRow, processTable, startOf } from "./process-table.ts";
import type { BotProcess, Exit } from "./sandbox.types.ts";
import { sweep } from "./sweep.ts";

type Start = Omit<Inner, "group"> & {
  botId: number;
  /** A user id that no bot has, see sweep.ts. */
  killerUid: number | null;
  environment: Record<string, string>;
  quota: Quota;
  /** The bot's memory quota in bytes; below it an upper bound is precise enough. */
  memoryBytes: number;
  /** The longest time between two measurements of the bot's folder, in milliseconds. */
  quotaEveryMs: number;
  /** The first line of its log, or null. */
  note: string | null;
  pids: string;
};

const nothing = () => undefined;
const identityOf = ({ pid, start }: ProcessRow) => `${pid} ${start}`;
/** How long after the end of the last process its output is still read. */
const DRAIN_MS = 1_000;
const OOM_SCORE = "500";

/**
 * The limit of the control group relative to the quota. It is larger, so that the watch, which explains the end, acts
 * first.
 */
const GROUP_SHARE = 1.25;
/** The number of processes of the programs around a bot. */
const WRAPPERS = 8;

/** Returns exit code and signal; wrappers exit with 128 + n when signal n ended the bot. */
function endOf(code: number | null, signal: string | null) {
  const number = (code ?? 0) - 128;
  const [name] = Object.entries(constants.signals).find(([, value]) => value === number) ?? [];
  return name ? { code: null, signal: name } : { code, signal };
}

/**
 * Returns the pid of the first process inside bubblewrap, which bubblewrap reports once; null when it ended before.
 */
async function firstInside(info: Readable): Promise<number | null> {
  let text = "";
  try {
    for await (const chunk of info.setEncoding("utf8")) {
      text += chunk;
      if (text.includes("}")) break;
    }
    return Number(/"child-pid":\s*(\d+)/.exec(text)?.[1] ?? Number.NaN) || null;
  } catch {
    return null;
  }
}

/** Starts a bot with all layers of the plan; rejects when the outermost program cannot be started. */
export async function startProcess(plan: Plan, start: Start): Promise<BotProcess> {
  const fullAt = Math.ceil(start.memoryBytes * GROUP_SHARE) + (plan.sizedTmp ? TMP_BYTES : 0);
  const group = plan.groupParents
    ? makeGroup(plan.groupParents, { memory: fullAt, processes: start.limits.processes + WRAPPERS })
    : [];
  const [file = "", ...args] = commandFor(plan, { ...start, group });
  // A bot inherits only the streams named below.
  closeInherited();
  const filter = plan.bubblewrap && plan.seccomp ? openSync(plan.seccomp, "r") : null;
  const pipes: ("pipe" | "ignore" | number)[] = ["pipe", "pipe", "pipe", "pipe"];
  // Files that were written for this run have this time at the latest.
  const since = Date.now() + 1;
  const child: ChildProcess = spawn(file, args, {
    cwd: start.folder,
    env: start.environment,
    // A process group of its own, which one signal reaches.
    detached: true,
    stdio: plan.bubblewrap ? [...pipes, "pipe", filter ?? "ignore"] : pipes,
  });
  if (filter !== null) closeSync(filter);
  const outcome = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const drained = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject)).catch(
    async (error) => {
      await removeGroup(group);
      throw error;
    },
  );
  child.on("error", nothing);

  const pid = child.pid ?? 0;
  const began = (await startOf(pid)) ?? "";
  const startedAt = performance.now();
  const outermost = { pid, start: began };
  rememberPid(start.pids, { botId: start.botId, since, processes: [outermost], group });
  try {
    // When the machine runs out of memory, the kernel kills a bot first.
    writeFileSync(`/proc/${pid}/oom_score_adj`, OOM_SCORE);
  } catch {}

  const [commands, , , reports, info] = child.stdio;
  const { stdout } = child;
  if (!(commands instanceof Writable && stdout && child.stderr && reports instanceof Readable))
    throw new Error("The bot's pipes are missing.");
  const stderr = new PassThrough();
  if (start.note !== null) stderr.write(`${start.note}\n`);
  // Ended below, after the gateway's own lines about the run.
  child.stderr.on("error", nothing).pipe(stderr, { end: false });
  for (const stream of [commands, stdout, stderr, reports, info]) stream?.on("error", nothing);
  const inside = plan.bubblewrap && info instanceof Readable ? firstInside(info) : Promise.resolve(null);
  /** The process whose end ends the whole namespace, with its start time when it is known. */
  let first: Identity | null = null;
  const known = inside.then(async (found) => {
    const at = found === null ? null : await startOf(found);
    if (found === null || at === null) return;
    first = { pid: found, start: at };
    rememberPid(start.pids, { botId: start.botId, since, processes: [outermost, first], group });
  });

  let seen = new Set<string>();
  const members = (rows: readonly ProcessRow[]): ProcessRow[] => {
    const found = new Set<ProcessRow>();
    const outer = rows.find((row) => row.pid === pid);
    if (outer?.start === began) for (const row of descendantsOf(rows, pid)) found.add(row);
    const inner = rows.find((row) => row.pid === first?.pid && row.start === first.start);
    if (inner) for (const row of descendantsOf(rows, inner.pid)) found.add(row);
    // The number of a session or a group is not reused while one of its members lives.
    const isOurs = !outer || outer.start === began;
    for (const row of rows) {
      if (start.uid !== null && row.uid === start.uid) found.add(row);
      else if (isOurs && (row.session === pid || row.group === pid)) found.add(row);
      else if (seen.has(identityOf(row))) found.add(row);
    }
    seen = new Set([...found].map(identityOf));
    return [...found];
  };

  let hasEnded = false;
  const signalOuter = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {}
  };
  /** Returns the pid of the bot itself, below its wrappers; null before it exists and after it has ended. */
  const botPid = async (): Promise<number | null> => {
    if (!plan.bubblewrap && !plan.processNamespace) return pid;
    const rows = await processTable();
    const init = plan.bubblewrap ? await inside : rows.find((row) => row.parent === pid)?.pid;
    const children = rows
      .filter((row) => row.parent === init)
      .sort((a, b) => Number(a.start) - Number(b.start));
    return children[0]?.pid ?? null;
  };
  const terminate = async () => {
    for (let delay = 2; !hasEnded && delay < 2_000; delay *= 2) {
      const found = await botPid();
      if (found !== null && !hasEnded) {
        try {
          process.kill(found, "SIGTERM");
        } catch {}
        return;
      }
      await sleep(delay);
    }
  };

  const kill = (signal: "SIGTERM" | "SIGKILL") => {
    if (hasEnded) return;
    if (signal === "SIGTERM") terminate();
    else signalOuter("SIGKILL");
  };
  const disk: Disk = {
    folder: start.folder,
    uid: start.uid,
    seesShared: !plan.bubblewrap,
    memoryFolder: () => (plan.sizedTmp && first ? `/proc/${first.pid}/root/tmp` : null),
    processes: async () => members(await processTable(startedAt)).map((row) => row.pid),
    quota: start.quota,
  };
  let wasOver = false;
  const stopWatching = watchDisk(disk, start.quotaEveryMs, () => {
    if (hasEnded) return;
    wasOver = true;
    stderr.write(
      `The bot's files are more than ${start.quota.bytes / 2 ** 20} MB or ${start.quota.entries} files: ended.\n`,
    );
    kill("SIGKILL");
  });

  // With the first process of a namespace the kernel ends all others, however fast they fork.
  const isClosed = plan.bubblewrap || plan.processNamespace;
  /** Ends the processes that the bot left, without a time limit, because a new start has to wait for them. */
  const endRest = () =>
    sweep({
      find: members,
      isUser: (uid) => uid === start.uid,
      users: isClosed || start.uid === null ? [] : [start.uid],
      killerUid: start.killerUid,
    });
  const exited = outcome.then(async ({ code, signal }): Promise<Exit> => {
    hasEnded = true;
    stopWatching();
    await known;
    await endRest();
    const [removed] = await Promise.all([
      removeExcess(disk, since, wasOver).catch(
        (error) => `Its files cannot be measured: ${errorText(error)}`,
      ),
      Promise.race([drained, sleep(DRAIN_MS, undefined, { ref: false })]),
    ]);
    child.stderr?.unpipe(stderr);
    stderr.end(removed === null ? "" : `${removed}\n`);
    const isFull = !wasOver && isEndedForMemory(group);
    await removeGroup(group);
    forgetPid(start.pids, start.botId);
    return { ...(isClosed ? endOf(code, signal) : { code, signal }), ...(isFull ? { fullAt } : {}) };
  });

  return {
    pid,
    stdout,
    stderr,
    reports,
    commands,
    exited,
    kill,
    async memoryBytes() {
      if (hasEnded) return 0;
      const rows = members(await processTable(startedAt));
      const resident = rows.reduce((sum, row) => sum + row.bytes, 0);
      if (isEndedForMemory(group)) return fullAt;
      // Pages that processes share, of a program or after a fork, count several times in that sum.
      if (resident <= start.memoryBytes || rows.length < 2) return resident;
      return memoryTogether(rows) ?? resident;
    },
  };
}
