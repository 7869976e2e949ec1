import type { TestEvent } from "node:test/reporters";

/** A reporter for Node's test runner that writes the totals of the whole run as one line of JSON. */
export default async function* countReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== "test:summary" || event.data.file !== undefined) continue;
    const { tests, passed, skipped, todo } = event.data.counts;
    yield JSON.stringify({ passed, failed: tests - passed - skipped - todo, skipped: skipped + todo });
  }
}
