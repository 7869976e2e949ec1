import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { childWith, cpuOfTree } from "./cpu.ts";
import { FILES_REPORT, type TestFile } from "./test-reports.ts";

/**
 * Reports what each file of journeys took (see `TestFile`): the browser and the process that drives it, but not the product,
 * which several files use at a time.
 */
export default class PlaywrightFiles implements Reporter {
  readonly #files = new Map<string, TestFile>();
  readonly #workers = new Map<number, number | null>();
  readonly #before = new Map<TestResult, number | null>();

  #cpuOf({ workerIndex }: TestResult): number | null {
    // Playwright numbers its processes by this variable.
    const worker = this.#workers.get(workerIndex) ?? childWith(`TEST_WORKER_INDEX=${workerIndex}`);
    this.#workers.set(workerIndex, worker);
    return worker === null ? null : cpuOfTree(worker);
  }

  onTestBegin(_: TestCase, result: TestResult): void {
    this.#before.set(result, this.#cpuOf(result));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const [before, after] = [this.#before.get(result) ?? null, this.#cpuOf(result)];
    const cpu = before === null || after === null ? null : after - before;
    const file = `e2e/${test.titlePath()[2]}`;
    const known = this.#files.get(file);
    this.#files.set(file, {
      file,
      seconds: (known?.seconds ?? 0) + result.duration / 1000,
      cpu: cpu === null || known?.cpu === null ? null : (known?.cpu ?? 0) + cpu,
    });
  }

  onEnd(): void {
    const path = process.env[FILES_REPORT];
    if (path) writeFileSync(path, JSON.stringify([...this.#files.values()]));
  }
}
