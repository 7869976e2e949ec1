import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";
import { showNode } from "./lib/processes.ts";
import { type Counts, PARTS, type Run, showAtTheEnd, sum } from "./lib/test-parts.ts";

const isCi = process.env["CI"] === "true";

/** The parts after the build in the order in which they begin, the longest first, so that the lanes end at about the same time. */
const ORDER = ["check", "e2e", "worker", "gateway", "scripts", "emulators", "web"];
/** How many parts run at a time. Browsers and bots wait about half of their time, so four keep two cores busy. */
const LANES = 4;
/** The part whose progress is shown while others run; their output is shown when they have ended. */
const SHOWN = "worker";

/** Runs a part, or a share of it such as `e2e 1/2`; one that cannot start counts as failed. */
async function runPart(name: string, run: Run = showNode): Promise<Counts> {
  const [id = "", share] = name.split(" ");
  const part = PARTS[id];
  if (!part)
    throw new Failure(
      `There is no part "${name}" of the tests: choose among ${Object.keys(PARTS).join(", ")}.`,
    );
  const title = share ? `${part.title} ${share}` : part.title;
  console.log(`\n— ${title}`);
  const startedAt = Date.now();
  const counts = await part.run(run, share).catch((error: unknown) => {
    console.log(error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  console.log(`${title}: ${counts.passed} passed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  if (!isCi || !counts.skipped) return counts;
  console.log(`CI=true: ${counts.skipped} skipped here count as failed.`);
  return { ...counts, failed: counts.failed + counts.skipped, skipped: 0 };
}

function sharesOf(name: string): string[] {
  const count = PARTS[name]?.shares ?? 1;
  return count > 1 ? Array.from({ length: count }, (_, at) => `${name} ${at + 1}/${count}`) : [name];
}

async function runParts(names: readonly string[]): Promise<Counts[]> {
  const [left, results] = [[...names], [] as Counts[]];
  const takeNext = async (run: (name: string) => Run) => {
    for (let name = left.shift(); name; name = left.shift()) results.push(await runPart(name, run(name)));
  };
  const show = (name: string) => (name.startsWith(SHOWN) || names.length === 1 ? showNode : showAtTheEnd);
  await Promise.all(Array.from({ length: LANES }, () => takeNext(show)));
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
  const results: Counts[] = [];
  try {
    // Shares start the product at the same time, so it has to be built before.
    const isBuilt = names.includes("build");
    if (isBuilt) results.push(await runPart("build"));
    results.push(...(await runParts(isBuilt ? inOrder.flatMap(sharesOf) : inOrder)));
  } finally {
    await endAll();
  }
  const { passed, failed, skipped } = sum(results);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed ? 1 : 0;
});
