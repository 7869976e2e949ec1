import type { TestEvent } from "node:test/reporters";
import type { Counts, Failed } from "./test-reports.ts";

/** Reports the totals and the failed tests of a run of Node's test runner as one line of JSON (see `Counts`). */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failed: Failed[] = [];
  for await (const event of events) {
    if (event.type === "test:fail") {
      const { name: title, file, details } = event.data;
      const { cause, message, ...rest } = details.error as Error & { failureType?: string };
      // A test that failed because one within it failed says nothing of its own.
      if (rest.failureType === "subtestsFailed") continue;
      const words = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? message);
      failed.push({ title, words, ...(file ? { file } : {}) });
    }
    if (event.type !== "test:summary" || event.data.file !== undefined) continue;
    const { passed, skipped, todo } = event.data.counts;
    yield JSON.stringify({ passed, failed, skipped: skipped + todo } satisfies Counts);
  }
}
