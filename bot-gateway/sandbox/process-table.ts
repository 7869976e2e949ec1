import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

/** A living process; zombies are left out. */
export type ProcessRow = {
  pid: number;
  parent: number;
  group: number;
  session: number;
  uid: number;
  /** With the pid, identifies a process: a pid is reused, a pid with its start time is not. */
  start: string;
  /** Resident memory in bytes. */
  bytes: number;
};

const KERNEL_THREADS = 2;
const isLinux = process.platform === "linux";

/** Returns the page size, computed from the two units in which the kernel reports this process's size. */
const pageSize = (): number => {
  const pages = Number(readFileSync("/proc/self/statm", "utf8").split(" ")[0]);
  const kilobytes = Number(/VmSize:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  return 2 ** Math.round(Math.log2((kilobytes * 1024) / pages));
};
let pageBytes: number | null = null;

/** Returns one process on Linux, or null when it is gone or a zombie. */
function readProcess(pid: number): ProcessRow | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain anything, including parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index]);
    if (fields[0] === "Z" || fields[0] === "X") return null;
    if (at(1) === KERNEL_THREADS || pid === KERNEL_THREADS) return null;
    // The owner of /proc/<pid> does not tell: a process can make that root.
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    pageBytes ??= pageSize();
    return {
      pid,
      parent: at(1),
      group: at(2),
      session: at(3),
      uid,
      start: fields[19] ?? "",
      bytes: at(21) * pageBytes,
    };
  } catch {
    return null;
  }
}

function readProc(): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const name of readdirSync("/proc")) {
    const row = /^\d+$/.test(name) ? readProcess(Number(name)) : null;
    if (row) rows.push(row);
  }
  return rows;
}

/** Parses the table that `ps` prints on any POSIX system; it has no sessions. */
export function parsePs(text: string): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const line of text.split("\n")) {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (!found || found[6]?.startsWith("Z")) continue;
    const [pid = 0, parent = 0, group = 0, uid = 0, kilobytes = 0] = found.slice(1, 6).map(Number);
    rows.push({ pid, parent, group, session: group, uid, start: found[7] ?? "", bytes: kilobytes * 1024 });
  }
  return rows;
}

const readPs = () =>
  new Promise<ProcessRow[]>((resolve) => {
    const columns = "pid=,ppid=,pgid=,ruid=,rss=,stat=,lstart=";
    const options = {
      env: { PATH: "/bin:/usr/bin", LC_ALL: "C" },
      maxBuffer: 16 * 1024 * 1024,
      timeout: 5_000,
    };
    execFile("ps", ["-A", "-o", columns], options, (_error, stdout) => resolve(parsePs(stdout)));
  });

let last: { rows: Promise<ProcessRow[]>; at: number; tookMs: number } | null = null;
const SHORTEST_AGE_MS = 50;
/** Reading the table takes at most 1/10 of the gateway's time. */
const SHARE = 10;

/**
 * Returns every process of the machine. With `since`, a time of performance.now(), it may return a table that was read
 * after that time and is kept for all bots: for 50 ms, or for ten times as long as reading it took where that is longer.
 */
export function processTable(since?: number): Promise<ProcessRow[]> {
  const now = performance.now();
  if (since !== undefined && last && last.at > since)
    if (now - last.at < Math.max(SHORTEST_AGE_MS, last.tookMs * SHARE)) return last.rows;
  const reading = { rows: isLinux ? Promise.resolve(readProc()) : readPs(), at: now, tookMs: 0 };
  last = reading;
  reading.rows.then(() => {
    reading.tookMs = performance.now() - now;
  });
  return reading.rows;
}

/**
 * Returns the memory that processes hold together, in bytes, counting shared memory once; the kernel takes some time
 * to compute it. Returns null when the kernel does not report it.
 */
export function memoryTogether(rows: readonly ProcessRow[]): number | null {
  let bytes = 0;
  for (const { pid } of rows) {
    try {
      const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
      if (!found) return null;
      bytes += Number(found[1]) * 1024;
    } catch (error) {
      // A process that has ended meanwhile holds nothing.
      if (!["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    }
  }
  return bytes;
}

/** Returns the start time of a process, which identifies it together with its pid; null when it is gone. */
export async function startOf(pid: number): Promise<string | null> {
  if (isLinux) return readProcess(pid)?.start ?? null;
  return (await processTable()).find((row) => row.pid === pid)?.start ?? null;
}

/** Returns the process `pid` and its descendants, without those that another parent has adopted. */
export function descendantsOf(rows: readonly ProcessRow[], pid: number): ProcessRow[] {
  const children = Map.groupBy(rows, (row) => row.parent);
  const found = rows.filter((row) => row.pid === pid);
  for (const each of found) found.push(...(children.get(each.pid) ?? []).filter((row) => row.pid !== pid));
  return found;
}
