import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { dataRoot } from "./paths.ts";

/** The mode of folders through which bots with user ids of their own pass to their folders, without listing them. */
const PASSAGE = 0o711;
/** The bot gateway manages the rights of its own folder, which contains the bots' folders. */
const GATEWAY = "gateway";
/**
 * The folders that local commands keep in the data folder: organizations; keys and what was moved aside are beside
 * them.
 */
const ORGANIZATIONS = ["demo", "own"];
const OTHERS = /^(settings\.env|demo|own)\b/;

/** Removes all rights of other users from a file, or from a folder and everything in it. Leaves links alone. */
function closeToOthers(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink()) return;
  if (stats.mode & 0o077) chmodSync(path, stats.mode & 0o700);
  if (stats.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
}

/** Makes a folder if it is missing; keeps one closed that its owner closed altogether. */
function openPassage(folder: string): void {
  const isNew = mkdirSync(folder, { recursive: true }) !== undefined;
  if (isNew || lstatSync(folder).mode & 0o066) chmodSync(folder, PASSAGE);
}

function closeOrganization(folder: string): void {
  openPassage(folder);
  for (const name of readdirSync(folder)) if (name !== GATEWAY) closeToOthers(join(folder, name));
}

/**
 * Makes the folder of a local organization if it is missing, and closes what local commands keep to all other users:
 * databases, keys, the state of emulators. From then on everything that this process and its children write is closed
 * from the start, except inside `withOpenFiles`.
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

/** Runs something that writes files for every user, such as programs that bots run. */
export function withOpenFiles<Result>(run: () => Result): Result {
  const before = process.umask(0o022);
  try {
    return run();
  } finally {
    process.umask(before);
  }
}
