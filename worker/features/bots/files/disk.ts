import { eq, sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import { errors } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { requireChangeable } from "../bots.policy.ts";
import { botFileContent, type DiskDifference, type SyncFilesAnswer } from "../bots.schema.ts";
import { botFiles } from "../bots.table.ts";
import { botAudit } from "../bots.texts.ts";
import { readDiskFiles } from "../gateway/client.ts";
import {
  changing,
  type FileRow,
  fileRecord,
  insertVersion,
  nameIsFree,
  newFile,
  overLimits,
  readFiles,
  savesText,
  selectFiles,
  toFile,
  withinLimits,
} from "./files.ts";

/** Files on record and on the gateway's disk that differ. @throws AppError not_found, no_disk_files, gateway_… */
export async function listDifferences(context: Context, botId: number): Promise<DiskDifference[]> {
  const files = await readFiles(context, botId);
  const disk = new Map((await readDiskFiles(context.env, botId)).map(({ name, content }) => [name, content]));
  const record = new Map(files.map(({ fileName, content }) => [fileName, content]));
  return [...new Set([...record.keys(), ...disk.keys()])]
    .sort()
    .map((name) => ({ fileName: name, record: record.get(name) ?? null, disk: disk.get(name) ?? null }))
    .filter(({ record, disk }) => record !== disk);
}

/**
 * Takes the files on the gateway's disk into the record: one that differs becomes a new version, one that is not
 * known a new file. A file that is missing there stays.
 * @throws AppError not_found, crm_bot_protected, no_disk_files, bot_file_exists, bot_files_limit, stale_version,
 * gateway_…
 */
export async function syncFiles(context: Context, botId: number): Promise<SyncFilesAnswer> {
  const { db, env } = context;
  const files = await readFiles(context, botId);
  requireChangeable(context.actor, files[0]);
  const disk = await readDiskFiles(env, botId);
  const bot = { id: botId, name: files[0].botName };
  const known = new Map(files.map((file) => [file.fileName, file]));
  const news = disk.filter(({ name, content }) => known.get(name)?.content !== content);
  const updated = news.filter(({ name }) => known.has(name)).length;
  const counts = { updated, added: news.length - updated, unchanged: disk.length - news.length };
  if (!news.length) return { ...counts, files: files.map((row) => toFile(row, context)) };
  // The limits of the editor hold here, too.
  if (!news.every(({ content }) => botFileContent.safeParse(content).success)) throw overLimits();
  const changed = errors.stale_version(bot);
  const newest = sql`(select max(id) from ${botFiles})`;
  const names = news
    .map(({ name }) => name)
    .join(", ")
    .slice(0, 200);
  const results = await changing(context, (besides) => {
    const { require, also } = besides(files[0], names);
    return write(db, [
      ...require,
      ...news.flatMap(({ name, content }) => {
        const file = known.get(name);
        if (file) {
          const plan = { ...savesText(context, file, { content, origin: "synced" }), audit: [] };
          return [fileRecord.atVersion(file, changed), ...fileRecord.steps(context, file, plan)];
        }
        return [
          nameIsFree(botId, name),
          db.insert(botFiles).values(newFile(context, botId, name, content)),
          insertVersion(context, newest, 1, { content, origin: "synced" }),
        ];
      }),
      withinLimits(botId),
      botAudit.write(context, { action: "bot.files_synced", entity: bot, details: { count: news.length } }),
      ...also,
      selectFiles(context, eq(botFiles.botId, botId)),
    ]);
  });
  return { ...counts, files: (results.at(-1) as FileRow[]).map((row) => toFile(row, context)) };
}
