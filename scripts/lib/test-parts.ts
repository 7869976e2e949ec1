import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { buildGateway, buildWeb, buildWorker } from "./builds.ts";
import { inRoot, root } from "./paths.ts";
import { binOf, runNode, type showNode } from "./processes.ts";

export type Counts = { passed: number; failed: number; skipped: number };

/** Runs Node on a script to its end; returns the exit code. */
export type Run = typeof showNode;

/** Shows the output of a script when it has ended, for parts that run in parallel. */
export const showAtTheEnd: Run = async (...command) => {
  const { code, output } = await runNode(...command);
  console.log(output);
  return code;
};

const one = (isGood: boolean): Counts => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 });
const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});
export const sum = (all: readonly Counts[]) => all.reduce(add, { passed: 0, failed: 0, skipped: 0 });

/**
 * Runs a test runner that writes a report into a file, and reads its counts; a failure without counts counts as one
 * failed test.
 */
async function counted<Report>(
  run: (file: string) => Promise<number>,
  countsOf: (report: Report) => Counts,
): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  const file = join(folder, "report.json");
  try {
    const code = await run(file);
    const counts = existsSync(file) ? countsOf(JSON.parse(readFileSync(file, "utf8")) as Report) : sum([]);
    const isUnexplained = code !== 0 && counts.failed === 0;
    const isEmpty = counts.passed + counts.failed + counts.skipped === 0;
    if (isEmpty) console.log("No test ran.");
    return isUnexplained || isEmpty ? add(counts, one(false)) : counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function check(run: Run): Promise<Counts> {
  const formatted = await run(binOf("@biomejs/biome", "biome"), ["check", "."]);
  const imports = await run(inRoot("scripts/lint-imports.ts"), []);
  const documentation = await run(inRoot("scripts/lint-docs.ts"), []);
  const types = await run(binOf("typescript", "tsc"), ["-b"]);
  return sum([one(formatted === 0), one(imports === 0), one(documentation === 0), one(types === 0)]);
}

async function build(): Promise<Counts> {
  const attempt = async (run: () => Promise<unknown>) => {
    try {
      await run();
      return one(true);
    } catch (error) {
      console.log(error instanceof Error ? error.message : error);
      return one(false);
    }
  };
  return sum([await attempt(buildWeb), await attempt(buildWorker), await attempt(buildGateway)]);
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

const worker = (run: Run, share?: string) =>
  counted<VitestReport>(
    (file) =>
      run(binOf("vitest"), [
        ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
        ...(share ? [`--shard=${share}`] : []),
      ]),
    (report) => ({
      passed: report.numPassedTests,
      // A file that cannot be loaded has no tests to count.
      failed:
        report.numFailedTests +
        report.testResults.filter((each) => each.status === "failed" && !each.assertionResults.length).length,
      skipped: report.numPendingTests + report.numTodoTests,
    }),
  );

const nodeTests = (pattern: string) => (run: Run) =>
  counted<Counts>(
    (file) => {
      const files = globSync(pattern, { cwd: root });
      if (!files.length) return Promise.resolve(1);
      const reporters = [
        ["--test-reporter=dot", "--test-reporter-destination=stdout"],
        [`--test-reporter=${inRoot("scripts/lib/count-reporter.ts")}`, `--test-reporter-destination=${file}`],
      ].flat();
      return run("--test", [...reporters, ...files.map((path) => inRoot(path))]);
    },
    (counts) => counts,
  );

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number };
};

async function journeys(run: Run, share?: string): Promise<Counts> {
  const browser = await findBrowser();
  if (!browser) {
    console.log(
      "Skipped: the browser journeys. No Chromium was found or could be installed; CHROME_PATH can name one.",
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  return counted<PlaywrightReport>(
    (file) =>
      run(
        binOf("@playwright/test", "playwright"),
        [
          ...["test", "-c", inRoot("e2e/playwright.config.ts"), "--reporter=dot,json"],
          ...(share
            ? [`--shard=${share}`, `--output=${inRoot("test-results", share.replace("/", "-of-"))}`]
            : []),
        ],
        { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      ),
    ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }),
  );
}

type Part = {
  title: string;
  /** @param share which of the shares to run, such as `1/2`; left out for all */
  run: (run: Run, share?: string) => Promise<Counts>;
  /** How many shares a run of all parts makes of it. */
  shares?: number;
  isThere?: () => boolean;
};

/** The parts of the test suite in the order in which they run, each with its title in the output. */
export const PARTS: Record<string, Part> = {
  check: { title: "Format, lint, import rules, documentation and types", run: check },
  build: { title: "Production builds", run: build },
  worker: { title: "Worker, inside workerd", run: worker, shares: 2 },
  gateway: { title: "Bot gateway", run: nodeTests("bot-gateway/**/*.test.ts") },
  emulators: { title: "Emulators", run: nodeTests("emulators/**/*.test.ts") },
  web: {
    title: "Web",
    run: nodeTests("web/**/*.test.ts"),
    isThere: () => globSync("web/**/*.test.ts", { cwd: root }).length > 0,
  },
  scripts: { title: "Scripts", run: nodeTests("scripts/**/*.test.ts") },
  e2e: {
    title: "Browser journeys",
    run: journeys,
    // Each share has a product of its own, which two journeys at a time would otherwise share.
    shares: 3,
    isThere: () => existsSync(inRoot("e2e/playwright.config.ts")),
  },
};
