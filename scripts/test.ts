import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";
import { withCpu } from "./lib/processes.ts";
import { PARTS, type Run, showAtOnce, showAtTheEnd } from "./lib/test-parts.ts";
import { type Counts, type Failed, judgeAgain, one, sum } from "./lib/test-reports.ts";
import { timesOf } from "./lib/test-times.ts";

const isCi = process.env["CI"] === "true";

/**
 * The parts after the build in the order in which they begin. The worker's tests and the journeys run several files at a time
 * themselves and slow each other down: the journeys begin when the worker's tests end, at about the time of gateway and types.
 * The types come before the scripts, whose copies of the repository take over what the compiler found.
 */
const ORDER = ["worker", "gateway", "check", "e2e", "scripts", "emulators", "web"];
/** How many parts run at a time. */
const LANES = 2;
/** The part whose progress is shown while others run; their output is shown when they have ended. */
const SHOWN = "worker";

/** Most failed files that are run again: more of them do not fail because the machine is busy. */
const AGAIN = 4;
/** Most lines of a failed test's error that are shown at the end. */
const WORDS = 40;

type Result = { id: string; counts: Counts; seconds: number; cpu: number | null };

/** Runs a part, or files of it; one that cannot start counts as failed. */
async function runPart(id: string, run: Run = showAtOnce, files?: readonly string[]): Promise<Result> {
  const part = PARTS[id];
  if (!part)
    throw new Failure(
      `There is no part "${id}" of the tests: choose among ${Object.keys(PARTS).join(", ")}.`,
    );
  const { title } = part;
  console.log(`\n— ${title}${files ? ", again" : ""}`);
  const startedAt = Date.now();
  const { value: counts, cpu } = await withCpu(() =>
    part.run(run, files ? { files } : {}).catch((error: unknown) => one(title, false, String(error))),
  );
  const seconds = (Date.now() - startedAt) / 1000;
  console.log(`${title}: ${counts.passed} passed in ${Math.round(seconds)} s`);
  if (!isCi || !counts.skipped) return { id, counts, seconds, cpu };
  const skips = one(`${title}: ${counts.skipped} skipped`, false, "With CI=true none may be.");
  return { id, counts: sum([{ ...counts, skipped: 0 }, skips]), seconds, cpu };
}

/**
 * Runs the files with failed tests again, with nothing beside them, which tells what fails on a busy machine alone from what
 * always fails.
 */
async function runAgain(result: Result): Promise<Result & { unsteady: Failed[] }> {
  const { id, counts } = result;
  const files = [...new Set(counts.failed.flatMap(({ file }) => file ?? []))];
  if (!files.length) return { ...result, unsteady: [] };
  const { counts: again } = await runPart(id, showAtOnce, files);
  return { ...result, ...judgeAgain(counts, again, isCi) };
}

function show(heading: string, tests: readonly Failed[]): void {
  for (const { title, words } of tests)
    console.log(`\n${heading}: ${title}\n${words.split("\n").slice(0, WORDS).join("\n")}`);
}

async function runParts(names: readonly string[]): Promise<Result[]> {
  const [left, results] = [[...names], [] as Result[]];
  const takeNext = async () => {
    for (let name = left.shift(); name; name = left.shift())
      results.push(await runPart(name, name === SHOWN || names.length === 1 ? showAtOnce : showAtTheEnd));
  };
  await Promise.all(Array.from({ length: LANES }, takeNext));
  return results;
}

// An interrupted run counts as failed.
endOnSignals(130);
await runCommand(async () => {
  const chosen = process.argv.slice(2);
  for (const name of chosen) if (!PARTS[name]) await runPart(name);
  const names = chosen.length
    ? chosen
    : Object.keys(PARTS).filter((name) => PARTS[name]?.isThere?.() ?? true);
  const results: Result[] = [];
  const unsteady: Failed[] = [];
  try {
    // Several parts start the product, so it has to be built before.
    if (names.includes("build")) results.push(await runPart("build"));
    const ran = await runParts(ORDER.filter((name) => names.includes(name)));
    const failed = ran.flatMap(({ counts }) => counts.failed);
    const isFew = new Set(failed.map(({ file }) => file)).size <= AGAIN;
    for (const result of ran) {
      const again = isFew ? await runAgain(result) : { ...result, unsteady: [] };
      results.push(again);
      unsteady.push(...again.unsteady);
    }
  } finally {
    await endAll();
  }
  const { passed, failed, skipped, files } = sum(results.map(({ counts }) => counts));
  console.log(`\n${timesOf(results, files)}`);
  show("Passed only when run again", unsteady);
  show("Failed", failed);
  console.log(`\n${passed} passed, ${failed.length} failed, ${skipped} skipped`);
  return failed.length ? 1 : 0;
});
