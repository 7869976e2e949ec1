import { EXCEPTED, findBefore, testBefore } from "./lib/before.ts";
import { runCommand } from "./lib/failure.ts";
import { endAll, endOnSignals } from "./lib/lifetime.ts";

// `npm run test:before -- [FILE…]` runs the worker tests of the version before on the schema of this one.
endOnSignals(130);
await runCommand(async () => {
  const version = findBefore();
  if (typeof version === "string") {
    console.log(`Skipped: the worker tests of the version before. ${version}`);
    return 0;
  }
  console.log(`The worker of ${version.name}, on the schema of today. Left out:`);
  for (const [file, reason] of Object.entries(EXCEPTED)) console.log(`  ${file} ${reason}`);
  try {
    const { passed, failed, known } = await testBefore(version, process.argv.slice(2));
    for (const title of known)
      console.log(`Not counted, since it fails on its own schema as well or counts rows: ${title}`);
    for (const { title, words, file } of failed) console.log(`\nFailed: ${file}: ${title}\n${words}`);
    console.log(`\n${passed} passed, ${failed.length} failed, ${known.length} not counted`);
    return failed.length ? 1 : 0;
  } finally {
    await endAll();
  }
});
