import { readdirSync, readFileSync } from "node:fs";

/** The environment variable that names the file in which processes of test files tell their CPU seconds. */
export const CPU_FILE = "TESTS_CPU_FILE";

/** CPU seconds of a process itself, and of its children that have ended, each with those that it waited for. */
type Cpu = { parent: number; own: number; ended: number };

/**
 * Returns what a process has taken, as Linux counts it in hundredths of a second (proc(5), stat: ppid, utime, stime, cutime,
 * cstime); null for one that is gone, and on systems without /proc.
 */
function cpuOf(process: number | "self"): Cpu | null {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, "utf8");
    // The name before the last parenthesis may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [parent = 0, user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = [1, 11, 12, 13, 14].map(
      (at) => Number(fields[at]),
    );
    return { parent, own: (user + system) / 100, ended: (userOfEnded + systemOfEnded) / 100 };
  } catch {
    return null;
  }
}

/** CPU seconds of this process's children that have ended; null where the system does not tell. */
export const cpuOfEnded = (): number | null => cpuOf("self")?.ended ?? null;

/** Every process by its id; none without /proc. */
function processes(): Map<number, Cpu> {
  const all = new Map<number, Cpu>();
  try {
    for (const name of readdirSync("/proc")) {
      const cpu = /^\d+$/.test(name) ? cpuOf(Number(name)) : null;
      if (cpu) all.set(Number(name), cpu);
    }
  } catch {
    // No system with /proc.
  }
  return all;
}

/** CPU seconds of a process and everything that it started, running or ended; null where the system does not tell. */
export function cpuOfTree(root: number): number | null {
  const all = processes();
  if (!all.has(root)) return null;
  const ofTree = (id: number): number => {
    const { own = 0, ended = 0 } = all.get(id) ?? {};
    const children = [...all].filter(([, { parent }]) => parent === id);
    return own + ended + children.reduce((sum, [child]) => sum + ofTree(child), 0);
  };
  return ofTree(root);
}
