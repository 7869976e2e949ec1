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

/** Limits of one bot's folder. */
export type Quota = { bytes: number; entries: number };

/** Where things lie below the data directory. Nothing of it but a bot's own folders can be changed by a bot. */
export type Folders = {
  root: string;
  /** Holds the bots' folders, and the modules that they import. */
  bots: string;
  /** One file for each running process. */
  pids: string;
  /** Readable by the gateway alone; probing sees whether a bot can read it. */
  secret: string;
  /** The user of bot 0; the following ones belong to the following bots. Null: bots run as the gateway's user. */
  firstUid: number | null;
  quota: Quota;
};

/** Users that one data directory takes. */
const UID_COUNT = 100_000;
const UID_FLOOR = 1_900_000_000;
const UID_SLOTS = 2_000;
/** For machines that know no larger users than 65,535. */
const SMALL_UID_FLOOR = 20_000;
const SMALL_UID_COUNT = 40_000;

export const folderOf = ({ bots }: Folders, botId: number): string => join(bots, String(botId));

/** The folder mounted as /tmp for a bot with a file system of its own. */
export const scratchOf = ({ root }: Folders, botId: number): string => join(root, "scratch", String(botId));

/** How many bots have users of their own; one more user is kept free. */
const uidCount = (firstUid: number) => (firstUid === SMALL_UID_FLOOR ? SMALL_UID_COUNT : UID_COUNT) - 1;

/** The user and group of a bot, the same again after 99,999 bots; null when bots run as the gateway's own user. */
export const uidOf = ({ firstUid }: Folders, botId: number): number | null =>
  firstUid === null ? null : firstUid + (botId % uidCount(firstUid));

/** A user that no bot has, for killing one's processes. */
export const killerUidOf = ({ firstUid }: Folders): number | null =>
  firstUid === null ? null : firstUid + uidCount(firstUid);

/** Whether a user belongs to a bot of this data directory. */
export const isBotUid = ({ firstUid }: Folders, uid: number): boolean =>
  firstUid !== null && uid >= firstUid && uid < firstUid + uidCount(firstUid);

/** Where the users of this data directory may begin, best first. */
export async function uidCandidates(folders: Folders): Promise<number[]> {
  const { seed } = JSON.parse(await readFile(folders.secret, "utf8")) as { seed: string };
  // Another data directory on the same machine gets other users, so that neither gateway ends the other's bots.
  const slot = createHash("sha256").update(seed).digest().readUInt32BE() % UID_SLOTS;
  return [UID_FLOOR + slot * UID_COUNT, SMALL_UID_FLOOR];
}

/**
 * Takes everybody else's rights away from a file, or from a folder and all that is in it. Links, and what belongs to a
 * user whose rights this process cannot change, are left alone.
 */
async function closeToOthers(path: string): Promise<void> {
  const stats = await lstat(path);
  const user = process.getuid?.() ?? stats.uid;
  if (stats.isSymbolicLink() || (user !== 0 && user !== stats.uid)) return;
  if (stats.mode & 0o077) await chmod(path, stats.mode & 0o700);
  if (stats.isDirectory()) for (const name of await readdir(path)) await closeToOthers(join(path, name));
}

/** Makes the data directory ready, with the modules that bots import linked where Node.js looks for them. */
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
  // Other users may pass through to their own folders, and list nothing.
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
  // Node.js looks upwards for the kind of a .js file: it must find an answer before it leaves the data directory.
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

/** Removed meanwhile. */
const PASSED_OVER = ["ENOENT", "ENOTDIR"];
/** A bot hides from its quota what it holds there. */
const UNMEASURABLE = ["ENAMETOOLONG", "EACCES"];
const passOver = (error: NodeJS.ErrnoException) => {
  if (!PASSED_OVER.includes(error.code ?? "")) throw error;
};

/** Paths are byte strings in latin1: a bot may name its files with bytes that are no UTF-8. */
export const bytesOf = (path: string) => Buffer.from(path, "latin1");
export const latin1Of = (path: string) => Buffer.from(path, "utf8").toString("latin1");

type Visit = (path: Buffer, stats: Stats) => void;

/** What lies in folders: bytes on the disk, and how many files and folders. */
export type Usage = { bytes: number; entries: number };

/**
 * Visits everything below folders, folders before what they hold; follows no link. Answers what there is, or null as
 * soon as that is more than the quota, nested so deeply that no path reaches it, or closed to this process. Without pauses, since in small steps
 * it takes twenty times as long, in which a bot writes on.
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

/** The answer of something that was done to a path; null where the path is gone. */
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
 * What lies in files and folders together, or null when that is more than the quota; nothing where there are none.
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

/** Removes a file, or a folder however deep it is, which Node.js's own rm cannot. */
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
 * Makes a bot's folder safe for the gateway to write to and read from, while no process of the bot runs: only
 * folders and plain files, all of them the bot's. Links are removed: a bot may have put one where the gateway
 * will write. A folder over its quota is emptied, since its bot could never start again; the worker has the files.
 * @returns whether it was emptied
 */
export async function tidyFolder(folder: string, uid: number | null, quota: Quota): Promise<boolean> {
  const there = await lstat(folder).catch(passOver);
  // Bots that run as the gateway's own user can put something else in the place of their folder.
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

/** Makes an empty folder that belongs to the bot; what was in it is removed. */
export async function emptyFolder(folder: string, uid: number | null): Promise<void> {
  await removeTree(folder);
  await mkdir(folder, { mode: 0o700 });
  if (uid !== null) await lchown(folder, uid, uid);
}
