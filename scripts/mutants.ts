import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Failure, runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";
import { compiled } from "./lib/mutants/compiled.ts";
import { Lane, type Outcome } from "./lib/mutants/lane.ts";
import { type Mutant, mutate, shuffled } from "./lib/mutants/mutate.ts";
import { nearestTests, readImporters } from "./lib/mutants/nearest.ts";
import { inRoot, root } from "./lib/paths.ts";

/** The mutated files: rules that everything else relies on. Journeys test the components of the web app. */
const FILES = [
  "worker/lib/**/*.ts",
  "worker/features/**/{*.policy,plan,plan.schema,money,match,split.schema,pay.schema}.ts",
  "bot-gateway/signature.ts",
  "web/lib/**/*.ts",
  "scripts/{lint-*,lib/import-rules}.ts",
];
const FOR_TESTS = /\.test\.ts$|\/testing\//;
/** Files that need a browser's layout, which journeys test. */
const IN_BROWSERS = /^web\/lib\/(focus|toast-place)\.ts$/;
/** Mutants that change nothing that a user or a caller could see, each with the reason. */
const EQUIVALENT = inRoot("scripts/lib/mutants/equivalent.json");
/** Per cent of the mutants that the tests have to notice. */
const LEAST = 90;
/** Each lane keeps a copy of the repository, and about one processor, busy. */
const LANES = Math.min(availableParallelism(), 4);

type Options = { seed: number; sample: number; nearest: number; files: string[] };

/** @throws Failure for anything but a whole number above zero */
function numberOf(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Failure(`--${name} takes a whole number, such as --${name} 200.`);
  return Number(text);
}

function readOptions(): Options {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { seed: text, sample: text, nearest: text, files: text } });
  return {
    seed: numberOf("seed", values.seed, 1 + Math.floor(Math.random() * 1e8)),
    sample: numberOf("sample", values.sample, 200),
    nearest: numberOf("nearest", values.nearest, Number.POSITIVE_INFINITY),
    files: values.files ? [values.files] : FILES,
  };
}

/** Every mutant of the files, equivalent ones apart. */
function findMutants(files: readonly string[]): Mutant[] {
  const equivalent = JSON.parse(readFileSync(EQUIVALENT, "utf8")) as { path: string; shown: string }[];
  const known = new Set(equivalent.map(({ path, shown }) => `${path} ${shown}`));
  return globSync(files, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !FOR_TESTS.test(path) && !IN_BROWSERS.test(path))
    .sort()
    .flatMap((path) => mutate(path, readFileSync(inRoot(path), "utf8")))
    .filter(({ path, shown }) => !known.has(`${path} ${shown}`));
}

/** The first mutants of a list that compile. */
async function takeCompiled(mutants: readonly Mutant[], count: number, folder: string): Promise<Mutant[]> {
  const taken: Mutant[] = [];
  for (let at = 0; at < mutants.length && taken.length < count; ) {
    const portion = mutants.slice(at, at + Math.ceil((count - taken.length) * 1.5));
    taken.push(...(await compiled(portion, folder)));
    at += portion.length;
  }
  return taken.slice(0, count);
}

async function testMutants({ seed, sample, nearest, files }: Options): Promise<Outcome[]> {
  const mutants = shuffled(findMutants(files), seed);
  if (!mutants.length) throw new Failure(`Nothing can be mutated in ${files.join(", ")}.`);
  const isSound = new Map<string, boolean>();
  const first = new Lane(isSound);
  const chosen = await takeCompiled(mutants, sample, first.folder);
  const others = Math.min(LANES, chosen.length) - 1;
  const lanes = [first, ...Array.from({ length: others }, () => new Lane(isSound))];
  console.log(`Testing ${chosen.length} of ${mutants.length} mutants: npm run mutants -- --seed ${seed}`);
  const importers = readImporters(first.folder);
  // Neighbours share their tests, which a lane then has loaded.
  const queue = [...chosen].sort((a, b) => a.path.localeCompare(b.path) || a.start - b.start);
  const outcomes: Outcome[] = [];
  const takeNext = async (lane: Lane) => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const tests = nearestTests(mutant.path, importers).slice(0, nearest);
      const outcome = await lane.test(mutant, tests);
      outcomes.push(outcome);
      const { path, line, shown } = mutant;
      const how = outcome.killedBy ? `killed by ${outcome.killedBy}` : "SURVIVED";
      console.log(`${outcomes.length}/${chosen.length} ${how}: ${path}:${line}  ${shown}`);
    }
  };
  await Promise.all(lanes.map(takeNext));
  return outcomes;
}

// `npm run mutants -- [--seed N] [--sample N] [--nearest N] [--files GLOB]` changes one guard, condition, permission or
// rounding at a time in copies of the repository, and names the changes that no test notices.
endOnSignals(130);
await runCommand(async () => {
  try {
    const outcomes = await testMutants(readOptions());
    const survivors = outcomes.filter(({ killedBy }) => killedBy === null);
    const timeouts = outcomes.filter(({ isTimeout }) => isTimeout).length;
    const killed = outcomes.length - survivors.length;
    const share = (100 * killed) / Math.max(outcomes.length, 1);
    console.log(survivors.length ? "\nSurvivors:" : "");
    for (const { path, line, shown } of survivors.map(({ mutant }) => mutant))
      console.log(`${path}:${line}  ${shown}`);
    console.log(`\n${killed} of ${outcomes.length} killed (${share.toFixed(1)} %), ${timeouts} by time`);
    return share < LEAST ? 1 : 0;
  } finally {
    await endAll();
  }
});
