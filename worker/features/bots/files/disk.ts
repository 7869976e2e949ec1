import { sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import { guard, isRefused, isUniqueViolation, runBatch, type Statement } from "../../../lib/db/client.ts";
import { botErrors } from "../bots.errors.ts";
import type { DiskDifference, SyncFilesAnswer } from "../bots.schema.ts";
import { botFiles } from "../bots.table.ts";
import { auditBot } from "../edit.ts";
import { readDiskFiles } from "../gateway/client.ts";
import {
  type FileRow,
  filesOf,
  guardLimits,
  insertFile,
  saveVersion,
  selectFiles,
  toFile,
} from "./files.rows.ts";
import { botFileContent } from "./files.schema.ts";
import { isInTheWay, overLimits, readBotFiles } from "./files.ts";

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
 * Takes the files on the gateway's disk into the record: what differs becomes a new version, what is new a new
 * file. A file that is missing there stays.
 * @throws AppError not_found, no_disk_files, bot_file_exists, bot_files_limit, gateway_…
 */
export async function syncFiles(context: Context, botId: number): Promise<SyncFilesAnswer> {
  const { db, env, actor, now } = context;
  const { bot, files } = await readBotFiles(context, botId);
  const disk = await readDiskFiles(env, botId);
  const saving = { by: actor.name, at: now.toISOString(), origin: "synced" as const };
  const known = new Map(files.map((file) => [file.fileName, file]));
  const statements: Statement[] = [];
  const counts = { updated: 0, added: 0, unchanged: 0 };
  for (const { name, content } of disk) {
    const file = known.get(name);
    if (file?.content === content) {
      counts.unchanged++;
      continue;
    }
    // What no editor could have saved is not brought in by this door either.
    if (!botFileContent.safeParse(content).success) throw overLimits();
    if (file) {
      counts.updated++;
      statements.push(
        guard(
          db,
          sql`exists (select 1 from ${botFiles} where id = ${file.id} and version = ${file.version})`,
        ),
        ...saveVersion(db, file, content, saving),
      );
    } else {
      if (files.some((each) => isInTheWay(name, each.fileName))) {
        throw botErrors.bot_file_exists({ fileName: name });
      }
      counts.added++;
      statements.push(...insertFile(db, { botId, fileName: name, content, isMainFile: false }, saving));
    }
  }
  if (!statements.length) return { ...counts, files: files.map((row) => toFile(row, actor)) };
  try {
    const results = await runBatch(db, [
      ...statements,
      guardLimits(db, botId),
      auditBot(context, "bot.files_synced", bot, { count: counts.updated + counts.added }),
      selectFiles(db, actor, filesOf(botId)),
    ]);
    const rows = results.at(-1) as FileRow[];
    return { ...counts, files: rows.map((row) => toFile(row, actor)) };
  } catch (error) {
    if (isUniqueViolation(error, "bot_file")) throw botErrors.gateway_busy();
    if (isRefused(error)) throw overLimits();
    throw error;
  }
}
