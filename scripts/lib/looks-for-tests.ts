import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Returns every descendant of a process, as `pid command`. */
export function descendants(pid: number): string[] {
  const lines = execFileSync("ps", ["-e", "-o", "pid=,ppid=,stat=,comm="], { encoding: "utf8" })
    .trim()
    .split("\n");
  const all = lines.map((line) => line.trim().split(/\s+/));
  const below = (parent: string): string[] =>
    all.flatMap(([id = "", ppid, , command]) => (ppid === parent ? [`${id} ${command}`, ...below(id)] : []));
  return below(String(pid));
}

/** Returns the paths of the files that a process has open, where the system reports them. */
export function openFiles(pid: number | string | undefined): string[] {
  const folder = `/proc/${pid}/fd`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return "";
    }
  });
}

/**
 * Returns what other users may read or write in a data folder, as paths with rights; without the modules and folders
 * of bots.
 */
export function openToOthers(folder: string): string[] {
  const passages = [
    "demo",
    "demo/gateway",
    "demo/gateway/bots",
    "demo/gateway/scratch",
    "demo/gateway/lines",
  ];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (
      !stats ||
      stats.isSymbolicLink() ||
      /^demo\/gateway\/bots\/(node_modules(\/|$)|package\.json$|\d+\/)/.test(name)
    )
      return [];
    const allowed = passages.includes(name) ? 0o711 : 0o700;
    return stats.mode & 0o777 & ~allowed ? [`${name} ${(stats.mode & 0o777).toString(8)}`] : [];
  });
}

/** Returns whether a process still runs; one that only waits to be reaped does not. */
export function runs(pid: string): boolean {
  try {
    return !execFileSync("ps", ["-o", "stat=", "-p", pid], { encoding: "utf8" }).trim().startsWith("Z");
  } catch {
    return false;
  }
}
