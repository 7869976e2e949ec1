import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Limits of all processes of a group together: bytes of memory; number of processes and threads. */
type GroupLimits = { memory: number; processes: number };

const NAME = "command-centre-";

/** The files that set a limit, in both versions of control groups; a group has those that its kernel supports. */
const SETTINGS: [file: string, value: (limits: GroupLimits) => number][] = [
  ["memory.max", ({ memory }) => memory],
  ["memory.swap.max", () => 0],
  ["memory.oom.group", () => 1],
  ["memory.limit_in_bytes", ({ memory }) => memory],
  // Includes swap. It may not be below the limit without swap, so it is written later.
  ["memory.memsw.limit_in_bytes", ({ memory }) => memory],
  ["memory.swappiness", () => 0],
  ["pids.max", ({ processes }) => processes],
];
/** The files that count processes ended for memory. */
const EVENTS = ["memory.events", "memory.oom_control"];

const unescaped = (path: string) =>
  path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/**
 * Returns the folders of a process's own control groups: in version 1 those that limit memory and processes, in
 * version 2 its only one. Returns null when they are not mounted or outside of what is mounted.
 * @param mountinfo its /proc/self/mountinfo
 * @param groups its /proc/self/cgroup
 */
export function ownGroups(mountinfo: string, groups: string): { version: 1 | 2; folders: string[] } | null {
  const mounts = mountinfo.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , root = "", at = ""] = before.split(" ");
    const [type = "", , options = ""] = after.split(" ");
    return { root: unescaped(root), at: unescaped(at), type, controllers: options.split(",") };
  });
  const folderOf = (type: string, controller: string): string[] => {
    const line = groups.split("\n").map((each) => /^\d+:([^:]*):(.*)$/.exec(each));
    const path = line.find((found) => found?.[1]?.split(",").includes(controller))?.[2];
    const mount = mounts.find(
      (each) => each.type === type && (controller === "" || each.controllers.includes(controller)),
    );
    // A path upwards leads out of the mounted namespace.
    if (!mount || path === undefined || /^\/\.\.(\/|$)/.test(path)) return [];
    const below = relative(mount.root, path);
    return below.startsWith("..") ? [] : [join(mount.at, below)];
  };
  const first = ["memory", "pids"].flatMap((controller) => folderOf("cgroup", controller));
  if (first.length === 2) return { version: 1, folders: first };
  const second = folderOf("cgroup2", "");
  return second.length === 1 ? { version: 2, folders: second } : null;
}

const isDivided = (folder: string) => {
  const names = readFileSync(join(folder, "cgroup.subtree_control"), "utf8").trim().split(/\s+/);
  return ["memory", "pids"].every((name) => names.includes(name));
};

/** Returns whether the only groups below a group of version 2 are this process's and those made here. */
const isOwnAlone = (folder: string, own: string) =>
  readdirSync(folder, { withFileTypes: true }).every(
    (each) => !each.isDirectory() || each.name === basename(own) || each.name.startsWith(NAME),
  );

/**
 * Returns the one or two folders in which groups with limits can be made. In version 2 a group with child groups
 * holds no processes, so this is the process's own group, or its parent if that holds this group alone.
 * @throws Error with why there are none
 */
export function groupParents(): string[] {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
  const own = ownGroups(read("/proc/self/mountinfo"), read("/proc/self/cgroup"));
  if (!own) throw new Error("control groups are not mounted");
  if (own.version === 1) return own.folders;
  const [folder = ""] = own.folders;
  let why = "";
  for (const each of [folder, dirname(folder)]) {
    try {
      if (each !== folder && !isOwnAlone(each, folder)) break;
      if (!isDivided(each)) writeFileSync(join(each, "cgroup.subtree_control"), "+memory +pids");
      if (isDivided(each)) return [each];
    } catch (error) {
      why ||= ` (${(error as NodeJS.ErrnoException).code})`;
    }
  }
  throw new Error(`the gateway's control group cannot have others below it${why}`);
}

/**
 * Makes a group with limits, with a folder in each of the parents, and returns these folders.
 * @throws Error when the system refuses it
 */
export function makeGroup(parents: readonly string[], limits: GroupLimits): string[] {
  const name = `${NAME}${randomBytes(8).toString("hex")}`;
  const group: string[] = [];
  try {
    for (const folder of parents.map((parent) => join(parent, name))) {
      mkdirSync(folder);
      group.push(folder);
      for (const [file, value] of SETTINGS)
        if (existsSync(join(folder, file))) writeFileSync(join(folder, file), String(value(limits)));
    }
    return group;
  } catch (error) {
    for (const folder of group) rmdirSync(folder);
    throw error;
  }
}

/** Returns whether the kernel has ended a process of the group because the group's memory was full. */
export function isEndedForMemory(group: readonly string[]): boolean {
  return group.some((folder) =>
    EVENTS.some((file) => {
      try {
        return Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(folder, file), "utf8"))?.[1]) > 0;
      } catch {
        return false;
      }
    }),
  );
}

function killAll(folder: string): void {
  try {
    if (existsSync(join(folder, "cgroup.kill"))) writeFileSync(join(folder, "cgroup.kill"), "1");
    // 0 stands for a process without an id in this namespace; passed to kill it would mean this process's own group.
    const pids = readFileSync(join(folder, "cgroup.procs"), "utf8").split("\n").map(Number);
    for (const pid of pids) if (pid > 0) process.kill(pid, "SIGKILL");
  } catch {}
}

/**
 * Ends the remaining processes of a group and removes it. A group whose processes have not ended within two seconds
 * stays. Leaves folders alone that `makeGroup` did not make.
 */
export async function removeGroup(group: readonly string[]): Promise<void> {
  for (const folder of group.filter((each) => basename(each).startsWith(NAME)))
    for (let delay = 1; existsSync(folder) && delay < 2_000; delay *= 2) {
      try {
        rmdirSync(folder);
      } catch {
        killAll(folder);
        await sleep(delay);
      }
    }
}
