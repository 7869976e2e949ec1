import { createVitest } from "vitest/node";

/** A lane's request: run these test files in this order, after these files have changed. */
export type Order = { changed: readonly string[]; tests: readonly string[] };
/** The answers to it: each test that has ended, and at the end the first file that failed, if one did. */
export type Heard = { ended: string } | { failed: string | null };

const tell = (heard: Heard) => process.send?.(heard);

// Keeps one Vitest warm in the folder of a copy, because most of the time of a single run is its start.
const vitest = await createVitest("test", {
  watch: false,
  bail: 1,
  maxWorkers: 1,
  testTimeout: 20_000,
  reporters: [{ onTestCaseResult: ({ fullName }) => void tell({ ended: fullName }) }],
  sequence: {
    sequencer: class {
      shard = async <Files>(files: Files) => files;
      sort = async <Files>(files: Files) => files;
    },
  },
});
await vitest.standalone();

process.on("message", async ({ changed, tests }: Order) => {
  const all = await vitest.globTestSpecifications();
  for (const path of changed) vitest.invalidateFile(path);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.flatMap((path) => all.find(({ moduleId }) => moduleId === path) ?? []),
  );
  const failed = testModules.find((each) => tests.includes(each.moduleId) && !each.ok());
  tell({ failed: failed?.moduleId ?? (unhandledErrors.length ? "an error outside of tests" : null) });
});
process.on("disconnect", () => process.exit());
