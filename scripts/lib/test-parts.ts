import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { buildGateway, buildWeb, buildWorker } from "./builds.ts";
import { CPU_FILE } from "./cpu.ts";
import { inRoot, root } from "./paths.ts";
import { binOf, type Result, runNode } from "./processes.ts";
import {
  type Counts,
  FILES_REPORT,
  one,
  type PlaywrightReport,
  readPlaywright,
  readVitest,
  sum,
  type TestFile,
  type VitestReport,
} from "./test-reports.ts";

/** Runs Node on a script to its end and shows its output. */
export type Run = (
  script: string,
  args: readonly string[],
  environment?: NodeJS.ProcessEnv,
) => Promise<Pick<Result, "code" | "output">>;

export const showAtOnce: Run = (script, args, environment) => runNode(script, args, environment, true);

/** Shows the output of a script when it has ended, for parts that run in parallel. */
export const showAtTheEnd: Run = async (...command) => {
  const result = await runNode(...command);
  console.log(result.output);
  return result;
};

/** Files of a part that are run; all of it where they are absent. */
export type Chosen = { files?: readonly string[] };

/** Lines of output that say why a runner ended without an explanation of its own. */
const LAST_LINES = 30;

/**
 * Runs a test runner that writes a report into a file of a folder, and reads its counts. An end of the runner that no test
 * accounts for counts as a failed test, with what it printed last.
 */
async function counted<Report>(
  run: (report: string, folder: string) => ReturnType<Run>,
  countsOf: (report: Report, folder: string) => Counts,
): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  const file = join(folder, "report.json");
  try {
    const { code, output } = await run(file, folder);
    const isThere = existsSync(file);
    const counts = isThere ? countsOf(JSON.parse(readFileSync(file, "utf8")) as Report, folder) : sum([]);
    const isEmpty = counts.passed + counts.failed.length + counts.skipped === 0;
    if (!isEmpty && (code === 0 || counts.failed.length > 0)) return counts;
    const what = `It ended with code ${code}${isEmpty ? " and no test" : ""}${isThere ? "" : ", without a report"}.`;
    const last = output.trimEnd().split("\n").slice(-LAST_LINES).join("\n");
    return sum([counts, one("The test runner", false, `${what} It printed last:\n${last}`)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Several threads, each of which checks what it needs of the others' files, take half as much processor time again. */
const ONE_THREAD = ["--singleThreaded"];

async function check(run: Run): Promise<Counts> {
  const isGood = async (...command: Parameters<Run>) => (await run(...command)).code === 0;
  return sum([
    one("Format and lint", await isGood(binOf("@biomejs/biome", "biome"), ["check", "."])),
    one("Import rules", await isGood(inRoot("scripts/lint-imports.ts"), [])),
    one("Documentation", await isGood(inRoot("scripts/lint-docs.ts"), [])),
    one("Types", await isGood(binOf("typescript", "tsc"), ["-b", ...ONE_THREAD])),
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

/** Reads the reports on files that a reporter wrote into a folder. */
function readFiles(folder: string): TestFile[] {
  const path = join(folder, "files.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as TestFile[]) : [];
}

const worker = (run: Run, { files = [] }: Chosen) =>
  counted<VitestReport>(
    (report, folder) =>
      run(
        binOf("vitest"),
        [
          ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
          ...[`--reporter=${inRoot("scripts/lib/vitest-files.ts")}`, ...files],
        ],
        { [FILES_REPORT]: join(folder, "files.json") },
      ),
    (report, folder) => ({ ...readVitest(report), files: readFiles(folder) }),
  );

const nodeTests = (pattern: string) => (run: Run, chosen: Chosen) =>
  counted<Counts>(
    (report, folder) => {
      const files = chosen.files ?? globSync(pattern, { cwd: root }).map((path) => inRoot(path));
      // Without files, the runner would look for some itself.
      if (!files.length) return Promise.resolve({ code: 1, output: `No file matches ${pattern}.` });
      const reporters = [
        ["--test-reporter=dot", "--test-reporter-destination=stdout"],
        [
          `--test-reporter=${inRoot("scripts/lib/count-reporter.ts")}`,
          `--test-reporter-destination=${report}`,
        ],
      ].flat();
      const tell = `--import=${new URL("./tell-cpu.ts", import.meta.url).href}`;
      return run("--test", [tell, ...reporters, ...files], { [CPU_FILE]: join(folder, "cpu.jsonl") });
    },
    (counts) => counts,
  );

async function journeys(run: Run, { files = [] }: Chosen): Promise<Counts> {
  const browser = await findBrowser();
  if (!browser) {
    console.log(
      "Skipped: the browser journeys. No Chromium was found or could be installed; CHROME_PATH can name one.",
    );
    return { passed: 0, failed: [], skipped: 1 };
  }
  return counted<PlaywrightReport>(
    (report) =>
      run(
        binOf("@playwright/test", "playwright"),
        ["test", "-c", inRoot("e2e/playwright.config.ts"), "--reporter=dot,json", ...files],
        { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      ),
    readPlaywright,
  );
}

type Part = {
  title: string;
  run: (run: Run, chosen: Chosen) => Promise<Counts>;
  isThere?: () => boolean;
};

/** The parts of the test suite in the order in which they are documented, each with its title in the output. */
export const PARTS: Record<string, Part> = {
  check: { title: "Format, lint, import rules, documentation and types", run: check },
  build: { title: "Production builds", run: build },
  worker: { title: "Worker, inside workerd", run: worker },
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
    isThere: () => existsSync(inRoot("e2e/playwright.config.ts")),
  },
};
