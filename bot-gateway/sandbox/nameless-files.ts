import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import type { Usage } from "./folders.ts";

/** Lines of /proc/<pid>/maps about files without a name, but not about memory that processes share. */
const NAMELESS = /^([\da-f]+-[\da-f]+) .*(?<! \/dev\/zero) \(deleted\)$/gm;

/** The answer of something that was done to a process; null where it has ended, or this process may not see it. */
function ofProcess<Answer>(act: () => Answer): Answer | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/**
 * What processes hold in files that no folder names any more, each counted once: the system keeps such a file, on the disk
 * or in memory, until it is closed. Linux alone says which they are; elsewhere there is nothing to count.
 * @param uid the bot's own user, whose files count; null where it has none: then files that are only mapped are left
 * out, since Node.js maps none but its own
 */
export function namelessUse(pids: readonly number[], uid: number | null): Usage {
  const found = new Map<string, Stats>();
  const add = (path: string) => {
    const stats = ofProcess(() => statSync(path));
    if (stats?.isFile() && stats.nlink === 0 && (uid === null || stats.uid === uid))
      found.set(`${stats.dev} ${stats.ino}`, stats);
  };
  for (const pid of pids) {
    const process = `/proc/${pid}`;
    for (const name of ofProcess(() => readdirSync(`${process}/fd`)) ?? []) add(`${process}/fd/${name}`);
    const maps = uid === null ? null : ofProcess(() => readFileSync(`${process}/maps`, "latin1"));
    for (const [, range] of maps?.matchAll(NAMELESS) ?? []) add(`${process}/map_files/${range}`);
  }
  const bytes = [...found.values()].reduce((sum, { blocks }) => sum + blocks * 512, 0);
  return { bytes, entries: found.size };
}
