import { eq } from "drizzle-orm";
import type { ById, MemberContext } from "../../../lib/context.ts";
import { errors } from "../../../lib/errors.ts";
import { guard, newest, write } from "../../../lib/guard.ts";
import { notify } from "../../../lib/notify.ts";
import { assertChangeable } from "../bots.policy.ts";
import { botFileContent, type DiskDifference, type SyncFilesAnswer } from "../bots.schema.ts";
import { botFiles } from "../bots.table.ts";
import { botAudit } from "../bots.texts.ts";
import { readDiskFiles } from "../gateway/client.ts";
import {
  type FileRow,
  fileNotices,
  fileRecord,
  guardFreeName,
  guardLimits,
  guardMark,
  insertVersion,
  newFile,
  overLimits,
  readFiles,
  savesText,
  selectFiles,
  toFile,
} from "./files.ts";

/** Files that differ between the record and the gateway's disk. @throws AppError not_found, no_disk_files, gateway_… */
export async function listDifferences(
  context: MemberContext,
  { id: botId }: ById,
): Promise<DiskDifference[]> {
  const files = await readFiles(context, botId);
  const disk = new Map((await readDiskFiles(context.env, botId)).map(({ name, content }) => [name, content]));
  const record = new Map(files.map(({ fileName, content }) => [fileName, content]));
  return [...new Set([...record.keys(), ...disk.keys()])]
    .sort()
    .map((name) => ({ fileName: name, record: record.get(name) ?? null, disk: disk.get(name) ?? null }))
    .filter(({ record, disk }) => record !== disk);
}

/**
 * Saves the files that differ on the gateway's disk as new versions or files. A file that is missing there stays.
 * @throws AppError not_found, no_disk_files, bot_file_exists, bot_files_limit, stale_version, gateway_…, as
 *   `assertChangeable`
 */
export async function syncFiles(context: MemberContext, { id: botId }: ById): Promise<SyncFilesAnswer> {
  const { db, env } = context;
  const files = await readFiles(context, botId);
  assertChangeable(context, files[0]);
  const disk = await readDiskFiles(env, botId);
  const bot = { id: botId, name: files[0].botName };
  const known = new Map(files.map((file) => [file.fileName, file]));
  const news = disk.filter(({ name, content }) => known.get(name)?.content !== content);
  const updated = news.filter(({ name }) => known.has(name)).length;
  const counts = { updated, added: news.length - updated, unchanged: disk.length - news.length };
  if (!news.length) return { ...counts, files: files.map((row) => toFile(row, context)) };
  // The limits of the editor hold here, too.
  if (!news.every(({ content }) => botFileContent.safeParse(content).success)) throw overLimits();
  const names = news.map(({ name }) => name).join(", ");
  const notices = fileNotices(context, files[0], names.slice(0, 200));
  const results = await write(db, [
    guardMark(files[0]),
    ...news.flatMap(({ name, content }) => {
      const file = known.get(name);
      if (file) {
        const plan = { ...savesText(context, file, { content, origin: "synced" }), audit: [] };
        // Without the current file: the route answers all of them.
        const stale = errors.stale_version({ name });
        return [
          guard(fileRecord.isUnchanged(context, file), stale),
          ...fileRecord.steps(context, file, plan),
        ];
      }
      return [
        guardFreeName(botId, name),
        db.insert(botFiles).values(newFile(context, botId, name, content)),
        insertVersion(context, { fileId: newest(botFiles), version: 1, content, origin: "synced" }),
      ];
    }),
    guardLimits(botId),
    botAudit.write(context, { action: "bot.files_synced", entity: bot, details: { count: news.length } }),
    ...notices.flatMap((each) => notify(context, each)),
    selectFiles(context, eq(botFiles.botId, botId)),
  ]);
  return { ...counts, files: (results.at(-1) as FileRow[]).map((row) => toFile(row, context)) };
}
