import { eq, sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import { errors } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import type { DiskDifference, SyncFilesAnswer } from "../bots.schema.ts";
import { botFiles } from "../bots.table.ts";
import { botAudit } from "../bots.texts.ts";
import { readDiskFiles } from "../gateway/client.ts";
import {
  type FileRow,
  fileRecord,
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
import { botFileContent } from "./files.schema.ts";
import { readBotFiles } from "./files.ts";

/**
 * Files that differ between the record and the gateway's disk, by name.
 * @throws AppError not_found, no_disk_files, gateway_…
 */
export async function listDifferences(context: Context, botId: number): Promise<DiskDifference[]> {
  const { files } = await readBotFiles(context, botId);
  const disk = new Map((await readDiskFiles(context.env, botId)).map(({ name, content }) => [name, content]));
  const record = new Map(files.map(({ fileName, content }) => [fileName, content]));
  return [...new Set([...record.keys(), ...disk.keys()])]
    .filter((name) => record.get(name) !== disk.get(name))
    .sort()
    .map((fileName) => ({
      fileName,
      record: record.get(fileName) ?? null,
      disk: disk.get(fileName) ?? null,
    }));
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
        db.insert(botFiles).values(newFile(context, botId, name, text)),
        insertVersion(context, sql`(select max(id) from ${botFiles})`, 1, text, "synced"),
      ];
    }),
    withinLimits(botId),
    botAudit.write(context, { action: "bot.files_synced", entity: bot, details: { count: news.length } }),
    selectFiles(context, eq(botFiles.botId, botId)),
  ]);
  const rows = results.at(-1) as FileRow[];
  return { ...counts, files: rows.map((row) => toFile(row, context)) };
}
