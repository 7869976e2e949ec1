import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "./failure.ts";
import { onEnd } from "./lifetime.ts";
import { preparePrivate } from "./private.ts";

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("close", () => resolve(false)).setTimeout(1_000, () => socket.destroy());
    socket.once("connect", () => socket.destroy());
  });

const claimFile = (organization: string) => join(organization, "running");

/** Returns the port of the newest claim, whose process may be gone; 0 when there is none. */
function claimedPort(organization: string): number {
  try {
    return Number.parseInt(readFileSync(claimFile(organization), "utf8"), 10) || 0;
  } catch {
    return 0;
  }
}

/** Returns the port of the worker that runs from an organization's folder; null when none answers. */
export async function runningOn(organization: string): Promise<number | null> {
  const port = claimedPort(organization);
  return port && (await listens(port)) ? port : null;
}

/** The result code of SQLite for a file that another connection has locked. */
const SQLITE_BUSY = 5;

/** Milliseconds in which a worker ends whose command was killed. */
const PATIENCE = 2_000;

/**
 * Takes an organization's folder for this process alone. SQLite's lock of a file beside it, which stays empty, is got by one
 * process however many ask at once, and goes with that process, however it ends.
 * @returns how to give the folder back; null when another process has it
 * @throws Failure when the worker of a killed command still answers, which a second one would not see the writes of
 */
export async function take(organization: string): Promise<(() => Promise<void>) | null> {
  mkdirSync(dirname(organization), { recursive: true });
  const lock = new DatabaseSync(`${organization}.lock`);
  try {
    // Without a journal no second file is made.
    lock.exec("pragma journal_mode = memory; begin immediate");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  const giveBack = onEnd(() => lock.close());
  const until = Date.now() + PATIENCE;
  for (let port = await runningOn(organization); port; port = await runningOn(organization)) {
    if (Date.now() > until) {
      await giveBack();
      throw new Failure(
        `The worker of a command that was killed still answers at http://localhost:${port}: end that process first.`,
      );
    }
    await delay(50);
  }
  rmSync(claimFile(organization), { force: true });
  return giveBack;
}

/**
 * Claims an organization's folder for a worker on a port, because two workers would not see each other's writes, until this
 * process ends or calls the returned function.
 * @param beforehand runs when no other process has the folder, before anything is written into it
 * @throws Failure with the address of the running worker
 */
export async function claim(
  organization: string,
  port: number,
  beforehand: () => Promise<void> | void = () => {},
): Promise<() => Promise<void>> {
  const giveBack = await take(organization);
  if (!giveBack) {
    const other = claimedPort(organization);
    throw new Failure(
      `Command Centre already runs from this data${other ? ` at http://localhost:${other}` : ""}: use it, or end it first.`,
    );
  }
  try {
    await beforehand();
    preparePrivate(organization);
    writeFileSync(claimFile(organization), String(port));
  } catch (error) {
    await giveBack();
    throw error;
  }
  return onEnd(async () => {
    rmSync(claimFile(organization), { force: true });
    await giveBack();
  });
}
