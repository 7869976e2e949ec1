import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { lstat, opendir, rename, rmdir, statfs, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { TMP_BYTES } from "./command.ts";
import { bytesOf, emptyFolder, latin1Of, type Quota, removeTree, usageOf } from "./folders.ts";
import { namelessUse, removeSegments } from "./nameless-files.ts";

/** System folders in which every user may write; a bot without a file system of its own sees them. */
const SHARED = ["/tmp", "/var/tmp", "/dev/shm", "/run/lock"];

export type Disk = {
  folder: string;
  /** The bot's own user id; null without one. */
  uid: number | null;
  /** Whether it sees the system's shared folders. */
  seesShared: boolean;
  /** Its /tmp in memory, whose size is limited but not its number of files; null without one. */
  memoryFolder: () => string | null;
  /** Its processes; empty after it has ended. */
  processes: () => Promise<number[]>;
  quota: Quota;
};

/** Returns what a bot's own user has in the shared folders, as paths in latin1. */
function inShared({ uid, seesShared }: Disk): string[] {
  if (uid === null || !seesShared) return [];
  return SHARED.filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { encoding: "latin1" }).map((name) => `${folder}/${name}`))
    .filter((path) => lstatSync(bytesOf(path), { throwIfNoEntry: false })?.uid === uid);
}

/** Removes a file or a folder after renaming it, because its name may be one that cannot be passed to a program. */
async function removeByBytes(path: string): Promise<void> {
  const named = join(
    Buffer.from(dirname(path), "latin1").toString(),
    `.removed-${randomBytes(8).toString("hex")}`,
  );
  await rename(bytesOf(path), named);
  await removeTree(named);
}

/**
 * Returns how many files a bot's /tmp in memory holds; 0 before it is mounted, when the path leads to the system's.
 */
async function filesInMemory(path: string | null): Promise<number> {
  const found = path === null ? null : await statfs(path).catch(() => null);
  return found && found.blocks * found.bsize === TMP_BYTES ? found.files - found.ffree : 0;
}

/** Returns the bytes that a bot holds on the disk; null when they, or the number of its files, exceed the quota. */
async function bytesHeld(disk: Disk): Promise<number | null> {
  const { folder, uid, memoryFolder, processes, quota } = disk;
  const use = usageOf([latin1Of(folder), ...inShared(disk)], quota);
  if (use === null || (await filesInMemory(memoryFolder())) > quota.entries) return null;
  const nameless = namelessUse(await processes(), uid);
  const [bytes, entries] = [use.bytes + nameless.bytes, use.entries + nameless.entries];
  return bytes > quota.bytes || entries > quota.entries ? null : bytes;
}

const asEnded = (disk: Disk): Disk => ({ ...disk, memoryFolder: () => null, processes: async () => [] });

/** The time between two checks of the disk's free space, in milliseconds; each costs next to nothing. */
const TICK_MS = 50;
/** Measuring takes at most 1/20 of the time, and 1/3 while the disk fills. */
const [SHARE, SHARE_IN_HASTE] = [20, 3];
const SMALLEST_GROWTH = 2 ** 20;

/**
 * Measures what a bot holds on the disk until `onOver` or the returned function is called. Measurements are at most
 * `everyMs` apart (more for folders that take long to measure); one is taken at once when the disk has lost half of
 * what the bot may still use.
 */
export function watchDisk(disk: Disk, everyMs: number, onOver: () => void): () => void {
  let [at, tookMs, room, free] = [Number.NEGATIVE_INFINITY, 0, 0, Number.POSITIVE_INFINITY];
  let isBusy = false;
  const look = async () => {
    const { bavail, bsize } = await statfs(disk.folder);
    const now = performance.now();
    const isDue = now - at >= Math.max(everyMs, tookMs * SHARE);
    const isFilling = free - bavail * bsize > Math.max(room / 2, SMALLEST_GROWTH);
    if (!isDue && !(isFilling && now - at >= tookMs * SHARE_IN_HASTE)) return;
    const bytes = await bytesHeld(disk);
    [at, tookMs, free] = [performance.now(), performance.now() - now, bavail * bsize];
    if (bytes !== null) room = disk.quota.bytes - bytes;
    else if (isWatching) {
      stop();
      onOver();
    }
  };
  let isWatching = true;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    look()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  }, TICK_MS).unref();
  const stop = () => {
    isWatching = false;
    clearInterval(timer);
  };
  return stop;
}

/**
 * Removes what was made in a folder since a time; whole folders when they are that new.
 * @param folder in latin1
 */
async function removeSince(folder: string, since: number): Promise<void> {
  for await (const { name } of await opendir(bytesOf(folder) as never, { encoding: "latin1" })) {
    const path = `${folder}/${name}`;
    const stats = await lstat(bytesOf(path)).catch(() => null);
    if (!stats) continue;
    if (!stats.isDirectory()) {
      // The system sets ctime with every change, and no bot can set it.
      if (stats.ctimeMs >= since) await unlink(bytesOf(path));
    } else if (stats.birthtimeMs >= since) await removeByBytes(path);
    else {
      await removeSince(path, since);
      await rmdir(bytesOf(path)).catch(() => undefined);
    }
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);
const UNLIMITED: Quota = { bytes: Number.POSITIVE_INFINITY, entries: 200_000 };

/**
 * Brings an ended bot back under its quota. Deletes what the run wrote and then, if that is not enough, everything;
 * the worker has the bot's own files. What it left in the system's shared folders and memory is always deleted.
 * @param since when the run began, in milliseconds since 1970
 * @param wasOver whether the bot was ended for exceeding the quota, so that it counts as over even when the disk has
 * settled below it since
 * @returns a sentence for the bot's log; null when it was not over
 */
export async function removeExcess(disk: Disk, since: number, wasOver = false): Promise<string | null> {
  const shared = inShared(disk);
  await removeSegments(disk.uid);
  const isOver = wasOver || (await bytesHeld(asEnded(disk))) === null;
  const before = isOver ? usageOf([latin1Of(disk.folder), ...shared], UNLIMITED) : null;
  for (const path of shared) await removeByBytes(path);
  if (!isOver) return null;
  await removeSince(latin1Of(disk.folder), since).catch(() => undefined);
  let after = usageOf([latin1Of(disk.folder)], disk.quota);
  const isEmptied = after === null;
  if (isEmptied) after = await emptyFolder(disk.folder, disk.uid).then(() => ({ bytes: 0, entries: 0 }));
  const what = isEmptied ? "all its files" : "what this run wrote";
  if (!before || !after) return `It was over its quota: ${what} was deleted.`;
  if (before.entries === after.entries)
    return "It was over its quota: what it had in /tmp or in deleted files went with it.";
  const [entries, bytes] = [before.entries - after.entries, megabytes(before.bytes - after.bytes)];
  return `It was over its quota: ${what} was deleted, ${entries} files and folders of ${bytes} MB.`;
}
