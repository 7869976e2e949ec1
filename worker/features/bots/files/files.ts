import { and, desc, eq, sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { guard, write } from "../../../lib/guard.ts";
import { botErrors } from "../bots.errors.ts";
import { type BotRow, selectBot } from "../bots.rows.ts";
import type { BotFile, BotFileVersion } from "../bots.schema.ts";
import { botFiles, botFileVersions } from "../bots.table.ts";
import {
  type FileRow,
  fileEntry,
  fileRecord,
  insertMainFile,
  insertVersion,
  makeMain,
  nameIsFree,
  newFile,
  savesText,
  selectFiles,
  textOf,
  toFile,
  withinLimits,
} from "./files.rows.ts";
import type { CreateBotFileInput, RevertBotFileInput, UpdateBotFileInput } from "./files.schema.ts";

/**
 * A bot and its files, the main file first. A bot that is older than files are gets its framework's main file.
 * @throws AppError not_found
 */
export async function readBotFiles(
  context: Context,
  botId: number,
): Promise<{ bot: BotRow; files: FileRow[] }> {
  const { db, actor } = context;
  const selectAll = selectFiles(context, eq(botFiles.botId, botId));
  const [[bot], files] = await readBatch(db, [selectBot(db, actor, botId), selectAll]);
  if (!bot) throw errors.not_found();
  if (files.length) return { bot, files };
  const results = await write(db, [...insertMainFile(context, bot), selectAll]);
  return { bot, files: results.at(-1) as FileRow[] };
}

/** A bot's files with their text, the main file first. @throws AppError not_found */
export async function listFiles(context: Context, botId: number): Promise<BotFile[]> {
  const { files } = await readBotFiles(context, botId);
  return files.map((row) => toFile(row, context));
}

/** Adds a file to a bot. @throws AppError not_found, bot_file_exists, bot_files_limit */
export async function createFile(context: Context, input: CreateBotFileInput): Promise<BotFile> {
  const { botId, fileName, isMainFile } = input;
  const { bot } = await readBotFiles(context, botId);
  const text = textOf(input.content);
  return fileRecord.create(context, {
    values: newFile(context, botId, fileName, text),
    name: fileName,
    require: [nameIsFree(botId, fileName)],
    also: (id) => [
      insertVersion(context, id, 1, text, "created"),
      ...(isMainFile ? makeMain(context.db, botId, id) : []),
    ],
    ensure: [withinLimits(botId)],
    audit: [fileEntry("bot.file_created", { botId, botName: bot.name, fileName })],
  });
}

/**
 * Saves a file, renames it, makes it the main one, or all of these at once. Only a new text makes a new version:
 * other users' work on the text stays valid when the file is renamed.
 * @throws AppError not_found, stale_version, bot_files_limit, bot_file_exists
 */
export function updateFile(context: Context, id: number, input: UpdateBotFileInput): Promise<BotFile> {
  const { content } = input;
  return fileRecord.edit(context, id, input.version, (file) => {
    const { botId, fileName } = file;
    const named = { ...file, fileName: input.fileName ?? fileName };
    const isRenamed = named.fileName !== fileName;
    const isMade = input.isMainFile === true && !file.isMainFile;
    const saved =
      content === undefined || content === file.content
        ? null
        : savesText(context, file, textOf(content), "saved");
    if (!isRenamed && !isMade && !saved) return null;
    return {
      ...(isRenamed || saved ? { set: { fileName: named.fileName, ...saved?.set } } : {}),
      keepsVersion: !saved,
      also: [...(saved?.also ?? []), ...(isMade ? makeMain(context.db, botId, id) : [])],
      require: isRenamed ? [nameIsFree(botId, named.fileName, id)] : [],
      ensure: saved ? [withinLimits(botId)] : [],
      audit: [
        ...(isRenamed ? [fileEntry("bot.file_renamed", file, { to: named.fileName })] : []),
        ...(saved ? [fileEntry("bot.file_saved", named)] : []),
        ...(isMade ? [fileEntry("bot.file_main", named)] : []),
      ],
    };
  });
}

/** Deletes a file with its history; the main file stays. @throws AppError not_found, main_file_needed */
export function deleteFile(context: Context, id: number): Promise<void> {
  return fileRecord.remove(context, id, undefined, (file) => ({
    require: [
      guard(
        sql`exists (select 1 from ${botFiles} where id = ${id} and is_main_file = 0)`,
        botErrors.main_file_needed({ fileName: file.fileName }),
      ),
    ],
    audit: [fileEntry("bot.file_deleted", file)],
  }));
}

const versionColumns = {
  version: botFileVersions.version,
  savedAt: botFileVersions.savedAt,
  savedBy: botFileVersions.savedBy,
  origin: botFileVersions.origin,
  size: botFileVersions.size,
  stayedUp: botFileVersions.stayedUp,
};

/** The saved versions of a file without their text, newest first. @throws AppError not_found */
export async function listVersions(context: Context, id: number): Promise<BotFileVersion[]> {
  const { db } = context;
  const [[file], versions] = await readBatch(db, [
    selectFiles(context, eq(botFiles.id, id)),
    db
      .select(versionColumns)
      .from(botFileVersions)
      .where(eq(botFileVersions.fileId, id))
      .orderBy(desc(botFileVersions.version)),
  ]);
  if (!file) throw errors.not_found();
  return versions;
}

/** One saved version of a file with its text. @throws AppError not_found */
export async function getVersion(
  context: Context,
  id: number,
  version: number,
): Promise<BotFileVersion & { content: string }> {
  const { db } = context;
  const [[file], [found]] = await readBatch(db, [
    selectFiles(context, eq(botFiles.id, id)),
    db
      .select({ ...versionColumns, content: botFileVersions.content })
      .from(botFileVersions)
      .where(and(eq(botFileVersions.fileId, id), eq(botFileVersions.version, version))),
  ]);
  if (!file || !found) throw errors.not_found();
  return found;
}

/**
 * Saves an earlier version of a file as its newest, so that its history stays complete.
 * @throws AppError not_found, stale_version, bot_files_limit
 */
export function revertFile(
  context: Context,
  id: number,
  { toVersion, version }: RevertBotFileInput,
): Promise<BotFile> {
  const earlier = sql`from ${botFileVersions} where file_id = ${id} and version = ${toVersion}`;
  const text = { content: sql`(select content ${earlier})`, size: sql`(select size ${earlier})` };
  return fileRecord.edit(context, id, version, (file) =>
    toVersion === file.version
      ? null
      : {
          ...savesText(context, file, text, "reverted"),
          require: [guard(sql`exists (select 1 ${earlier})`, errors.not_found())],
          ensure: [withinLimits(file.botId)],
          audit: [fileEntry("bot.file_reverted", file, { version: toVersion })],
        },
  );
}
