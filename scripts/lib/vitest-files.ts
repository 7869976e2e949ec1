import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import type { TestFile } from "./test-reports.ts";

/** The environment variable that names the file into which the reporter writes. */
export const VITEST_FILES = "TESTS_VITEST_FILES";

/** Reports what each file took, its hooks and imports included, which the report of the tests leaves out (see `TestFile`). */
export default class VitestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((each): TestFile => {
      const { duration, collectDuration, setupDuration } = each.diagnostic();
      return {
        file: each.relativeModuleId,
        seconds: (duration + collectDuration + setupDuration) / 1000,
        cpu: null,
      };
    });
    const path = process.env[VITEST_FILES];
    if (path) writeFileSync(path, JSON.stringify(files));
  }
}
