import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessRow, processTable } from "./process-table.ts";
import { findTool, runTool } from "./tools.ts";

/** Kills each of these processes; ignores those that have ended. */
function killRows(rows: readonly ProcessRow[]): void {
  for (const { pid } of rows) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {}
  }
}

/**
 * Has the effective user of the bot and another real user, so that it may signal the bot's processes and they may not
 * signal it.
 */
const UNTOUCHABLE = `
import os, sys
bot, killer = int(sys.argv[1]), int(sys.argv[2])
os.setgroups([])
os.setresgid(killer, killer, killer)
os.setresuid(killer, bot, killer)
os.kill(-1, 9)
`;
/** Rounds in which a plain shell kills; the bot may kill that shell first, so later rounds use an untouchable killer. */
const PATIENCE = 3;

/** Rounds after which killing as another user is assumed to be impossible here. */
const HOPE = 20;

/**
 * Kills every process of a bot's user with one call. Forking does not escape it: the kernel lets nothing fork while
 * it walks the list. Only for users that belong to bots.
 * @returns whether the call was made; false when the killer was killed before
 */
export async function killUser(uid: number, killerUid: number, round: number): Promise<boolean> {
  if ([uid, killerUid].some((each) => each === 0 || each === process.getuid?.())) return true;
  const python = round > PATIENCE ? findTool("python3", "/usr/bin:/usr/local/bin") : null;
  const { code } = python
    ? await runTool([python, "-I", "-S", "-c", UNTOUCHABLE, String(uid), String(killerUid)], { cwd: "/" })
    : await runTool([findTool("sh") ?? "/bin/sh", "-c", "kill -9 -1"], { cwd: "/", uid });
  return code !== null;
}

type Sweeping = {
  find: (rows: readonly ProcessRow[]) => ProcessRow[];
  /** Returns whether a user belongs to the swept bots, so that all of its processes are killed. */
  isUser: (uid: number) => boolean;
  /**
   * Users for whom a list of processes proves nothing, because a process that forks and ends faster than the list is
   * read is missing in it. Their processes are killed at least once, even when none is listed.
   */
  users: readonly number[];
  /** A user that no bot has, see killUser. */
  killerUid: number | null;
  /** In milliseconds; without it the sweep has no time limit. */
  deadlineMs?: number;
};

/** Ends processes until none is left; returns those that are alive at the deadline. */
export async function sweep(sweeping: Sweeping): Promise<ProcessRow[]> {
  const { find, isUser, users, killerUid, deadlineMs } = sweeping;
  const doubted = new Set(killerUid === null ? [] : users);
  const deadline = Date.now() + (deadlineMs ?? Number.POSITIVE_INFINITY);
  for (let round = 0; ; round += 1) {
    const left = find(await processTable());
    if ((left.length === 0 && (doubted.size === 0 || round > HOPE)) || Date.now() > deadline) return left;
    killRows(left);
    const seen = round > 0 ? left.map((row) => row.uid).filter(isUser) : [];
    for (const uid of new Set([...doubted, ...seen])) {
      if (killerUid !== null && (await killUser(uid, killerUid, round))) doubted.delete(uid);
    }
    if (left.length > 0) await sleep(Math.min(5 * 2 ** round, 500));
  }
}
