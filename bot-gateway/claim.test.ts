import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { claimFolder } from "./claim.ts";
import { temporaryFolder } from "./testing/folders.ts";
import { TIME_LIMIT } from "./testing/time-limit.ts";

/** Starts another process that claims a folder; resolves when it has claimed it. */
async function claimElsewhere(t: TestContext, folder: string) {
  const script = `import { claimFolder } from ${JSON.stringify(new URL("claim.ts", import.meta.url).href)};
    await claimFolder(process.argv[1], 0);
    console.log("claimed");
    process.stdin.resume();`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script, folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => other.kill("SIGKILL"));
  await once(other.stdout, "data");
  return other;
}

test("lets one gateway at a time claim a data directory; a second one waits, then fails, and a claim of a dead process does not count", async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "claim.json"), "half of a cla");
  const other = await claimElsewhere(t, folder);
  await assert.rejects(claimFolder(folder, 0), new RegExp(`process ${other.pid}, runs from`));
  const next = claimFolder(folder, TIME_LIMIT.timeout);
  other.kill("SIGKILL");
  await next;
  await claimFolder(folder, 0);
});
