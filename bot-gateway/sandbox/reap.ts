import { setTimeout as sleep } from "node:timers/promises";
import { type Folders, isBotUid, killerUidOf } from "./folders.ts";
import { forgetPids, rememberedPids } from "./pid-files.ts";
import { descendantsOf, processTable } from "./process-table.ts";
import { killRows, killUser } from "./sweep.ts";

const DEADLINE_MS = 15_000;

/**
 * Ends every process that an earlier gateway on this data directory left: those it wrote down, all below them and
 * in their sessions, and all processes of the bots' users. Rejects when some are still there after 15 seconds.
 */
export async function reapLeftovers(folders: Folders): Promise<void> {
  const remembered = rememberedPids(folders.pids);
  const killer = killerUidOf(folders);
  const deadline = Date.now() + DEADLINE_MS;
  for (let round = 0; ; round += 1) {
    const rows = await processTable();
    const left = new Set(rows.filter((row) => isBotUid(folders, row.uid)));
    for (const { pid, start } of remembered) {
      const outer = rows.find((row) => row.pid === pid);
      if (outer && outer.start !== start) continue;
      for (const row of descendantsOf(rows, pid)) left.add(row);
      for (const row of rows) if (row.session === pid || row.group === pid) left.add(row);
    }
    if (left.size === 0) break;
    if (Date.now() > deadline)
      throw new Error(
        `Processes of an earlier gateway cannot be ended: ${[...left].map((row) => row.pid).join(", ")}.`,
      );
    killRows([...left]);
    const users = new Set([...left].map((row) => row.uid).filter((uid) => isBotUid(folders, uid)));
    for (const uid of users) if (round > 0 && killer !== null) await killUser(uid, killer, round);
    await sleep(Math.min(5 * 2 ** round, 500));
  }
  forgetPids(folders.pids);
}
