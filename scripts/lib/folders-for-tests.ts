import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Calls `run` with a folder that contains the given files, by path, and removes the folder afterwards. */
export function withFiles<Answer>(files: Record<string, string>, run: (folder: string) => Answer): Answer {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  try {
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
