import { createHash, randomBytes } from "node:crypto";
import { chmodSync, lchownSync, lstatSync, opendirSync, type Stats, unlinkSync } from "node:fs";
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Packages } from "./packages.ts";
import { failureOf, findTool, runTool } from "./tools.ts";

export type Quota = { bytes: number; entries: number };

/** Paths below the data directory. A bot can change only its own folders. */
export type Folders = {
  root: string;
  /** The bots' folders, and the modules that they import. */
  bots: string;
  /** One file for each running process. */
  pids: string;
  /** A file that only the gateway can read; probing checks whether a bot can read it. */
  secret: string;
  /**
   * The user id of bot 0; the following ids belong to the following bots. Null when bots run as the gateway's user.
   */
  firstUid: number | null;
  quota: Quota;
};

const UID_COUNT = 100_000;
const UID_FLOOR = 1_900_000_000;
const UID_SLOTS = 2_000;
/** The first id on machines whose largest user id is 65,535. */
const SMALL_UID_FLOOR = 20_000;
const SMALL_UID_COUNT = 40_000;

export const folderOf = ({ bots }: Folders, botId: number): string => join(bots, String(botId));

/** Returns the folder mounted as /tmp for a bot with a file system of its own. */
export const scratchOf = ({ root }: Folders, botId: number): string => join(root, "scratch", String(botId));

/** Returns how many bots have users of their own; one more user id is kept free. */
const uidCount = (firstUid: number) => (firstUid === SMALL_UID_FLOOR ? SMALL_UID_COUNT : UID_COUNT) - 1;

/**
 * Returns the user and group id of a bot, which repeat after 99,999 bots; null when bots run as the gateway's own
 * user.
 */
export const uidOf = ({ firstUid }: Folders, botId: number): number | null =>
  firstUid === null ? null : firstUid + (botId % uidCount(firstUid));

/** Returns a user id that no bot has, for killing the processes of a bot. */
export const killerUidOf = ({ firstUid }: Folders): number | null =>
  firstUid === null ? null : firstUid + uidCount(firstUid);

/** Returns whether a user id belongs to a bot of this data directory. */
export const isBotUid = ({ firstUid }: Folders, uid: number): boolean =>
  firstUid !== null && uid >= firstUid && uid < firstUid + uidCount(firstUid);

/** Returns possible first user ids of this data directory, the best first. */
export async function uidCandidates(folders: Folders): Promise<number[]> {
  const { seed } = JSON.parse(await readFile(folders.secret, "utf8")) as { seed: string };
  // Another data directory on the same machine gets other users, so that neither gateway ends the other's bots.
  const slot = createHash("sha256").update(seed).digest().readUInt32BE() % UID_SLOTS;
  return [UID_FLOOR + slot * UID_COUNT, SMALL_UID_FLOOR];
}

/**
 * Removes all rights of other users from a file, or from a folder and everything in it. Leaves links alone, and files
 * of users whose rights this process cannot change.
 */
async function closeToOthers(path: string): Promise<void> {
  const stats = await lstat(path);
  const user = process.getuid?.() ?? stats.uid;
  if (stats.isSymbolicLink() || (user !== 0 && user !== stats.uid)) return;
  if (stats.mode & 0o077) await chmod(path, stats.mode & 0o700);
  if (stats.isDirectory()) for (const name of await readdir(path)) await closeToOthers(join(path, name));
}

/** Prepares the data directory, and links the modules that bots import where Node.js looks for them. */
export async function openFolders(root: string, packages: Packages, quota: Quota): Promise<Folders> {
  await mkdir(root, { recursive: true, mode: 0o711 });
  const real = await realpath(root);
  const folders: Folders = {
    root: real,
    bots: join(real, "bots"),
    pids: join(real, "pids"),
    secret: join(real, "sandbox.json"),
    firstUid: null,
    quota,
  };
  const modules = join(folders.bots, "node_modules");
  // Other users may pass through to their own folders, but not list this one.
  await chmod(real, 0o711);
  for (const name of await readdir(real))
    if (!["bots", "scratch"].includes(name)) await closeToOthers(join(real, name));
  for (const [path, mode] of [
    [folders.bots, 0o711],
    [join(real, "scratch"), 0o711],
    [folders.pids, 0o700],
    [modules, 0o755],
  ] as const) {
    await mkdir(path, { recursive: true });
    await chmod(path, mode);
  }
  const seed = { seed: randomBytes(16).toString("hex") };
  await writeFile(folders.secret, JSON.stringify(seed), { flag: "wx", mode: 0o600 }).catch(refuseUnlessThere);
  // Node.js searches upwards for the module type of a .js file; it must find one before it leaves the data directory.
  const manifest = join(folders.bots, "package.json");
  await writeFile(manifest, '{ "private": true }\n', { mode: 0o644 });
  await chmod(manifest, 0o644);
  for (const { name, target } of packages.links) {
    const link = join(modules, name);
    await mkdir(dirname(link), { recursive: true });
    await rm(link, { force: true });
    await symlink(target, link, "dir");
  }
  return folders;
}

const refuseUnlessThere = (error: NodeJS.ErrnoException) => {
  if (error.code !== "EEXIST") throw error;
};

