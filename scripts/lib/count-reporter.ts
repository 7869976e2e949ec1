import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { CPU_FILE } from "./cpu.ts";
import { root } from "./paths.ts";
import type { Counts, Failed } from "./test-reports.ts";

/** The CPU seconds that test files have told, by path. */
function readCpu(): Map<string, number> {
  const path = process.env[CPU_FILE];
  if (!path || !existsSync(path)) return new Map();
  const lines = readFileSync(path, "utf8").trim().split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { file, cpu } = JSON.parse(line) as { file: string; cpu: number };
      return [file, cpu];
    }),
  );
}

/** Reports the totals and the failed tests of a run of Node's test runner as one line of JSON (see `Counts`). */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failed: Failed[] = [];
  const seconds = new Map<string, number>();
  for await (const event of events) {
    if (event.type === "test:fail" || event.type === "test:pass") {
      const { file, nesting, details } = event.data;
      // A file in a process of its own says below what it took in all.
      if (file && nesting === 0)
        seconds.set(file, (seconds.get(file) ?? 0) + (details.duration_ms ?? 0) / 1000);
    }
    if (event.type === "test:fail") {
      const { name: title, file, details } = event.data;
      const { cause, message, ...rest } = details.error as Error & { failureType?: string };
      // A test that failed because one within it failed says nothing of its own.
      if (rest.failureType === "subtestsFailed") continue;
      const words = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? message);
      failed.push({ title, words, ...(file ? { file } : {}) });
    }
    if (event.type !== "test:summary") continue;
    const { file, duration_ms, counts } = event.data;
    if (file !== undefined) {
      seconds.set(file, duration_ms / 1000);
      continue;
    }
    const { passed, skipped, todo } = counts;
    const cpu = readCpu();
    const files = [...seconds].map(([path, took]) => ({
      file: relative(root, path),
      seconds: took,
      cpu: cpu.get(path) ?? null,
    }));
    yield JSON.stringify({ passed, failed, skipped: skipped + todo, files } satisfies Counts);
  }
}
