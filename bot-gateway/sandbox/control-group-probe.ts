import { join } from "node:path";
import type { Plan, ProcessLimits } from "./command.ts";
import { groupParents, isEndedForMemory, makeGroup, removeGroup } from "./control-group.ts";
import { emptyFolder, type Folders, folderOf, scratchOf, uidOf } from "./folders.ts";
import { forgetPid, rememberPid } from "./pid-files.ts";
import { failureOf } from "./tools.ts";
import { tryPlan } from "./try-plan.ts";

/** Enough for Node.js and the programs around it, and less than the process below tries to use. */
const LIMITS = { memory: 64 * 2 ** 20, processes: 24 };

/**
 * Tries to open the files of its group, to start too many processes, and to allocate too much memory; prints the
 * results.
 */
const TAKE = `
const { openSync, writeSync } = require("node:fs");
const { spawn } = require("node:child_process");
const tell = (word) => writeSync(1, word + "\\n");
for (const file of process.argv.slice(1)) try { openSync(file, "r+"); tell("opened"); } catch {}
const all = Array.from({ length: 24 }, () => spawn("sleep", ["9"], { stdio: "ignore" }).on("error", () => undefined));
const started = all.filter(({ pid }) => pid !== undefined);
if (started.length < all.length) tell("refused");
for (const each of started) each.kill("SIGKILL");
const kept = [];
for (let size = 0; size < 128; size += 8) kept.push(Buffer.alloc(8 * 2 ** 20, 1));
`;

/**
 * Tests a control group with limits: a process in it is refused further processes, ended for too much memory, and
 * cannot change the group. Returns the folders in which groups can be made, or why they are not used.
 */
export async function tryControlGroup(
  plan: Plan,
  folders: Folders,
  limits: ProcessLimits,
  botId: number,
): Promise<{ parents: string[]; why: null } | { parents: null; why: string }> {
  const off = (why: string) => ({ parents: null, why: why.slice(0, 200) });
  const uid = plan.ownUid ? uidOf(folders, botId) : null;
  const [folder, scratch] = [folderOf(folders, botId), scratchOf(folders, botId)];
  let group: string[] = [];
  try {
    const parents = groupParents();
    group = makeGroup(parents, LIMITS);
    rememberPid(folders.pids, { botId, since: Date.now(), processes: [], group });
    await emptyFolder(folder, uid);
    await emptyFolder(scratch, uid);
    const files = group.map((each) => join(each, "cgroup.procs"));
    const command = [process.execPath, "-e", TAKE, ...files];
    const done = await tryPlan(
      { ...plan, network: false },
      { command, uid, folder, scratch, readable: [process.execPath], limits, group },
    );
    if (done.stdout.includes("opened")) return off("bots could leave their group");
    if (!isEndedForMemory(group)) return off(done.code === 0 ? "memory is not limited" : failureOf(done));
    return done.stdout.includes("refused") ? { parents, why: null } : off("processes are not limited");
  } catch (error) {
    return off(error instanceof Error ? error.message : String(error));
  } finally {
    await removeGroup(group);
    forgetPid(folders.pids, botId);
  }
}
