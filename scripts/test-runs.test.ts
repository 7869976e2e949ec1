import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cpuOfEnded } from "./lib/cpu.ts";
import { runNode, withCpu } from "./lib/processes.ts";
import { temporaryData } from "./lib/running.ts";
import { PARTS, type Run } from "./lib/test-parts.ts";
import { type Counts, judgeAgain } from "./lib/test-reports.ts";
import { timesOf } from "./lib/test-times.ts";

const web = (run: Run) => PARTS["web"]?.run(run, { files: ["web/some.test.ts"] });

test("a test runner that ends without a test or a report says its exit code and what it printed last", async () => {
  const counts = await web(async () => ({ code: 3, output: "starting\nThe database did not start.\n" }));
  assert.partialDeepStrictEqual(counts, { passed: 0, failed: [{ title: "The test runner" }] });
  assert.equal(
    counts?.failed[0]?.words,
    "It ended with code 3 and no test, without a report. It printed last:\nstarting\nThe database did not start.",
  );
});

/** Runs a file of Node's tests as a part does. */
async function runFile(source: string): Promise<Counts | undefined> {
  using data = temporaryData();
  const file = join(data.folder, "some.test.mjs");
  writeFileSync(file, source);
  return await web((script, args, environment) =>
    runNode(script, [...args.filter((each) => each !== "web/some.test.ts"), file], {
      ...environment,
      // With this variable, even empty, a test runner believes to be part of another and runs nothing.
      NODE_TEST_CONTEXT: undefined,
    }),
  );
}

test("a part counts its tests, names a failed one with its file and words, and times the file", async () => {
  const counts = await runFile(`import { test } from "node:test";
    test("good", () => {}); test.skip("left out", () => {});
    test("bad", () => { throw new Error("because of this"); });`);
  const [failed] = counts?.failed ?? [];
  assert.deepEqual([counts?.passed, counts?.failed.length, counts?.skipped], [1, 1, 1]);
  assert.match(
    `${failed?.title} ${failed?.file} ${failed?.words}`,
    /^bad \S+some\.test\.mjs Error: because of this/,
  );
  assert.deepEqual(
    counts?.files?.map(({ file }) => file.endsWith("some.test.mjs")),
    [true],
  );
});

const FAILED: Counts = {
  passed: 5,
  failed: [
    { title: "one", words: "", file: "a" },
    { title: "other", words: "", file: "b" },
  ],
  skipped: 0,
};

test("a test that passed only when run again counts as passed, and is named", () => {
  const again: Counts = { passed: 3, failed: [{ title: "other", words: "", file: "b" }], skipped: 0 };
  const { counts, unsteady } = judgeAgain(FAILED, again, false);
  assert.deepEqual([unsteady, counts.failed], [[FAILED.failed[0]], [FAILED.failed[1]]]);
  assert.equal(counts.passed, 6);
  assert.deepEqual(judgeAgain(FAILED, again, true), { counts: FAILED, unsteady });
});

test("a second run that ended without its tests excuses none of the first", () => {
  const again: Counts = { passed: 0, failed: [{ title: "The test runner", words: "" }], skipped: 0 };
  assert.deepEqual(judgeAgain(FAILED, again, false), { counts: FAILED, unsteady: [] });
});

test("CPU seconds are those of the processes that the work started, and of what these waited for", {
  skip: cpuOfEnded() === null && "this system has no /proc",
}, async () => {
  const burn = "const until = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < until);";
  const parent = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(burn)}])`;
  const [busy, idle] = await Promise.all([
    withCpu(() => runNode("-e", [parent])),
    withCpu(() => Promise.resolve("nothing started")),
  ]);
  assert.ok((busy.cpu ?? 0) >= 0.2, `${busy.cpu}`);
  assert.equal(idle.cpu, 0);
});

test("the times list all parts, and the slowest files first", () => {
  const files = Array.from({ length: 25 }, (_, at) => ({
    file: `file-${at}`,
    seconds: at,
    cpu: at ? at / 2 : null,
  }));
  const shown = timesOf([{ id: "web", seconds: 61.2, cpu: 40.4 }], files);
  assert.match(shown, /\| web +\| 61 +\| 40 +\|/);
  const listed = [...shown.matchAll(/file-(\d+) +\| ([\d.]+) +\| ([\d.–]+)/g)].map(([, ...cells]) => cells);
  assert.equal(listed.length, 20);
  assert.deepEqual(listed[0], ["24", "24.0", "12.0"]);
});
