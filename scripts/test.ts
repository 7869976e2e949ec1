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
  const names = chosen.length
    ? chosen
    : Object.keys(PARTS).filter((name) => PARTS[name]?.isThere?.() ?? true);
  // The journeys mostly wait: they run beside the other tests, on builds that are there by then.
  const first = names.filter((name) => name === "check" || name === "build" || !PARTS[name]);
  const journeys: string[] = names.filter((name) => name === "e2e");
  const rest = names.filter((name) => !first.includes(name) && !journeys.includes(name));
  let results: Counts[];
  try {
    results = await runParts(first);
    const beside = [runParts(rest), runParts(journeys, rest.length ? showAtTheEnd : showNode)];
    results = [...results, ...(await Promise.all(beside)).flat()];
  } finally {
    await endAll();
  }
  const { passed, failed, skipped } = sum(results);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed ? 1 : 0;
});
