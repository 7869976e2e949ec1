import { writeFile } from "node:fs/promises";
import { release } from "node:os";
import { join } from "node:path";
import type { IsolationReport } from "../protocol.ts";
import type { Plan, ProcessLimits, Tools } from "./command.ts";
import { tryControlGroup } from "./control-group-probe.ts";
import { emptyFolder, type Folders, folderOf, scratchOf, uidCandidates, uidOf } from "./folders.ts";
import { tryNetwork } from "./network-probe.ts";
import { seccompFilter } from "./seccomp.ts";
import { failureOf, findTool, runTool } from "./tools.ts";
import { tryPlan } from "./try-plan.ts";

export type LayerName = IsolationReport["layers"][number]["name"];
/** Why a layer is off; null when it is on. */
export type Layers = Record<LayerName, string | null>;

/** The bot number that the gateway uses for probing; bots begin at 1. */
export const PROBE_BOT = 0;

const findTools = (): Tools => ({
  sh: findTool("sh"),
  nice: findTool("nice"),
  prlimit: findTool("prlimit"),
  setpriv: findTool("setpriv"),
  unshare: findTool("unshare"),
  bwrap: findTool("bwrap"),
});

/** Prints what the process can see and do, one fact per line; arguments: a file it must not read, its folder. */
const LOOK = `
while read -r name rest; do case "$name" in Uid:|Gid:|Groups:|CapEff:|CapBnd:|NoNewPrivs:) echo "$name $rest";; esac
done < /proc/self/status
echo "files: $(ulimit -n)"
echo "pid: $$"
if (: < "$1") 2>/dev/null; then echo "secret: seen"; fi
if (: > "$2/probe") 2>/dev/null; then echo "folder: written"; fi
shift 2
for path; do [ -r "$path" ] || echo "missing: $path"; done
exit 0
`;

type Facts = Map<string, string>;
const isZero = (text: string | undefined) => /^0+$/.test(text ?? "");

/** Runs LOOK with a plan; returns its output, or why it failed. */
async function look(
  plan: Plan,
  folders: Folders,
  limits: ProcessLimits,
  readable: string[],
): Promise<Facts | string> {
  const uid = plan.ownUid ? uidOf(folders, PROBE_BOT) : null;
  const [folder, scratch] = [folderOf(folders, PROBE_BOT), scratchOf(folders, PROBE_BOT)];
  await emptyFolder(folder, uid);
  await emptyFolder(scratch, uid);
  const command = [plan.tools.sh ?? "/bin/sh", "-c", LOOK, "sh", folders.secret, folder, ...readable];
  const done = await tryPlan(plan, { command, uid, folder, scratch, readable, limits, group: [] });
  if (done.code !== 0) return failureOf(done);
  return new Map(
    done.stdout.split("\n").map((line) => {
      const [name = "", ...rest] = line.split(": ");
      return [name.replace(/:$/, ""), rest.join(": ").trim()];
    }),
  );
}

/** Returns whether Linux is at least this version. From 5.14 user namespaces count their processes separately. */
const isAtLeast = (major: number, minor: number): boolean => {
  const [a = 0, b = 0] = release().split(".").map(Number);
  return a > major || (a === major && b >= minor);
};

type Try = {
  layer: LayerName;
  needs: (keyof Tools)[];
  change: Partial<Plan>;
  isRight: (facts: Facts) => string | null;
};

/**
 * Probes the isolation layers of this machine by running a tiny process in each that prints what it sees. Sets the
 * users of `folders`. Layers in `without` are not used even when they work.
 */
