import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** Creates a directory that is removed after the test. */
export function temporaryFolder(test: Pick<TestContext, "after">): string {
  const folder = mkdtempSync(join(tmpdir(), "bot-gateway-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
