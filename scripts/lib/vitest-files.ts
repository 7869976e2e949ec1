import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import { FILES_REPORT, type TestFile } from "./test-reports.ts";

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
    const path = process.env[FILES_REPORT];
    if (path) writeFileSync(path, JSON.stringify(files));
  }
}
