import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RUN_POLICY } from "../../policy.ts";
import { TMP_BYTES } from "../../sandbox/command.ts";
import { processTable } from "../../sandbox/process-table.ts";
import type { AttemptEnd } from "../../supervise/attempt.ts";
import { groupsOf } from "../../testing/groups.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { follow } from "./looks.ts";
import type { Actor, Stage } from "./stage.ts";

/** Advances the clock to the next check of the memory, with a fresh table of processes. */
async function look(clock: ManualClock): Promise<void> {
  await processTable();
  await clock.advance(RUN_POLICY.memoryCheckEvery);
}

/**
 * Makes a bot allocate memory step by step, and checks once after each step as the gateway does, until a check ends
 * it.
 * @returns its end, and how many megabytes that check saw
 */
export async function growUntilEnded(
  actor: Actor,
  memoryMax: number,
): Promise<{ end: AttemptEnd; used: number }> {
  const clock = new ManualClock();
  let used = 0;
  const log = (_level: string, message: string) => {
    used ||= Number(/^It used (\d+) MB/.exec(message)?.[1] ?? 0);
  };
  const attempt = follow(actor, { clock, policy: { ...RUN_POLICY, memoryMax }, log });
  for (let step = 0; used === 0; step += 1) {
    actor.bot.commands.write(`${step}\n`);
    await actor.says(`holds ${step} `);
    await look(clock);
  }
  return { end: await attempt.finished, used };
}

/** Returns the number in the first existing one of some files of a control group. */
function readGroup(group: readonly string[], names: readonly string[]): number {
  const file = group
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  return file === undefined ? Number.NaN : Number(readFileSync(file, "utf8"));
}

/**
 * Runs a bot that allocates memory until an allocation fails, and checks it then: all its processes
 * together never had more than its control group allows, and it ended for lack of memory.
 */
export async function fillsNoMoreThanItsGroup(stage: Stage, file: string, memoryMax: number): Promise<void> {
  const actor = await stage.play(file, { AT_ONCE: "1" });
  await actor.says("takes all");
  const clock = new ManualClock();
  const folders = groupsOf(actor.bot.pid);
  const limit = readGroup(folders, ["memory.max", "memory.limit_in_bytes"]);
  const attempt = follow(actor, { clock, policy: { ...RUN_POLICY, memoryMax } });
  await Promise.race([actor.says("full").catch(() => null), attempt.finished]);
  // After its end nothing is left to read.
  const most = readGroup(folders, ["memory.peak", "memory.max_usage_in_bytes"]) || 0;
  await look(clock);
  const { reason, detail } = await attempt.finished;
  // When V8 is refused memory for itself, such as for a thread, it ends the process before the kernel does.
  assert.ok(reason === "memory" || (reason === "crashed" && file.endsWith(".js")), `${reason}: ${detail}`);
  const share = memoryMax * 1.25;
  assert.ok([share, share + TMP_BYTES].includes(limit), `${limit}`);
  assert.ok(most <= limit, `${most}`);
  if (file.endsWith(".py"))
    assert.match(detail ?? "", new RegExp(`^It used ${limit / 2 ** 20} MB of memory; `));
  for (const folder of folders) assert.ok(!existsSync(folder));
}
