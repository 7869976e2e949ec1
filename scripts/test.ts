import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";
import { showNode } from "./lib/processes.ts";
import { type Counts, PARTS, type Run, showAtTheEnd, sum } from "./lib/test-parts.ts";

const isCi = process.env["CI"] === "true";

/** The parts after the build in the order in which they begin: the longest first, so that two end at about one time. */
const ORDER = ["check", "e2e", "worker", "gateway", "scripts", "emulators", "web"];
/** The part whose progress is shown where two run at a time; of the others all is shown when they have ended. */
const SHOWN = "worker";

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

/** Runs the parts, two at a time. */
async function runParts(names: readonly string[]): Promise<Counts[]> {
  const [left, results] = [[...names], [] as Counts[]];
  const takeNext = async (run: (name: string) => Run) => {
    for (let name = left.shift(); name; name = left.shift()) results.push(await runPart(name, run(name)));
  };
  const show = (name: string) => (name === SHOWN || names.length === 1 ? showNode : showAtTheEnd);
  await Promise.all([takeNext(show), takeNext(show)]);
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
  const inOrder = ORDER.filter((name) => names.includes(name));
  const results: Counts[] = [];
  try {
    if (names.includes("build")) results.push(await runPart("build"));
    results.push(...(await runParts(inOrder)));
  } finally {
    await endAll();
  }
  const { passed, failed, skipped } = sum(results);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed ? 1 : 0;
});