/** Errors for entries that were removed meanwhile. */
const PASSED_OVER = ["ENOENT", "ENOTDIR"];
/** Errors for entries whose contents a bot hides from its quota. */
const UNMEASURABLE = ["ENAMETOOLONG", "EACCES"];
const passOver = (error: NodeJS.ErrnoException) => {
  if (!PASSED_OVER.includes(error.code ?? "")) throw error;
};

/** Converts a path in latin1 to bytes; a bot may name its files with bytes that are not UTF-8. */
export const bytesOf = (path: string) => Buffer.from(path, "latin1");
export const latin1Of = (path: string) => Buffer.from(path, "utf8").toString("latin1");

type Visit = (path: Buffer, stats: Stats) => void;

/** Contents of folders: bytes on the disk, and the number of files and folders. */
export type Usage = { bytes: number; entries: number };

/**
 * Visits everything below folders, each folder before its contents, and follows no link. Returns the totals, or null
 * as soon as they exceed the quota, or a folder is nested too deeply for any path or closed to this process. Runs
 * without pauses: in small steps it takes twenty times as long, while the bot writes on.
 */
function walk(paths: readonly string[], quota: Quota, visit: Visit): Usage | null {
  try {
    return walkWithin(paths, quota, visit);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (UNMEASURABLE.includes(code)) return null;
    throw error;
  }
}

/** Returns the result of an action on a path; null when the path is gone. */
function unlessGone<Answer>(act: () => Answer): Answer | null {
  try {
    return act();
  } catch (error) {
    if (PASSED_OVER.includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

function walkWithin(paths: readonly string[], quota: Quota, visit: Visit): Usage | null {
  let [bytes, entries] = [0, 0];
  const waiting = [...paths];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const path = at;
    const listing = unlessGone(() => opendirSync(bytesOf(path) as never, { encoding: "latin1" }));
    try {
      for (let entry = listing?.readSync(); entry; entry = listing?.readSync()) {
        const inner = `${path}/${entry.name}`;
        const stats = unlessGone(() => lstatSync(bytesOf(inner)));
        if (!stats) continue;
        entries += 1;
        bytes += stats.blocks * 512;
        if (entries > quota.entries || bytes > quota.bytes) return null;
        visit(bytesOf(inner), stats);
        if (stats.isDirectory()) waiting.push(inner);
      }
    } finally {
      listing?.closeSync();
    }
  }
  return { bytes, entries };
}

/**
 * Returns the totals of files and folders together, or null when they exceed the quota; zero when they do not exist.
 * @param paths in latin1, see bytesOf
 */
export function usageOf(paths: readonly string[], quota: Quota): Usage | null {
  const own = paths.map((path) => unlessGone(() => lstatSync(bytesOf(path))));
  const files = own.filter((stats) => stats?.isFile());
  const use = walk(paths, quota, () => undefined);
  const bytes = files.reduce((sum, stats) => sum + (stats?.blocks ?? 0) * 512, use?.bytes ?? 0);
  const entries = files.length + (use?.entries ?? 0);
  return use === null || bytes > quota.bytes || entries > quota.entries ? null : { bytes, entries };
}

/** Removes a file or a folder of any depth, which Node.js's own rm cannot. */
export async function removeTree(folder: string): Promise<void> {
  const run = (tool: string, how: string[]) =>
    runTool([findTool(tool) ?? `/bin/${tool}`, ...how, "--", folder], { timeoutMs: 60_000 });
  let removed = await run("rm", ["-rf"]);
  // A bot that has the gateway's own user may have closed a folder in it.
  if (removed.code !== 0 && (await run("chmod", ["-R", "u+rwx"])).code === 0)
    removed = await run("rm", ["-rf"]);
  if (removed.code !== 0) throw new Error(`${folder} cannot be removed: ${failureOf(removed)}`);
}

/**
 * Makes a bot's folder safe for the gateway to write to and read from, while no process of the bot runs: keeps only
 * folders and plain files, all owned by the bot. Removes links, because a bot may have put one where the gateway will
 * write. Empties a folder over its quota, because its bot could never start again; the worker has the files.
 * @returns whether it was emptied
 */
export async function tidyFolder(folder: string, uid: number | null, quota: Quota): Promise<boolean> {
  const there = await lstat(folder).catch(passOver);
  // Bots that run as the gateway's own user can replace their folder by something else.
  if (there && !there.isDirectory()) await unlink(folder);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  if (uid !== null) await lchown(folder, uid, uid);
  const use = walk([latin1Of(folder)], quota, (path, stats) => {
    const isPlain = stats.isFile() && stats.nlink === 1;
    if (!isPlain && !stats.isDirectory()) return unlinkSync(path);
    const wanted = stats.isDirectory() ? 0o700 : 0o600;
    if ((stats.mode & wanted) !== wanted) chmodSync(path, (stats.mode & 0o777) | wanted);
    if (uid !== null && (stats.uid !== uid || stats.gid !== uid)) lchownSync(path, uid, uid);
  });
  if (use === null) await emptyFolder(folder, uid);
  return use === null;
}

/** Makes an empty folder that belongs to the bot; removes its earlier contents. */
export async function emptyFolder(folder: string, uid: number | null): Promise<void> {
  await removeTree(folder);
  await mkdir(folder, { mode: 0o700 });
  if (uid !== null) await lchown(folder, uid, uid);
}
