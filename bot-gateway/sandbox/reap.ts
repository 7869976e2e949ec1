import { removeGroup } from "./control-group.ts";
import { removeExcess } from "./disk.ts";
import { type Folders, folderOf, isBotUid, killerUidOf, uidOf } from "./folders.ts";
import { forgetPids, rememberedPids } from "./pid-files.ts";
import { descendantsOf, type ProcessRow } from "./process-table.ts";
import { sweep } from "./sweep.ts";

const DEADLINE_MS = 15_000;

/**
 * Ends every process that an earlier gateway on this data directory left: those it recorded, their descendants and
 * sessions, and all processes of the bots' users. Removes their control groups, and brings their folders back under
 * the quota. Rejects when some still run after 15 seconds.
 * @returns for each bot that was over its quota, a sentence for its log
 */
export async function reapLeftovers(folders: Folders): Promise<{ botId: number; removed: string }[]> {
  const remembered = rememberedPids(folders.pids);
  const processes = remembered.flatMap((each) => each.processes);
  const find = (rows: readonly ProcessRow[]): ProcessRow[] => {
    const left = new Set(rows.filter((row) => isBotUid(folders, row.uid)));
    for (const { pid, start } of processes) {
      const outer = rows.find((row) => row.pid === pid);
      if (outer && outer.start !== start) continue;
      for (const row of descendantsOf(rows, pid)) left.add(row);
      for (const row of rows) if (row.session === pid || row.group === pid) left.add(row);
    }
    return [...left];
  };
  const left = await sweep({
    find,
    isUser: (uid) => isBotUid(folders, uid),
    users: remembered.flatMap(({ botId }) => uidOf(folders, botId) ?? []),
    killerUid: killerUidOf(folders),
    deadlineMs: DEADLINE_MS,
  });
  if (left.length > 0)
    throw new Error(
      `Processes of an earlier gateway cannot be ended: ${left.map((row) => row.pid).join(", ")}.`,
    );
  const removals: { botId: number; removed: string }[] = [];
  for (const { botId, since, group = [] } of remembered) {
    await removeGroup(group);
    const [folder, uid] = [folderOf(folders, botId), uidOf(folders, botId)];
    const ended = { memoryFolder: () => null, processes: async () => [] };
    const disk = { folder, uid, seesShared: true, ...ended, quota: folders.quota };
    const removed = await removeExcess(disk, since);
    if (removed !== null) removals.push({ botId, removed });
  }
  forgetPids(folders.pids);
  return removals;
}
