import assert from "node:assert/strict";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { realClock } from "../../clock.ts";
import { RUN_POLICY } from "../../policy.ts";
import { Budget } from "../../report/budget.ts";
import { Redactor } from "../../report/redact.ts";
import { Attempt } from "../../supervise/attempt.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import type { Actor, Stage } from "./stage.ts";

/** Runs a bot that looks for data of others; checks that it reads none and that all files stay unchanged. */
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
  const output = await bot.says("finished");
  for (const treasure of stage.treasures) assert.ok(!output.includes(treasure), output);
  bot.bot.kill("SIGKILL");
  await bot.bot.exited;
  assert.deepEqual(tree(), before);
}

/** Follows a bot as the gateway does, with limits and callbacks of the test. */
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

/** Returns what the gateway passes on from a bot that reports activities until it ends, all within a minute. */
export async function activitiesOf(
  actor: Actor,
  guildId: string,
): Promise<{ passedOn: number; messages: string }> {
  const messages: string[] = [];
  let passedOn = 0;
  const clock = new ManualClock();
  const budget = new Budget(clock, (message) => messages.push(message));
  const onActivities = (items: readonly unknown[]) => {
    passedOn += items.length;
  };
  // The clock of the test does not advance, so a bot that is slowed down would never be read again.
  const policy = { ...RUN_POLICY, reportBurst: 1_000_000 };
  await follow(actor, { clock, policy, budget, guildId, onActivities }).finished;
  budget.tell();
  return { passedOn, messages: messages.join("\n") };
}

/** Returns how many bytes of log the gateway takes from a bot within a minute, until it pauses reading. */
export async function logOf(actor: Actor): Promise<number> {
  const { stdout } = actor.bot;
  stdout.removeAllListeners("data");
  let bytes = 0;
  const log = (_level: string, message: string) => {
    bytes += Buffer.byteLength(message);
  };
  const clock = new ManualClock();
  follow(actor, { clock, budget: new Budget(clock, () => {}), log });
  while (!stdout.isPaused()) await setImmediate();
  return bytes;
}

/** Returns the shared memory segments that leaves-memory.py makes, by their keys. */
export const sharedMemory = (): string[] =>
  readFileSync("/proc/sysvipc/shm", "utf8").match(/^ *2544[3-6] .*$/gm) ?? [];
