import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import {
  chmod,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  rmdir,
  unlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { botFileName, GATEWAY_LIMITS, type GatewayFile } from "../protocol.ts";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
/** The most directory entries that are read in one folder; a bot could make millions. */
const ENTRIES_MAX = 5_000;
const DEPTH_MAX = 4;
/** Folders that package managers and interpreters create beside a program. */
const NOT_SOURCE = new Set(["node_modules", "__pycache__"]);
const hasDescriptorPaths = existsSync("/proc/self/fd");

const writtenNames = z.array(botFileName);

/** An open folder; a link that replaces it later is not followed. */
type Folder = { handle: FileHandle; path: string };

/**
 * Writes and reads the files of bots on disk. A bot may have put anything into its folder, so no symbolic link is
 * followed on the way to a file or at its end, and only ordinary files of a limited size are read.
 */
export class BotFiles {
  readonly #notes: string;

  /** @param notes the gateway's own directory, in which it records the names of files that it wrote */
  constructor(notes: string) {
    this.#notes = notes;
  }

  /**
   * Makes the folder contain these files, owned like the folder itself. Removes files that an earlier order wrote and
   * this one does not name; keeps files that the bot made itself.
   */
  async write(botId: number, folder: string, files: GatewayFile[]): Promise<void> {
    const names = files.map(({ name }) => name);
    const earlier = await this.#written(botId);
    const root = await openFolder(folder);
    if (!root) throw new Error("The bot's folder is not a folder.");
    try {
      for (const name of earlier) if (!names.includes(name)) await removeFile(root, name.split("/"));
      // Recorded before they are written, because a file that is not recorded would never be removed.
      await this.#note(botId, names);
      for (const { name, content } of files) await writeOne(root, name.split("/"), content);
    } finally {
      await root.handle.close();
    }
  }

  /**
   * Returns the text files in a folder, those of the last order first, within the limits of an order; null when there
   * is no such folder.
   */
  async read(botId: number, folder: string): Promise<{ name: string; content: string }[] | null> {
    const root = await openFolder(folder);
    if (!root) return null;
    try {
      const names = new Set([...(await this.#written(botId)), ...(await listFiles(root)).sort()]);
      const files: { name: string; content: string }[] = [];
      let bytes = 0;
      for (const name of names) {
        if (files.length >= GATEWAY_LIMITS.files) break;
        const content = await readOne(root, name.split("/"));
        if (content === null) continue;
        bytes += Buffer.byteLength(content);
        if (bytes > GATEWAY_LIMITS.filesBytes) break;
        files.push({ name, content });
      }
      return files;
    } finally {
      await root.handle.close();
    }
  }

  /** Removes the folder and everything in it. The bot's processes must have ended. */
  async remove(botId: number, folder: string): Promise<void> {
    try {
      await rm(folder, { recursive: true, force: true });
    } catch {
      // A bot with the gateway's own user can forbid reading its directories.
      await unlock(folder);
      await rm(folder, { recursive: true, force: true });
    }
    await rm(this.#noteOf(botId), { force: true });
  }

  async #written(botId: number): Promise<string[]> {
    try {
      return writtenNames.parse(JSON.parse(await readFile(this.#noteOf(botId), "utf8")));
    } catch {
      return [];
    }
  }

  async #note(botId: number, names: string[]): Promise<void> {
    await mkdir(this.#notes, { recursive: true, mode: 0o700 });
    await writeFile(`${this.#noteOf(botId)}.new`, JSON.stringify(names), { mode: 0o600 });
    await rename(`${this.#noteOf(botId)}.new`, this.#noteOf(botId));
  }

  #noteOf = (botId: number) => join(this.#notes, `${botId}.json`);
}

/**
 * Returns the path of an entry of an open folder, by its descriptor where the system supports it, so that the folder
 * cannot be exchanged in between.
 */
const inside = ({ handle, path }: Folder, name: string) =>
  hasDescriptorPaths ? `/proc/self/fd/${handle.fd}/${name}` : join(path, name);

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

async function openFolder(path: string, shownPath = path): Promise<Folder | null> {
  try {
    return { handle: await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path: shownPath };
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(codeOf(error))) return null;
    throw error;
  }
}

const openInside = (folder: Folder, name: string) =>
  openFolder(inside(folder, name), join(folder.path, name));

/** Runs an action in the folder that the names lead to; null when it does not exist and should not be created. */
async function within<Result>(
  root: Folder,
  names: string[],
  isToBeMade: boolean,
  act: (folder: Folder) => Promise<Result>,
): Promise<Result | null> {
  const [name, ...rest] = names;
  if (name === undefined) return act(root);
  let next = await openInside(root, name);
  if (!next && isToBeMade) {
    await rm(inside(root, name), { recursive: true, force: true });
    await mkdir(inside(root, name), { mode: 0o750 });
    next = await openInside(root, name);
    if (next) await ownLike(next.handle, root);
  }
  if (!next) return null;
  try {
    return await within(next, rest, isToBeMade, act);
  } finally {
    await next.handle.close();
  }
}

/** Gives a new file to the owner of its folder. Only root can do that, and only root needs to. */
async function ownLike(handle: FileHandle, folder: Folder): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await folder.handle.stat();
  await handle.chown(uid, gid);
}

async function writeOne(root: Folder, names: string[], content: string): Promise<void> {
  const name = names.at(-1) ?? "";
  const isWritten = await within(root, names.slice(0, -1), true, async (folder) => {
    const temporary = inside(folder, `.new-${randomBytes(8).toString("hex")}`);
    const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o640);
    try {
      await handle.writeFile(content);
      await ownLike(handle, folder);
      await rename(temporary, inside(folder, name)).catch(async (error: unknown) => {
        if (!["EISDIR", "ENOTEMPTY", "EEXIST"].includes(codeOf(error))) throw error;
        await rm(inside(folder, name), { recursive: true, force: true });
        await rename(temporary, inside(folder, name));
      });
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return true;
  });
  if (!isWritten) throw new Error("The bot's folder was changed while its files were written.");
}

async function removeFile(root: Folder, names: string[]): Promise<void> {
  const ignoreMissing = (error: unknown) => {
    if (!["ENOENT", "EISDIR", "EPERM", "ENOTEMPTY", "ENOTDIR"].includes(codeOf(error))) throw error;
  };
  await within(root, names.slice(0, -1), false, (folder) =>
    unlink(inside(folder, names.at(-1) ?? "")).catch(ignoreMissing),
  );
  for (let depth = names.length - 1; depth > 0; depth -= 1)
    await within(root, names.slice(0, depth - 1), false, (folder) =>
      rmdir(inside(folder, names[depth - 1] ?? "")).catch(ignoreMissing),
    );
}

async function listFiles(root: Folder): Promise<string[]> {
  const found: string[] = [];
  let left = ENTRIES_MAX;
  const visit = async (folder: Folder, prefix: string, depth: number): Promise<void> => {
    const entries = await opendir(inside(folder, "."));
    for await (const entry of entries) {
      left -= 1;
      if (left < 0) return;
      const name = prefix + entry.name;
      if (!botFileName.safeParse(name).success || NOT_SOURCE.has(entry.name)) continue;
      if (entry.isFile()) found.push(name);
      else if (entry.isDirectory() && depth < DEPTH_MAX) {
        const next = await openInside(folder, entry.name).catch(() => null);
        if (!next) continue;
        await visit(next, `${name}/`, depth + 1).finally(() => next.handle.close());
      }
    }
  };
  await visit(root, "", 1);
  return found;
}

/** Returns the text of a file, or null when it is not an ordinary text file within the limits. */
async function readOne(root: Folder, names: string[]): Promise<string | null> {
  return within(root, names.slice(0, -1), false, async (folder) => {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
    const handle = await open(inside(folder, names.at(-1) ?? ""), flags).catch(() => null);
    if (!handle) return null;
    try {
      const { size, nlink } = await handle.stat();
      // A file with a second link could be a file elsewhere that only the gateway may read.
      if (!(await handle.stat()).isFile() || nlink !== 1 || size > GATEWAY_LIMITS.fileBytes) return null;
      const buffer = Buffer.alloc(size);
      const { bytesRead } = await handle.read(buffer, 0, size, 0);
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        buffer.subarray(0, bytesRead),
      );
      return text.includes("\0") ? null : text;
    } catch {
      return null;
    } finally {
      await handle.close();
    }
  });
}

async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for await (const entry of await opendir(folder))
    if (entry.isDirectory()) await unlock(join(folder, entry.name));
}
