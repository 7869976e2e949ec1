import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";
import { showNode } from "./lib/processes.ts";
import { type Counts, PARTS, type Run, showAtTheEnd, sum } from "./lib/test-parts.ts";

const isCi = process.env["CI"] === "true";

/** Runs a part; one that cannot even start has failed. */
async function runPart(name: string, run: Run = showNode): Promise<Counts> {
  const part = PARTS[name];
  if (!part)
    throw new Failure(
      `There is no part "${name}" of the tests: choose among ${Object.keys(PARTS).join(", ")}.`,
    );
  console.log(`\n— ${part.title}`);
  const startedAt = Date.now();
  const counts = await part.run(run).catch((error: unknown) => {
    console.log(error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  console.log(`${part.title}: ${counts.passed} passed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  if (!isCi || !counts.skipped) return counts;
  console.log(`CI=true: ${counts.skipped} skipped here count as failed.`);
  return { ...counts, failed: counts.failed + counts.skipped, skipped: 0 };
}

async function runParts(names: readonly string[], run?: Run): Promise<Counts[]> {
  const results: Counts[] = [];
  for (const name of names) results.push(await runPart(name, run));
  return results;
}

// A run that was interrupted has not passed.
endOnSignals(130);
await runCommand(async () => {
  const chosen = process.argv.slice(2);
  for (const name of chosen) if (!PARTS[name]) await runPart(name);
  const names = chosen.length
    ? chosen
    : Object.keys(PARTS).filter((name) => PARTS[name]?.isThere?.() ?? true);
  // The journeys wait for half of their time, and take as long as most other tests: they run beside those.
  const lanes = [
    ["check", "build"],
    ["worker", "gateway", "scripts"],
    ["e2e", "emulators", "web"],
  ].map((lane) => names.filter((name) => lane.includes(name)));
  const [first = [], ...beside] = lanes.filter((lane) => lane.length);
  let results: Counts[];
  try {
    results = await runParts(first);
    const all = beside.map((lane, at) => runParts(lane, at === 0 ? showNode : showAtTheEnd));
    results = [...results, ...(await Promise.all(all)).flat()];
  } finally {
    await endAll();
  }
  const { passed, failed, skipped } = sum(results);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed ? 1 : 0;
});
