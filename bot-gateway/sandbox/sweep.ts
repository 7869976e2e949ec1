import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessRow, processTable } from "./process-table.ts";
import { findTool, runTool } from "./tools.ts";

/** Kills each of these processes; one that is gone already is no fault. */
function killRows(rows: readonly ProcessRow[]): void {
  for (const { pid } of rows) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {}
  }
}

/**
 * With the effective user of the bot and another one as its real user, this process may signal the bot's
 * processes, and they may not signal it: they cannot kill their killer first.
 */
const UNTOUCHABLE = `
import os, sys
bot, killer = int(sys.argv[1]), int(sys.argv[2])
os.setgroups([])
os.setresgid(killer, killer, killer)
os.setresuid(killer, bot, killer)
os.kill(-1, 9)
`;
/** Rounds after which a plain shell has evidently been killed before it could kill. */
const PATIENCE = 3;

/** Rounds after which it is taken that nothing here can kill as another user. */
const HOPE = 20;

/**
 * Kills every process of a bot's user with one call, which no amount of forking escapes: the kernel lets nothing
 * fork while it walks the list. Only for users that belong to bots.
 * @returns whether the call was made; not when the killer was killed before it
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
  /** Which of all processes have to go. */
  find: (rows: readonly ProcessRow[]) => ProcessRow[];
  /** Whether a user belongs to the bots that are swept, so that everything of theirs has to go. */
  isUser: (uid: number) => boolean;
  /**
   * Users of whom a list of processes proves nothing: whoever forks and ends faster than it is read is not on
   * it. They are killed at least once, even where nobody is seen.
   */
  users: readonly number[];
  /** A user that no bot has, see killUser. */
  killerUid: number | null;
  /** Milliseconds; without it the sweep takes as long as it takes. */
  deadlineMs?: number;
};

/** Ends processes until none is left; answers those that still are at the deadline. */
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
