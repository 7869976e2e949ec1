import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { dataRoot } from "./paths.ts";

/** Bots with users of their own may pass through such a folder to their own ones, and list nothing. */
const PASSAGE = 0o711;
/** The bot gateway looks after its own folder, in which the bots' are. */
const GATEWAY = "gateway";
/** What local commands keep in the data folder: organizations, and beside them keys and what was moved aside. */
const ORGANIZATIONS = ["demo", "own"];
const OTHERS = /^(settings\.env|demo|own)\b/;

/** Takes everybody else's rights away from a file, or from a folder and all that is in it. Links are left alone. */
function closeToOthers(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink()) return;
  if (stats.mode & 0o077) chmodSync(path, stats.mode & 0o700);
  if (stats.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
}

/** Makes a folder where it is missing; a folder that its owner closed altogether stays so. */
function openPassage(folder: string): void {
  const isNew = mkdirSync(folder, { recursive: true }) !== undefined;
  if (isNew || lstatSync(folder).mode & 0o066) chmodSync(folder, PASSAGE);
}

function closeOrganization(folder: string): void {
  openPassage(folder);
  for (const name of readdirSync(folder)) if (name !== GATEWAY) closeToOthers(join(folder, name));
}

/**
 * Makes the folder of a local organization where it is missing, and closes what local commands keep to every other
 * user: databases, keys, what emulators remember. From then on everything that this process and the programs it starts
 * write is closed from the beginning, except where `withOpenFiles` says otherwise.
 */
export function preparePrivate(organization: string): void {
  openPassage(dataRoot);
  closeOrganization(organization);
  process.umask(0o077);
  for (const name of readdirSync(dataRoot)) {
    if (ORGANIZATIONS.includes(name)) closeOrganization(join(dataRoot, name));
    else if (OTHERS.test(name)) closeToOthers(join(dataRoot, name));
  }
}

/** Runs something that writes what every user may read, such as programs that bots run. */
export function withOpenFiles<Result>(run: () => Result): Result {
  const before = process.umask(0o022);
  try {
    return run();
  } finally {
    process.umask(before);
  }
}
