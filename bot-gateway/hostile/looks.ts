import assert from "node:assert/strict";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { realClock } from "../clock.ts";
import { RUN_POLICY } from "../policy.ts";
import { Budget } from "../report/budget.ts";
import { Redactor } from "../report/redact.ts";
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

/** Ends a bot as the gateway does when it holds more memory than it may, in bytes. */
export function followMemory({ bot }: Actor, memoryMax: number): Attempt {
  return new Attempt(bot, {
    clock: realClock,
    policy: { ...RUN_POLICY, memoryMax },
    redactor: new Redactor("own-token"),
    budget: new Budget(realClock, () => {}),
    guildId: "1",
    wasReady: false,
    log: () => {},
    onReady: () => {},
    onStayedUp: () => {},
    onIdentify: () => true,
    onActivities: () => {},
  });
}
