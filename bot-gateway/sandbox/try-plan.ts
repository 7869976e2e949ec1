import { closeSync, openSync } from "node:fs";
import { commandFor, type Inner, type Plan } from "./command.ts";
import { type Finished, runTool } from "./tools.ts";

/** Runs a short command with all layers of a plan, like a bot. */
export async function tryPlan(plan: Plan, inner: Inner): Promise<Finished> {
  const unused = openSync("/dev/null", "r+");
  const filter = plan.bubblewrap && plan.seccomp ? openSync(plan.seccomp, "r") : unused;
  try {
    return await runTool(commandFor(plan, inner), {
      cwd: inner.folder,
      // Long enough that a busy machine does not fail the probe and get a lower level.
      timeoutMs: 60_000,
      descriptors: plan.bubblewrap ? [unused, unused, filter] : [],
    });
  } finally {
    for (const each of new Set([unused, filter])) closeSync(each);
  }
}
