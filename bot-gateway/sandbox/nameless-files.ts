import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import type { Usage } from "./folders.ts";
import { findTool, runTool } from "./tools.ts";

/** Lines of /proc/<pid>/maps about deleted files, except memory that processes share. */
const NAMELESS = /^([\da-f]+-[\da-f]+) .*(?<! \/dev\/zero) \(deleted\)$/gm;

/** Returns the result of an action on a process; null when it has ended or this process may not see it. */
function ofProcess<Answer>(act: () => Answer): Answer | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** The kernel's list of System V shared memory segments; the columns used here are counted from 0. */
const SEGMENTS = "/proc/sysvipc/shm";
const [ID, MAKER, RESIDENT, SWAPPED] = [1, 9, 14, 15];

/** Returns the shared memory segments that a user has made; they belong to no process and outlive all of them. */
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
 * Returns what processes hold in deleted files, each counted once (the system keeps such a file, on the disk or in
 * memory, until it is closed), and the shared memory of the user. Only Linux lists them; elsewhere the result is
 * zero.
 * @param uid the bot's own user, whose files count; null without one: then files that are only mapped are left out,
 * because Node.js maps only its own
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
