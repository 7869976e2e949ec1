import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { buildGateway, buildWeb, buildWorker } from "./builds.ts";
import { inRoot, root } from "./paths.ts";
import { binOf, runNode, type showNode } from "./processes.ts";
import {
  type Counts,
  one,
  type PlaywrightReport,
  readPlaywright,
  readVitest,
  sum,
  type VitestReport,
} from "./test-reports.ts";

/** Runs Node on a script to its end; returns the exit code. */
export type Run = typeof showNode;

/** Shows the output of a script when it has ended, for parts that run in parallel. */
export const showAtTheEnd: Run = async (...command) => {
  const { code, output } = await runNode(...command);
  console.log(output);
  return code;
};

/** What of a part is run: one of its shares, such as `1/2`, or files of it; all of it where both are absent. */
export type Chosen = { share?: string | undefined; files?: readonly string[] };

/**
 * Runs a test runner that writes a report into a file, and reads its counts. An error of the runner that no test accounts
 * for counts as a failed test.
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
    const isEmpty = counts.passed + counts.failed.length + counts.skipped === 0;
    if (isEmpty) return one("The test runner", false, "No test ran.");
    const isUnexplained = code !== 0 && counts.failed.length === 0;
    return isUnexplained
      ? sum([counts, one("The test runner", false, `It ended with code ${code}.`)])
      : counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function check(run: Run): Promise<Counts> {
  const formatted = await run(binOf("@biomejs/biome", "biome"), ["check", "."]);
  const imports = await run(inRoot("scripts/lint-imports.ts"), []);
  const documentation = await run(inRoot("scripts/lint-docs.ts"), []);
  const types = await run(binOf("typescript", "tsc"), ["-b"]);
  return sum([
    one("Format and lint", formatted === 0),
    one("Import rules", imports === 0),
    one("Documentation", documentation === 0),
    one("Types", types === 0),
  ]);
}

async function build(): Promise<Counts> {
  const attempt = async (title: string, run: () => Promise<unknown>) => {
    try {
      await run();
      return one(title, true);
    } catch (error) {
      return one(title, false, error instanceof Error ? error.message : String(error));
    }
  };
  return sum([
    await attempt("Build of the web app", buildWeb),
    await attempt("Build of the worker", buildWorker),
    await attempt("Build of the gateway", buildGateway),
  ]);
}

const worker = (run: Run, { share, files = [] }: Chosen) =>
  counted<VitestReport>(
    (file) =>
      run(binOf("vitest"), [
        ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
        ...(share ? [`--shard=${share}`] : []),
        ...files,
      ]),
    readVitest,
  );

const nodeTests = (pattern: string) => (run: Run, chosen: Chosen) =>
  counted<Counts>(
    (file) => {
      const files = chosen.files ?? globSync(pattern, { cwd: root }).map((path) => inRoot(path));
      if (!files.length) return Promise.resolve(1);
      const reporters = [
        ["--test-reporter=dot", "--test-reporter-destination=stdout"],
        [`--test-reporter=${inRoot("scripts/lib/count-reporter.ts")}`, `--test-reporter-destination=${file}`],
      ].flat();
      return run("--test", [...reporters, ...files]);
    },
    (counts) => counts,
  );

async function journeys(run: Run, { share, files = [] }: Chosen): Promise<Counts> {
  const browser = await findBrowser();
  if (!browser) {
    console.log(
      "Skipped: the browser journeys. No Chromium was found or could be installed; CHROME_PATH can name one.",
    );
    return { passed: 0, failed: [], skipped: 1 };
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
          ...files,
        ],
        { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      ),
    readPlaywright,
  );
}

type Part = {
  title: string;
  run: (run: Run, chosen: Chosen) => Promise<Counts>;
  /** How many shares a run of all parts makes of it. */
  shares?: number;
  isThere?: () => boolean;
};

/** The parts of the test suite in the order in which they run, each with its title in the output. */
export const PARTS: Record<string, Part> = {
  check: { title: "Format, lint, import rules, documentation and types", run: check },
  build: { title: "Production builds", run: build },
  worker: { title: "Worker, inside workerd", run: worker, shares: 3 },
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
