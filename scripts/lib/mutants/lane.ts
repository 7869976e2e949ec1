import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { copyRepository } from "../copy.ts";
import { Failure } from "../failure.ts";
import { onEnd } from "../lifetime.ts";
import { inRoot } from "../paths.ts";
import { endChild, startNode } from "../processes.ts";
import type { Counts } from "../test-reports.ts";
import { applied, type Mutant } from "./mutate.ts";
import type { Heard, Order } from "./worker-tests.ts";

/** Milliseconds without the end of a test after which a mutant counts as one that never ends. */
const PATIENCE = 45_000;
/** The same for the first test of a Vitest, which starts emulators and bundles packages before. */
const START = 150_000;
/** Test files that one start of Node runs: few at first, because the nearest tests find most mutants. */
const BATCHES = [4, 16];

/** How a mutant ended: the test file that failed, the time limit, or no test that noticed. */
export type Outcome = { mutant: Mutant; killedBy: string | null; isTimeout: boolean };

type Run = { failed: string | null; isTimeout: boolean };
const NOTHING: Run = { failed: null, isTimeout: false };

/** The environment of a test runner. One that finds the variable of another believes to be part of that and runs nothing. */
const environment = () => ({ ...process.env, NODE_TEST_CONTEXT: undefined });

/** A copy of the repository in which one mutant at a time is tested. */
export class Lane {
  readonly folder = mkdtempSync(join(tmpdir(), "mutants-"));
  #vitest: ChildProcess | null = null;
  #isSound: Map<string, boolean>;

  /** @param isSound which test files pass without a mutant; lanes share it */
  constructor(isSound: Map<string, boolean>) {
    this.#isSound = isSound;
    onEnd(() => rmSync(this.folder, { recursive: true, force: true }));
    onEnd(() => this.#vitest && endChild(this.#vitest));
    copyRepository(this.folder);
  }

  #path = (path: string) => join(this.folder, path);

  /**
   * Runs tests on a mutant, in their order, until one fails that passes without the mutant. A mutant that a test runner
   * did not survive is tested twice, because a busy machine can be the reason.
   */
  async test(mutant: Mutant, tests: readonly string[]): Promise<Outcome> {
    const sound = tests.filter((test) => this.#isSound.get(test) !== false);
    let result = await this.#runMutant(mutant, sound);
    if (result.isTimeout) result = await this.#runMutant(mutant, sound);
    const { failed, isTimeout } = result;
    if (!failed || isTimeout || (await this.#passes(mutant.path, failed)))
      return { mutant, killedBy: failed, isTimeout };
    console.log(`${failed} fails without any mutant and is left out: mend it.`);
    return this.test(mutant, sound);
  }

  async #runMutant(mutant: Mutant, tests: readonly string[]): Promise<Run> {
    const source = readFileSync(this.#path(mutant.path), "utf8");
    writeFileSync(this.#path(mutant.path), applied(source, mutant));
    try {
      return await this.#run(mutant.path, tests);
    } finally {
      writeFileSync(this.#path(mutant.path), source);
    }
  }

  /** Whether a test passes as it is. */
  async #passes(changed: string, test: string): Promise<boolean> {
    if (!this.#isSound.has(test)) {
      const { failed } = await this.#run(changed, [test]);
      this.#isSound.set(test, failed === null);
    }
    return this.#isSound.get(test) === true;
  }

  async #run(changed: string, tests: readonly string[]): Promise<Run> {
    const [ofWorker, others] = [true, false].map((isOf) =>
      tests.filter((test) => test.startsWith("worker/") === isOf),
    );
    const runs = [() => this.#runWorker(changed, ofWorker ?? []), () => this.#runNode(others ?? [])];
    if (!tests[0]?.startsWith("worker/")) runs.reverse();
    for (const run of runs) {
      const result = await run();
      if (result.failed) return result;
    }
    return NOTHING;
  }

  #runWorker(changed: string, tests: readonly string[]): Promise<Run> {
    if (!tests.length) return Promise.resolve(NOTHING);
    const isCold = this.#vitest === null;
    const vitest = this.#vitest ?? this.#startVitest();
    this.#vitest = vitest;
    return new Promise((resolve) => {
      const end = (result: Run) => {
        clearTimeout(timer);
        vitest.removeAllListeners("message").removeAllListeners("exit");
        resolve(result);
      };
      const giveUp = (failed: string, isTimeout: boolean) => {
        this.#vitest = null;
        vitest.removeAllListeners("message").removeAllListeners("exit");
        void endChild(vitest).then(() => end({ failed, isTimeout }));
      };
      let timer = setTimeout(giveUp, isCold ? START : PATIENCE, "no test: the time limit", true);
      vitest.on("message", (heard: Heard) => {
        clearTimeout(timer);
        if ("failed" in heard)
          end({ failed: heard.failed && relative(this.folder, heard.failed), isTimeout: false });
        else timer = setTimeout(giveUp, PATIENCE, "no test: the time limit", true);
      });
      vitest.once("exit", () => giveUp("no test: Vitest ended", true));
      vitest.send({ changed: [this.#path(changed)], tests: tests.map(this.#path) } satisfies Order);
    });
  }

  #startVitest(): ChildProcess {
    return fork(this.#path("scripts/lib/mutants/worker-tests.ts"), {
      cwd: this.folder,
      detached: process.platform !== "win32",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: environment(),
    });
  }

  async #runNode(tests: readonly string[]): Promise<Run> {
    const sizes = [...BATCHES];
    for (let at = 0; at < tests.length; ) {
      const batch = tests.slice(at, at + (sizes.shift() ?? tests.length));
      at += batch.length;
      const result = await this.#runBatch(batch);
      if (result.failed) return result;
    }
    return NOTHING;
  }

  async #runBatch(tests: readonly string[]): Promise<Run> {
    const reporter = inRoot("scripts/lib/count-reporter.ts");
    const child = startNode("--test", [`--test-reporter=${reporter}`, ...tests], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "ignore"],
      env: environment(),
    });
    let isTimeout = false;
    const timer = setTimeout(() => {
      isTimeout = true;
      void endChild(child);
    }, PATIENCE);
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    clearTimeout(timer);
    if (isTimeout) return { failed: "no test: the time limit", isTimeout };
    const { passed, failed } = JSON.parse(output || '{"passed":0,"failed":[]}') as Counts;
    if (code === 0 && passed === 0) throw new Failure(`No test ran in ${tests.join(", ")}.`);
    if (code === 0) return NOTHING;
    const file = failed[0]?.file;
    return { failed: file ? relative(this.folder, file) : (tests[0] ?? null), isTimeout };
  }
}
