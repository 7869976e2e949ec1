import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { guard, write } from "../../../lib/guard.ts";
import { botErrors } from "../bots.errors.ts";
import { type BotRow, selectBot } from "../bots.rows.ts";
import type { BotFile, BotFileVersion, DiskDifference, SyncFilesAnswer } from "../bots.schema.ts";
import { botFiles, botFileVersions, bots } from "../bots.table.ts";
import { botAudit } from "../bots.texts.ts";
import { readDiskFiles } from "../gateway/client.ts";
import {
  type FileRow,
  fileEntry,
  fileRecord,
  insertMainFile,
  insertVersion,
  nameIsFree,
  newFile,
  overLimits,
  savesText,
  selectFiles,
  textOf,
  toFile,
  withinLimits,
} from "./files.rows.ts";
import {
  botFileContent,
  type CreateBotFileInput,
  type RevertBotFileInput,
  type UpdateBotFileInput,
} from "./files.schema.ts";

/**
 * A bot and its files, the main file first. A bot that is older than files are gets its framework's main file.
 * @throws AppError not_found
 */
async function readBotFiles(context: Context, botId: number): Promise<{ bot: BotRow; files: FileRow[] }> {
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

/** The statements that make a file the main one in the place of another. */
const makeMain = (db: Db, botId: number, id: number | SQL): Statement[] => [
  db.run(sql`update ${botFiles} set is_main_file = 0 where bot_id = ${botId} and is_main_file = 1`),
  db.run(sql`update ${botFiles} set is_main_file = 1 where id = ${id}`),
];

/** Adds a file to a bot. @throws AppError not_found, bot_file_exists, bot_files_limit */
export async function createFile(context: Context, input: CreateBotFileInput): Promise<BotFile> {
  const { botId, fileName, isMainFile } = input;
  const { bot } = await readBotFiles(context, botId);
  const text = textOf(input.content);
  return fileRecord.create(context, {
    values: newFile(context, botId, fileName, text.size),
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
  return fileRecord.remove(context, id, (file) => ({
    require: [
      guard(
        sql`exists (select 1 from ${botFiles} where id = ${id} and is_main_file = 0)`,
        botErrors.main_file_needed({ fileName: file.fileName }),
      ),
    ],
    audit: [fileEntry("bot.file_deleted", file)],
  }));
}

const { fileId: _fileId, content, ...versionColumns } = getTableColumns(botFileVersions);

/** The condition that a version is of this file, of a bot of the actor's organization. */
const isVersionOf = ({ actor }: Context, id: number) =>
  sql`${botFileVersions.fileId} = (select f.id from ${botFiles} f join ${bots} b on b.id = f.bot_id
    where f.id = ${id} and b.organization_id = ${actor.organizationId})`;

/** The saved versions of a file without their text, newest first. @throws AppError not_found */
export async function listVersions(context: Context, id: number): Promise<BotFileVersion[]> {
  const versions = await context.db
    .select(versionColumns)
    .from(botFileVersions)
    .where(isVersionOf(context, id))
    .orderBy(desc(botFileVersions.version));
  if (!versions.length) throw errors.not_found();
  return versions;
}

/** One saved version of a file with its text. @throws AppError not_found */
export async function getVersion(
  context: Context,
  id: number,
  version: number,
): Promise<BotFileVersion & { content: string }> {
  const [found] = await context.db
    .select({ ...versionColumns, content })
    .from(botFileVersions)
    .where(and(isVersionOf(context, id), eq(botFileVersions.version, version)));
  if (!found) throw errors.not_found();
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

/**
 * Files that differ between the record and the gateway's disk, by name.
 * @throws AppError not_found, no_disk_files, gateway_…
 */
export async function listDifferences(context: Context, botId: number): Promise<DiskDifference[]> {
  const { files } = await readBotFiles(context, botId);
  const disk = new Map((await readDiskFiles(context.env, botId)).map(({ name, content }) => [name, content]));
  const record = new Map(files.map(({ fileName, content }) => [fileName, content]));
  const names = [...new Set([...record.keys(), ...disk.keys()])].sort();
  return names
    .map((fileName) => ({
      fileName,
      record: record.get(fileName) ?? null,
      disk: disk.get(fileName) ?? null,
    }))
    .filter(({ record, disk }) => record !== disk);
}

/**
 * Takes the files on the gateway's disk into the record: one that differs becomes a new version, one that is not
 * known a new file. A file that is missing there stays.
 * @throws AppError not_found, no_disk_files, bot_file_exists, bot_files_limit, stale_version, gateway_…
 */
export async function syncFiles(context: Context, botId: number): Promise<SyncFilesAnswer> {
  const { db, env } = context;
  const { bot, files } = await readBotFiles(context, botId);
  const disk = await readDiskFiles(env, botId);
  const known = new Map(files.map((file) => [file.fileName, file]));
  const news = disk.filter(({ name, content }) => known.get(name)?.content !== content);
  // The limits of the editor hold here, too.
  if (!news.every(({ content }) => botFileContent.safeParse(content).success)) throw overLimits();
  const updated = news.filter(({ name }) => known.has(name)).length;
  const counts = { updated, added: news.length - updated, unchanged: disk.length - news.length };
  if (!news.length) return { ...counts, files: files.map((row) => toFile(row, context)) };
  const changed = errors.stale_version({ name: bot.name });
  const results = await write(db, [
    ...news.flatMap(({ name, content }) => {
      const file = known.get(name);
      const text = textOf(content);
      if (file) {
        const plan = { ...savesText(context, file, text, "synced"), audit: [] };
        return [fileRecord.atVersion(file, changed), ...fileRecord.steps(context, file, plan)];
      }
      return [
        nameIsFree(botId, name),
        db.insert(botFiles).values(newFile(context, botId, name, text.size)),
        insertVersion(context, sql`(select max(id) from ${botFiles})`, 1, text, "synced"),
      ];
    }),
    withinLimits(botId),
    botAudit.write(context, { action: "bot.files_synced", entity: bot, details: { count: news.length } }),
    selectFiles(context, eq(botFiles.botId, botId)),
  ]);
  return { ...counts, files: (results.at(-1) as FileRow[]).map((row) => toFile(row, context)) };
}
