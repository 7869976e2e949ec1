import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { RUN_POLICY, type RunPolicy } from "../policy.ts";
import type { BotState, LogLine, ReportedActivity } from "../protocol.ts";
import { BotFiles } from "../supervise/files.ts";
import { IdentifyLimits } from "../supervise/identify.ts";
import { Supervisor } from "../supervise/supervisor.ts";
import { temporaryFolder } from "./folders.ts";
import { ManualClock } from "./manual-clock.ts";
import { ScriptedSandbox } from "./scripted-sandbox.ts";
import { order } from "./start.ts";

const USER = { id: "1100000000000000001", username: "Test" };
export const READY = { type: "ready", user: USER };

/** Writes nothing; other tests cover the disk. */
class NoFiles extends BotFiles {
  override async write(): Promise<void> {}
  override async remove(): Promise<void> {}
}

/** Returns a supervisor with a clock and processes of the test; `root` holds its few files. */
export function superviseIn(root: string, policy: Partial<RunPolicy> = {}) {
  const folder = join(root, String(Math.random()));
  mkdirSync(folder);
  const clock = new ManualClock();
  const sandbox = new ScriptedSandbox(folder, clock);
  const states: BotState[] = [];
  const lines: LogLine[] = [];
  const activities: ReportedActivity[] = [];
  const full = { ...RUN_POLICY, ...policy };
  const supervisor = new Supervisor(
    {
      sandbox,
      files: new NoFiles(folder),
      clock,
      random: () => 0,
      policy: full,
      identifies: new IdentifyLimits(join(folder, "identifies.json"), full, clock.now()),
      discordApiUrl: null,
    },
    {
      onState: (state) => states.push(state),
      onLog: (_, line) => lines.push(line),
      onActivities: (_, items) => activities.push(...items),
    },
  );
  const last = () => {
    const process = sandbox.processes.at(-1);
    assert.ok(process, "no process was started");
    return process;
  };
  const state = () => {
    const [bot] = supervisor.states().bots;
    assert.ok(bot);
    return bot;
  };
  return { clock, sandbox, states, lines, activities, supervisor, last, state };
}

/** Returns a supervisor as `superviseIn` does, with a bot that is ready. */
export async function running(t: TestContext, policy: Partial<RunPolicy> = {}) {
  const stand = superviseIn(temporaryFolder(t), policy);
  stand.supervisor.start(1, order(""));
  await stand.clock.advance(0);
  stand.last().report(READY);
  await stand.clock.advance(0);
  assert.equal(stand.state().status, "running");
  return stand;
}
