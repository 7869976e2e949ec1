import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
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

/** Returns the port of the worker that runs from an organization's folder; null when none answers. */
export async function runningOn(organization: string): Promise<number | null> {
  let port = Number.NaN;
  try {
    port = Number.parseInt(readFileSync(claimFile(organization), "utf8"), 10);
  } catch {
    // No process runs it.
  }
  return port && (await listens(port)) ? port : null;
}

/**
 * Claims an organization's folder for a worker on a port, because two workers would not see each other's writes. A
 * claim whose port no longer answers belongs to a dead process and is replaced.
 * @param beforehand runs when it is known that no other worker runs, before anything is written
 * @throws Failure with the address of the running worker
 */
export async function claim(
  organization: string,
  port: number,
  beforehand: () => Promise<void> | void = () => {},
): Promise<void> {
  const other = await runningOn(organization);
  if (other) {
    throw new Failure(
      `Command Centre already runs from this data at http://localhost:${other}: use it, or end it first.`,
    );
  }
  await beforehand();
  preparePrivate(organization);
  writeFileSync(claimFile(organization), String(port));
  onEnd(() => rmSync(claimFile(organization), { force: true }));
}
