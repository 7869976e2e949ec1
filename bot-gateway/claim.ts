import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bootId, type Identity } from "./sandbox/pid-files.ts";
import { startOf } from "./sandbox/process-table.ts";

type Claim = Identity & { boot: string };

const LOOK_EVERY_MS = 100;

/** Returns the last process that claimed a data directory; null when the file does not say. */
function claimIn(file: string): Claim | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Claim;
  } catch {
    return null;
  }
}

/**
 * Claims a data directory for this process, because a second gateway would end the first one's bots as leftovers.
 * Waits for a gateway that is ending.
 * @param patienceMs how long to wait, in milliseconds
 * @throws Error while another process that claimed it runs
 */
export async function claimFolder(folder: string, patienceMs: number): Promise<void> {
  const file = join(folder, "claim.json");
  const claim = claimIn(file);
  const isHeld = async () =>
    claim !== null &&
    claim.pid !== process.pid &&
    claim.boot === bootId() &&
    (await startOf(claim.pid)) === claim.start;
  const until = Date.now() + patienceMs;
  while (await isHeld()) {
    if (Date.now() >= until)
      throw new Error(
        `Another bot gateway, process ${claim?.pid}, runs from ${folder}: end it first, or choose another DATA_DIR.`,
      );
    await sleep(LOOK_EVERY_MS);
  }
  const own: Claim = { pid: process.pid, start: (await startOf(process.pid)) ?? "", boot: bootId() };
  writeFileSync(file, JSON.stringify(own), { mode: 0o600 });
}
