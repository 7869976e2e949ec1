import assert from "node:assert/strict";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { realClock } from "../clock.ts";
import { RUN_POLICY } from "../policy.ts";
import { Budget } from "../report/budget.ts";
import { Redactor } from "../report/redact.ts";
import { descendantsOf, memoryTogether, processTable } from "../sandbox/process-table.ts";
import { Attempt } from "../supervise/attempt.ts";
import type { Actor, Stage } from "./stage.ts";

/** Runs a bot that looks for data of others: it reads none, and what there is stays as it was. */
export async function findsNothing(stage: Stage, file: string): Promise<void> {
  const tree = () =>
    readdirSync(stage.data, { recursive: true, encoding: "utf8" })
      .filter((name) => !name.startsWith("demo/gateway/bots/") && !/\/pids\/|\/scratch\//.test(name))
      .sort()
      .map((name) => {
        const { size, mode } = lstatSync(join(stage.data, name));
        return `${name} ${(mode & 0o777).toString(8)} ${mode & 0o040000 ? "" : size}`;
      });
  const before = tree();
  for (const line of before) assert.match(line, / (7[01][01]|600) /);
  const bot = await stage.play(file);
  const said = await bot.says("finished");
  for (const treasure of stage.treasures) assert.ok(!said.includes(treasure), said);
  bot.bot.kill("SIGKILL");
  await bot.bot.exited;
  assert.deepEqual(tree(), before);
}

/** The largest of the values that are read again and again until a bot has ended. */
export async function mostWhile({ bot }: Actor, read: () => Promise<number>): Promise<number> {
  let [most, isOver] = [0, false];
  bot.exited.then(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, await read());
    await setImmediate();
  }
  return most;
}

/** Follows a bot as the gateway does, with limits and ears of the test's own. */
export function follow({ bot }: Actor, options: Partial<ConstructorParameters<typeof Attempt>[1]>): Attempt {
  return new Attempt(bot, {
    clock: realClock,
    policy: RUN_POLICY,
    redactor: new Redactor("own-token"),
    budget: new Budget(realClock, () => {}),
    guildId: "1",
    wasReady: false,
    log: () => {},
    onReady: () => {},
    onStayedUp: () => {},
    onIdentify: () => true,
    onActivities: () => {},
    ...options,
  });
}

/** What the gateway passes on of a bot that reports activities until it ends, and what it says of the rest. */
export async function activitiesOf(
  actor: Actor,
  guildId: string,
): Promise<{ passedOn: number; said: string }> {
  const said: string[] = [];
  let passedOn = 0;
  const budget = new Budget(realClock, (message) => said.push(message));
  const onActivities = (items: readonly unknown[]) => {
    passedOn += items.length;
  };
  await follow(actor, { budget, guildId, onActivities }).finished;
  budget.tell();
  return { passedOn, said: said.join("\n") };
}

/** The most memory in bytes that a bot's processes held together until it ended. */
export function mostMemory(stage: Stage, actor: Actor): Promise<number> {
  const uid = stage.has("own_uid") ? lstatSync(stage.sandbox.folderOf(actor.id)).uid : null;
  return mostWhile(actor, async () => {
    const rows = await processTable();
    const own = uid === null ? descendantsOf(rows, actor.bot.pid) : rows.filter((row) => row.uid === uid);
    return memoryTogether(own) ?? 0;
  });
}
