import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { outermost } from "./packages.ts";

/** Absolute paths of the system's tools; null for one that is not installed. */
export type Tools = {
  sh: string | null;
  nice: string | null;
  prlimit: string | null;
  setpriv: string | null;
  unshare: string | null;
  bwrap: string | null;
};

/** How bots are run on this machine. */
export type Plan = {
  tools: Tools;
  isRoot: boolean;
  ownUid: boolean;
  noNewPrivileges: boolean;
  limits: boolean;
  processNamespace: boolean;
  bubblewrap: boolean;
  /** A network namespace of the bot's own, in which nothing answers. */
  network: boolean;
  /** Whether /tmp in bubblewrap is memory of a limited size; else it is a folder on the disk. */
  sizedTmp: boolean;
  /** A file with the filter for bubblewrap, see seccomp.ts. */
  seccomp: string | null;
  /** Whether the kernel counts processes separately for each bot. */
  countsProcesses: boolean;
  /** Folders in which control groups with limits can be made, see control-group.ts; null when there are none. */
  groupParents: readonly string[] | null;
};

export type ProcessLimits = {
  /** Private writable memory in bytes; null while the required amount is being measured. */
  data: number | null;
  /** The largest file in bytes. */
  file: number;
  openFiles: number;
  processes: number;
};

export type Inner = {
  command: readonly string[];
  uid: number | null;
  /** The only folder that it may write to. */
  folder: string;
  /** Its /tmp, when it has a file system of its own that is not in memory. */
  scratch: string;
  /** Further folders and files that it must be able to read. */
  readable: readonly string[];
  limits: ProcessLimits;
  /** The folders of its control group; empty without one. */
  group: readonly string[];
};

/** Further file descriptors of the command, besides 0 to 3. */
const INFO_FD = 4;
const SECCOMP_FD = 5;

const NICENESS = 10;

export const TMP_BYTES = 32 * 2 ** 20;

/** Programs, libraries, certificates, name resolution and time zones; none of them is secret. */
const SYSTEM = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/nix/store",
  "/etc/alternatives",
  "/etc/ca-certificates",
  "/etc/crypto-policies",
  "/etc/gai.conf",
  "/etc/host.conf",
  "/etc/hosts",
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/etc/nsswitch.conf",
  "/etc/pki",
  "/etc/resolv.conf",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/timezone",
];

function systemMounts(): string[] {
  return SYSTEM.filter((path) => existsSync(path)).flatMap((path) =>
    // On most systems /bin, /lib and others are links; /etc/resolv.conf may link to a path that is not mounted.
    dirname(path) === "/" && lstatSync(path).isSymbolicLink()
      ? ["--symlink", readlinkSync(path), path]
      : ["--ro-bind", path, path],
  );
}

/** Returns the folders above what is mounted, which bubblewrap would otherwise make readable to root alone. */
function parentsOf(paths: readonly string[]): string[] {
  const parents = new Set<string>();
  for (const path of paths)
    for (let at = dirname(path); at !== dirname(at); at = dirname(at)) parents.add(at);
  return [...parents].sort().flatMap((path) => ["--dir", path]);
}

function bubblewrap(plan: Plan, inner: Inner): string[] {
  const readable = outermost([...SYSTEM, ...inner.readable]).filter((path) => !SYSTEM.includes(path));
  return [
    plan.tools.bwrap ?? "bwrap",
    ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--hostname", "bot"],
    ...["--die-with-parent", "--new-session", "--info-fd", String(INFO_FD)],
    ...(plan.network ? ["--unshare-net"] : []),
    ...(plan.isRoot ? [] : ["--unshare-user"]),
    ...(plan.ownUid ? [] : ["--cap-drop", "ALL"]),
    ...parentsOf(SYSTEM),
    ...systemMounts(),
    ...["--proc", "/proc", "--dev", "/dev"],
    ...(plan.sizedTmp
      ? ["--perms", "1777", "--size", String(TMP_BYTES), "--tmpfs", "/tmp"]
      : // On the disk, where the gateway measures it. Memory without a size limit would count against nothing.
        ["--bind", inner.scratch, "/tmp"]),
    ...parentsOf([...readable, inner.folder]),
    ...readable.flatMap((path) => ["--ro-bind", path, path]),
    ...["--bind", inner.folder, inner.folder, "--chdir", inner.folder],
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
    ...(plan.seccomp ? ["--seccomp", String(SECCOMP_FD)] : []),
    "--",
  ];
}

/** Process 1 of a namespace ignores signals that it does not handle, so a shell becomes process 1. */
const FIRST_PROCESS = '"$@"; exit $?';

function namespaces({ tools, isRoot, processNamespace, network }: Plan): string[] {
  if (!processNamespace && !network) return [];
  return [
    ...(processNamespace && tools.setpriv ? [tools.setpriv, "--pdeathsig", "KILL"] : []),
    tools.unshare ?? "unshare",
    ...(isRoot ? [] : ["--user", "--map-current-user"]),
    ...(network ? ["--net"] : []),
    ...(processNamespace
      ? ["--pid", "--fork", "--kill-child", "--mount-proc", tools.sh ?? "/bin/sh", "-c", FIRST_PROCESS, "bot"]
      : []),
  ];
}

function limits(
  { tools, countsProcesses }: Plan,
  { data, file, openFiles, processes }: ProcessLimits,
): string[] {
  return [
    tools.prlimit ?? "prlimit",
    ...[
      "--core=0",
      "--memlock=65536",
      "--msgqueue=0",
      "--rtprio=0",
      `--fsize=${file}`,
      `--nofile=${openFiles}`,
    ],
    ...(data === null ? [] : [`--data=${data}`]),
    ...(countsProcesses ? [`--nproc=${processes}`] : []),
    "--",
  ];
}

function credentials(plan: Plan, uid: number | null): string[] {
  const options = [
    ...(plan.noNewPrivileges ? ["--no-new-privs"] : []),
    ...(plan.noNewPrivileges && plan.isRoot ? ["--inh-caps=-all", "--bounding-set=-all"] : []),
    ...(plan.ownUid ? [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"] : []),
    // Not needed in a namespace, which ends with the gateway.
    ...(plan.bubblewrap || plan.processNamespace ? [] : ["--pdeathsig", "KILL"]),
  ];
  return plan.tools.setpriv && options.length > 0 ? [plan.tools.setpriv, ...options, "--"] : [];
}

/** Joins the control group before the other restrictions, which forbid it; writing 0 means the process itself. */
function membership({ tools }: Plan, group: readonly string[]): string[] {
  if (group.length === 0) return [];
  const script = `${group.map(() => 'echo 0 > "$1" && shift && ').join("")}exec "$@"`;
  const files = group.map((folder) => join(folder, "cgroup.procs"));
  return [tools.sh ?? "/bin/sh", "-c", script, "bot", ...files];
}

/**
 * Returns the command line: each program sets one restriction and executes the next; the last one is the interpreter.
 */
export function commandFor(plan: Plan, inner: Inner): string[] {
  return [
    ...membership(plan, inner.group),
    ...(plan.tools.nice ? [plan.tools.nice, "-n", String(NICENESS)] : []),
    ...(plan.bubblewrap ? bubblewrap(plan, inner) : namespaces(plan)),
    ...(plan.limits ? limits(plan, inner.limits) : []),
    ...credentials(plan, inner.uid),
    ...inner.command,
  ];
}