export async function probePlan(
  folders: Folders,
  limits: ProcessLimits,
  readable: string[],
  without: readonly LayerName[],
): Promise<{ plan: Plan; layers: Layers }> {
  const isRoot = process.getuid?.() === 0;
  let plan: Plan = {
    tools: findTools(),
    isRoot,
    ownUid: false,
    noNewPrivileges: false,
    limits: false,
    processNamespace: false,
    bubblewrap: false,
    network: false,
    sizedTmp: false,
    seccomp: null,
    countsProcesses: false,
    groupParents: null,
  };
  const layers = {} as Layers;
  /** Tries a layer on top of the working plan; keeps it when the process sees what it should. */
  const attempt = async ({ layer, needs, change, isRight }: Try): Promise<boolean> => {
    const missing = needs.find((name) => plan.tools[name] === null);
    if (without.includes(layer)) layers[layer] = "switched off";
    else if (missing) layers[layer] = `${missing} is not installed`;
    else {
      const tried = { ...plan, ...change };
      const facts = await look(tried, folders, limits, []);
      layers[layer] = typeof facts === "string" ? facts : isRight(facts);
      if (layers[layer] === null) plan = tried;
    }
    return layers[layer] === null;
  };
  const writes = (facts: Facts) =>
    facts.get("folder") === "written" ? null : "the bot's folder cannot be written";

  if (!isRoot) layers.own_uid = "the gateway does not run as root";
  for (const firstUid of isRoot ? await uidCandidates(folders) : []) {
    folders.firstUid = firstUid;
    const uid = String(uidOf(folders, PROBE_BOT));
    const isRight = (facts: Facts) => {
      const ids = [facts.get("Uid"), facts.get("Gid")].flatMap((each) => each?.split(/\s+/) ?? [""]);
      if (ids.some((id) => id !== uid) || facts.get("Groups") !== "")
        return "the user is not the bot's alone";
      if (!isZero(facts.get("CapEff"))) return "capabilities stay";
      return facts.has("secret") ? "the gateway's files can be read" : writes(facts);
    };
    if (
      await attempt({
        layer: "own_uid",
        needs: ["setpriv"],
        change: { ownUid: true, countsProcesses: true },
        isRight,
      })
    )
      break;
  }
  await attempt({
    layer: "no_new_privileges",
    needs: ["setpriv"],
    change: { noNewPrivileges: true },
    isRight: (facts) =>
      facts.get("NoNewPrivs") !== "1"
        ? "not set"
        : isRoot && !isZero(facts.get("CapBnd"))
          ? "capabilities stay"
          : null,
  });
  await attempt({
    layer: "limits",
    needs: ["prlimit"],
    change: { limits: true },
    isRight: (facts) => (facts.get("files") === String(limits.openFiles) ? null : "not kept"),
  });
  const inNamespace = (facts: Facts) =>
    Number(facts.get("pid")) <= 3 ? writes(facts) : "other processes are seen";
  const counts = { countsProcesses: plan.ownUid || (!isRoot && isAtLeast(5, 14)) };
  await attempt({
    layer: "process_namespace",
    needs: ["unshare", "sh"],
    change: { processNamespace: true, ...counts },
    isRight: inNamespace,
  });
  const bare = plan;
  const help = plan.tools.bwrap === null ? "" : (await runTool([plan.tools.bwrap, "--help"])).stdout;
  const sizedTmp = / --size /.test(help);
  const filter = seccompFilter();
  const seccomp = filter ? join(folders.root, "seccomp.bpf") : null;
  if (filter && seccomp) await writeFile(seccomp, filter, { mode: 0o600 });
  for (const each of new Set([seccomp, null])) {
    const isRight = (facts: Facts) =>
      facts.has("secret") ? "the gateway's files can be read" : inNamespace(facts);
    const change = { bubblewrap: true, processNamespace: true, sizedTmp, seccomp: each, ...counts };
    if (await attempt({ layer: "bubblewrap", needs: ["bwrap"], change, isRight })) break;
  }
  if (plan.bubblewrap) layers.process_namespace = null;

  /**
   * Returns a path that a bot needs and cannot read, of its interpreter and its modules; null when it can read all.
   */
  const blocked = async (): Promise<string | null> => {
    const facts = await look(plan, folders, limits, readable);
    return typeof facts === "string" ? facts : (facts.get("missing") ?? null);
  };
  let why = await blocked();
  if (why !== null && plan.bubblewrap) {
    layers.bubblewrap = `not to be seen inside: ${why}`;
    if (bare.processNamespace !== plan.processNamespace) layers.process_namespace = layers.bubblewrap;
    plan = bare;
    why = await blocked();
  }
  if (why !== null && plan.ownUid) {
    layers.own_uid = `a bot's own user cannot reach ${why}`.slice(0, 200);
    plan = { ...plan, ownUid: false, countsProcesses: false };
  }
  if (!plan.ownUid) folders.firstUid = null;
  layers.network = without.includes("network")
    ? "switched off"
    : await tryNetwork(plan, folders, limits, PROBE_BOT);
  const group = without.includes("control_group")
    ? { parents: null, why: "switched off" }
    : await tryControlGroup(plan, folders, limits, PROBE_BOT);
  layers.control_group = group.why;
  return { plan: { ...plan, network: layers.network === null, groupParents: group.parents }, layers };
}
