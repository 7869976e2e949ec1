import type { ProcessRow } from "./process-table.ts";
import { findTool, runTool } from "./tools.ts";

/** Kills each of these processes; one that is gone already is no fault. */
export function killRows(rows: readonly ProcessRow[]): void {
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

/**
 * Kills every process of a bot's user with one call, which no amount of forking escapes: the kernel lets nothing
 * fork while it walks the list. Only for users that belong to bots.
 */
export async function killUser(uid: number, killerUid: number, round: number): Promise<void> {
  if ([uid, killerUid].some((each) => each === 0 || each === process.getuid?.())) return;
  const python = round > PATIENCE ? findTool("python3", "/usr/bin:/usr/local/bin") : null;
  if (python)
    await runTool([python, "-I", "-S", "-c", UNTOUCHABLE, String(uid), String(killerUid)], { cwd: "/" });
  else await runTool([findTool("sh") ?? "/bin/sh", "-c", "kill -9 -1"], { cwd: "/", uid });
}
