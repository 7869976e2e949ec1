import { EXCEPTED, findBefore, withBefore } from "./lib/before.ts";
import { runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";
import { binOf, showNode } from "./lib/processes.ts";

// `npm run test:before -- [FILE…]` runs the worker tests of the version before on the schema of this one.
endOnSignals(130);
await runCommand(async () => {
  const version = findBefore();
  if (typeof version === "string") {
    console.log(`Skipped: the tests of the version before. ${version}`);
    return 0;
  }
  console.log(`The worker of ${version.name}, on the schema of these migrations. Left out:`);
  for (const [file, reason] of Object.entries(EXCEPTED)) console.log(`  ${file}: ${reason}`);
  try {
    return await withBefore(version, (_, options) =>
      showNode(binOf("vitest"), ["run", ...options, ...process.argv.slice(2)]),
    );
  } finally {
    await endAll();
  }
});
