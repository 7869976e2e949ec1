import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import type { Usage } from "./folders.ts";
import { findTool, runTool } from "./tools.ts";

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

/** Where the kernel lists the segments of System V shared memory; the columns that matter here, counted from 0. */
const SEGMENTS = "/proc/sysvipc/shm";
const [ID, MAKER, RESIDENT, SWAPPED] = [1, 9, 14, 15];

/** The segments of shared memory that a user has made: they belong to no process and outlive all of them. */
function segmentsOf(uid: number | null): { id: number; bytes: number }[] {
  if (uid === null) return [];
  const [, ...lines] = (ofProcess(() => readFileSync(SEGMENTS, "utf8")) ?? "").trim().split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((columns) => columns[MAKER] === uid)
    .map((columns) => ({ id: columns[ID] ?? 0, bytes: (columns[RESIDENT] ?? 0) + (columns[SWAPPED] ?? 0) }));
}

/** Removes the shared memory that a bot's user has made. */
export async function removeSegments(uid: number | null): Promise<void> {
  const segments = segmentsOf(uid).flatMap(({ id }) => ["-m", String(id)]);
  if (segments.length > 0) await runTool([findTool("ipcrm") ?? "/usr/bin/ipcrm", ...segments]);
}

/**
 * What processes hold in files that no folder names any more, each counted once: the system keeps such a file, on the disk
 * or in memory, until it is closed. Beside that what the user has of shared memory. Linux alone says which they are; elsewhere
 * there is nothing to count.
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
  const sizes = [...found.values()].map(({ blocks }) => blocks * 512);
  sizes.push(...segmentsOf(uid).map((segment) => segment.bytes));
  return { bytes: sizes.reduce((sum, each) => sum + each, 0), entries: sizes.length };
}
