import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";
import { showNode } from "./lib/processes.ts";
import { type Chosen, PARTS, type Run, showAtTheEnd } from "./lib/test-parts.ts";
import { type Counts, type Failed, one, sum } from "./lib/test-reports.ts";

const isCi = process.env["CI"] === "true";

/** The parts after the build in the order in which they begin, the longest first, so that the lanes end at about the same time. */
const ORDER = ["check", "e2e", "worker", "gateway", "scripts", "emulators", "web"];
/** How many parts run at a time. Browsers and bots wait about half of their time, so four keep two cores busy. */
const LANES = 4;
/** The part whose progress is shown while others run; their output is shown when they have ended. */
const SHOWN = "worker";

/** Most failed files that are run again: more of them do not fail because the machine is busy. */
const AGAIN = 4;
/** Most lines of a failed test's error that are shown at the end. */
const WORDS = 40;

type Result = { id: string; counts: Counts };

/** Runs a part, or a share of it such as `e2e 1/2`; one that cannot start counts as failed. */
async function runPart(name: string, run: Run = showNode, files?: readonly string[]): Promise<Result> {
  const [id = "", share] = name.split(" ");
  const part = PARTS[id];
  if (!part)
    throw new Failure(
      `There is no part "${name}" of the tests: choose among ${Object.keys(PARTS).join(", ")}.`,
    );
  const title = share ? `${part.title} ${share}` : part.title;
  console.log(`\n— ${title}${files ? ", again" : ""}`);
  const startedAt = Date.now();
  const chosen: Chosen = { share, ...(files ? { files } : {}) };
  const counts = await part.run(run, chosen).catch((error: unknown) => one(title, false, String(error)));
  console.log(`${title}: ${counts.passed} passed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  if (!isCi || !counts.skipped) return { id, counts };
  const skips = one(`${title}: ${counts.skipped} skipped`, false, "With CI=true none may be.");
  return { id, counts: sum([{ ...counts, skipped: 0 }, skips]) };
}

/**
 * Runs the files with failed tests again, with nothing beside them: on a machine that four parts keep busy, a browser or a
 * bot may answer too late. A test whose file passes then counts as passed and is named at the end.
 */
async function runAgain({ id, counts }: Result): Promise<Result & { unsteady: Failed[] }> {
  const files = [...new Set(counts.failed.flatMap(({ file }) => file ?? []))];
  if (!files.length) return { id, counts, unsteady: [] };
  const again = (await runPart(id, showNode, files)).counts.failed;
  const isWhole = again.every(({ file }) => file !== undefined);
  const isUnsteady = ({ file }: Failed) =>
    isWhole && file !== undefined && again.every((each) => each.file !== file);
  const unsteady = counts.failed.filter(isUnsteady);
  const failed = counts.failed.filter((each) => !isUnsteady(each));
  return { id, counts: { ...counts, passed: counts.passed + unsteady.length, failed }, unsteady };
}

function show(heading: string, tests: readonly Failed[]): void {
  for (const { title, words } of tests)
    console.log(`\n${heading}: ${title}\n${words.split("\n").slice(0, WORDS).join("\n")}`);
}

function sharesOf(name: string): string[] {
  const count = PARTS[name]?.shares ?? 1;
  return count > 1 ? Array.from({ length: count }, (_, at) => `${name} ${at + 1}/${count}`) : [name];
}

async function runParts(names: readonly string[]): Promise<Result[]> {
  const [left, results] = [[...names], [] as Result[]];
  const takeNext = async (run: (name: string) => Run) => {
    for (let name = left.shift(); name; name = left.shift()) results.push(await runPart(name, run(name)));
  };
  const runOf = (name: string) => (name.startsWith(SHOWN) || names.length === 1 ? showNode : showAtTheEnd);
  await Promise.all(Array.from({ length: LANES }, () => takeNext(runOf)));
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
  const inOrder = ORDER.filter((name) => names.includes(name));
  const results: Result[] = [];
  const unsteady: Failed[] = [];
  try {
    // Shares start the product at the same time, so it has to be built before.
    const isBuilt = names.includes("build");
    if (isBuilt) results.push(await runPart("build"));
    const ran = await runParts(isBuilt ? inOrder.flatMap(sharesOf) : inOrder);
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
  const { passed, failed, skipped } = sum(results.map(({ counts }) => counts));
  show("Passed only when run again", unsteady);
  show("Failed", failed);
  console.log(`\n${passed} passed, ${failed.length} failed, ${skipped} skipped`);
  return failed.length ? 1 : 0;
});
