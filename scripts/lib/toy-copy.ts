import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { writeCatalogues } from "./catalogues.ts";
import { copyRepository } from "./copy.ts";
import { inRoot } from "./paths.ts";
import { binOf } from "./processes.ts";
import { Running, temporaryData } from "./running.ts";

const TEMPLATE = inRoot("scripts/toy-feature");

/** The files that the small feature has in its own folders. */
export const TOY_FILES = globSync("**/*.template", { cwd: TEMPLATE }).map((path) =>
  path.replace(/\.template$/, ""),
);

/** The lines that register the feature, after which line each stands. */
export const REGISTRATION: Record<string, readonly (readonly [after: string, line: string])[]> = {
  "worker/features.ts": [
    [
      'import { backupFeature } from "./features/backup/index.ts";',
      'import { badgesFeature } from "./features/badges/index.ts";',
    ],
    ["  fleetFeature,", "  badgesFeature,"],
  ],
  "web/features.ts": [
    [
      'export { backupTab } from "./features/backup/area.ts";',
      'export { badges, badgesTab } from "./features/badges/area.ts";',
    ],
  ],
  "worker/lib/permissions.schema.ts": [['  "audit.read",', '  "badges.read",\n  "badges.write",']],
};

/** A change of a file: in it `from`, which stands in it once, becomes `to`. */
export type Edit = { path: string; from: string; to: string };

const run = promisify(execFile);

/** The part of Vitest's own report that is read. */
type Report = {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
};

/** A copy of the repository to which the small feature of `scripts/toy-feature/` was added as a developer adds one, and more. */
export class ToyCopy {
  readonly folder = mkdtempSync(join(tmpdir(), "toy-feature-"));

  /** @param edits further edits, for which the migration is generated as well */
  static async make(edits: readonly Edit[]): Promise<ToyCopy> {
    const copy = new ToyCopy();
    copyRepository(copy.folder);
    for (const path of TOY_FILES) {
      mkdirSync(dirname(copy.path(path)), { recursive: true });
      copyFileSync(join(TEMPLATE, `${path}.template`), copy.path(path));
    }
    for (const [path, lines] of Object.entries(REGISTRATION))
      for (const [after, line] of lines) copy.edit({ path, from: `${after}\n`, to: `${after}\n${line}\n` });
    for (const edit of edits) copy.edit(edit);
    // As `npm start` does.
    writeCatalogues(copy.folder);
    await copy.run([copy.path("scripts/migration.ts"), "--name", "badges"]);
    return copy;
  }

  path(path: string): string {
    return join(this.folder, path);
  }

  /** Edits a file; the returned function takes that back. @throws Error where the file has no such text */
  edit({ path, from, to }: Edit): () => void {
    const source = readFileSync(this.path(path), "utf8");
    if (source.split(from).length !== 2) throw new Error(`${path} does not have ${from} once.`);
    writeFileSync(
      this.path(path),
      source.replace(from, () => to),
    );
    return () => writeFileSync(this.path(path), source);
  }

  /**
   * Runs Node on a script in the copy to its end, whatever its exit code.
   * @returns the code and both streams
   */
  async end([script = "", ...args]: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const options = {
      cwd: this.folder,
      maxBuffer: 2 ** 26,
      // With this variable, even empty, a test runner believes to be part of another and runs nothing.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...environment },
    };
    const ended = run(process.execPath, [script, ...args], options).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code?: number; stdout: string; stderr: string }) => ({ ...error, code: error.code ?? 1 }),
    );
    const { code, stdout, stderr } = await ended;
    return { code, stdout, output: stripVTControlCharacters(`${stdout}\n${stderr}`) };
  }

  /**
   * Runs Node on a script in the copy; resolves to what it printed.
   * @throws Error with that where the script fails
   */
  async run(command: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
    const { code, stdout, output } = await this.end(command, environment);
    if (code !== 0) throw new Error(`${command.join(" ")}\n${output}`);
    return stdout;
  }

  /**
   * Runs worker tests of the copy.
   * @param titles regular expressions of whole titles, whose parts are joined as Vitest does
   * @returns which passed and which failed, and everything that Vitest printed, with each failure's words
   */
  async testWorker(files: readonly string[], titles: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const report = this.path("report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    // A second runtime would load all modules once more.
    const how = ["run", "--maxWorkers=1", "-t", `^(${titles.join("|")})$`, ...reporters];
    const { output } = await this.end([binOf("vitest"), ...how, ...files], environment);
    if (!existsSync(report)) throw new Error(output);
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
    rmSync(report);
    const countOf = (wanted: string) =>
      testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === wanted)
          .map(({ ancestorTitles, title }) => ({
            file: relative(this.folder, name),
            title: [...ancestorTitles, title].join(" > "),
          })),
      );
    return { passed: countOf("passed"), failed: countOf("failed"), output };
  }

  /** Starts the copy's product, without bots, and walks one page of all there for every role. */
  async walk(page: string, browser: NodeJS.ProcessEnv) {
    this.edit({
      path: "e2e/walk.spec.ts",
      from: "const PATHS = [...new Set(PLACES.map(({ path }) => path))];",
      to: `const PATHS = PLACES.map(({ path }) => path).filter((path) => path === ${JSON.stringify(page)});`,
    });
    using data = temporaryData();
    await using product = await Running.start("start", {
      data: data.folder,
      folder: this.folder,
      // A gateway that does not answer: none is started.
      settings: { BOT_GATEWAY_URL: "http://127.0.0.1:9" },
    });
    await product.waitFor("is ready at");
    const found = { E2E_ADDRESS: product.address, E2E_DISCORD: "none", E2E_FOLDER: data.folder };
    const config = this.path("e2e/playwright.config.ts");
    // The first part has the first page.
    const only = ["--reporter=line", "--project=walk", "--grep", "every page of every role .* part 1 of"];
    // Awaited, because the product ends when this returns.
    return await this.end([binOf("@playwright/test", "playwright"), "test", "-c", config, ...only], {
      ...browser,
      ...found,
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Imports a module of a folder by its path; answers an expression of it, as JSON. */
export async function evaluate<Result>(folder: string, path: string, expression = "module"): Promise<Result> {
  const script = `import * as module from "./${path}"; console.log(JSON.stringify(await ${expression}));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
  return JSON.parse(stdout);
}
