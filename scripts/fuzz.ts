import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";
import { inRoot, root } from "./lib/paths.ts";
import { binOf, showNode } from "./lib/processes.ts";

const RUNS = 100_000;

/** @throws Failure for anything but a whole number above zero */
function numberOf(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Failure(`--${name} takes a whole number, such as --${name} 1500.`);
  return Number(text);
}

/** The test files that try more in a run like this, because they read `worker/testing/runs.ts`. */
const FILES = globSync("worker/**/*.test.ts", { cwd: root }).filter((path) =>
  readFileSync(inRoot(path), "utf8").includes('testing/runs.ts"'),
);

// `npm run fuzz -- [--seed N] [--runs N]` sends generated requests to every route, by every role, and tries the properties
// of the worker as often as their tests say. The same seed sends the same requests.
endOnSignals(130);
await runCommand(async () => {
  const { values } = parseArgs({ options: { seed: { type: "string" }, runs: { type: "string" } } });
  const seed = numberOf("seed", values.seed, 1 + Math.floor(Math.random() * 1e8));
  const runs = numberOf("runs", values.runs, RUNS);
  console.log(
    `Sending ${runs} requests, and ${FILES.length} files of tests: npm run fuzz -- --seed ${seed} --runs ${runs}`,
  );
  try {
    return await showNode(binOf("vitest"), ["run", ...FILES], {
      FUZZ: JSON.stringify({ seed, runs, isFull: true }),
    });
  } finally {
    await endAll();
  }
});
