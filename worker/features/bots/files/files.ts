import { and, desc, eq, getTableColumns, lte, type SQL, sql } from "drizzle-orm";
import { GATEWAY_LIMITS } from "../../../../bot-gateway/protocol.ts";
import type { Context } from "../../../lib/context.ts";
import type { Db, Statement } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { type Guard, guard, write } from "../../../lib/guard.ts";
import { record } from "../../../lib/record.ts";
import { alertAdministrators, mailAdministrators } from "../alerts.ts";
import { botErrors } from "../bots.errors.ts";
import { botAbilities, requireChangeable, staysMarked } from "../bots.policy.ts";
import {
  type BotFile,
  type BotFileVersion,
  botFile,
  bytesOf,
  type CreateBotFileInput,
  type RevertBotFileInput,
  type UpdateBotFileInput,
} from "../bots.schema.ts";
import { botFiles, botFileVersions, bots } from "../bots.table.ts";
import { type BotAction, botAudit } from "../bots.texts.ts";
import { botExists } from "../bots.ts";
import { insertMainFile } from "./main-file.ts";

/** Versions that are kept of each file. */
const VERSIONS_KEPT = 100;

export type FileRow = Omit<BotFile, "can"> & { botName: string; isCrmBot: boolean };

const { size: _size, ...fileColumns } = getTableColumns(botFiles);

/** The statement that reads files with the text of their newest version, by name with the main file first. */
export const selectFiles = ({ db, actor }: Pick<Context, "db" | "actor">, which: SQL) =>
  db
    .select({
      ...fileColumns,
      content: botFileVersions.content,
      lastGoodVersion: sql<number | null>`(select max(g.version) from ${botFileVersions} g
        where g.file_id = ${botFiles.id} and g.stayed_up = 1)`.as("last_good_version"),
      botName: bots.name,
      isCrmBot: bots.isCrmBot,
    })
    .from(botFiles)
    .innerJoin(bots, eq(bots.id, botFiles.botId))
    .innerJoin(
      botFileVersions,
      and(eq(botFileVersions.fileId, botFiles.id), eq(botFileVersions.version, botFiles.version)),
    )
    .where(and(eq(bots.organizationId, actor.organizationId), which))
    .orderBy(desc(botFiles.isMainFile), botFiles.fileName)
    .limit(GATEWAY_LIMITS.files);

/** A file as its readers get it. */
export function toFile(
  { botName: _botName, isCrmBot, ...row }: FileRow,
  { actor }: Pick<Context, "actor">,
): BotFile {
  const { update } = botAbilities(actor, isCrmBot);
  return { ...row, can: { update, delete: update && !row.isMainFile } };
}

export const fileRecord = record({
  table: botFiles,
  select: (context, which) => selectFiles(context, which),
  answers: botFile,
  present: toFile,
  nameOf: ({ fileName }) => fileName,
  audit: botAudit,
});

/** The audit entry of a change of a file: it is about the file's bot. */
const fileEntry = (
  action: BotAction,
  { botId, botName, fileName }: Pick<FileRow, "botId" | "botName" | "fileName">,
  details: Record<string, string | number> = {},
) => ({ action, entity: { id: botId, name: botName }, details: { file: fileName, ...details } });

/** A bot's files, the main file first. Bots that are older than files get theirs now. @throws AppError not_found */
export async function readFiles(context: Context, botId: number): Promise<[FileRow, ...FileRow[]]> {
  const ofBot = eq(botFiles.botId, botId);
  let files = await fileRecord.find(context, ofBot);
  if (!files.length) {
    const make = [botExists(context, botId), ...insertMainFile(context, botId)];
    files = (await write(context.db, [...make, selectFiles(context, ofBot)])).at(-1) as FileRow[];
  }
  return files as [FileRow, ...FileRow[]];
}

/** A bot's files with their text, the main file first. @throws AppError not_found */
export async function listFiles(context: Context, botId: number): Promise<BotFile[]> {
  return (await readFiles(context, botId)).map((row) => toFile(row, context));
}

/** Bytes of UTF-8 of a text; SQL for one that the database has already. */
const sizeOf = (content: string | SQL) =>
  typeof content === "string" ? bytesOf(content) : sql<number>`length(cast(${content} as blob))`;

type Text = { content: string | SQL; origin: BotFileVersion["origin"] };

/** The statement that adds a version of a file. */
export const insertVersion = (
  { db, actor, now }: Context,
  fileId: number | SQL,
  version: number,
  text: Text,
) => {
  const saved = { size: sizeOf(text.content), savedAt: now.toISOString(), savedBy: actor.name };
  return db.insert(botFileVersions).values({ fileId, version, ...text, ...saved });
};

/** The values of a new file, which is not the main one. */
export const newFile = ({ actor, now }: Context, botId: number, fileName: string, content: string) => ({
  botId,
  fileName,
  isMainFile: false,
  size: bytesOf(content),
  updatedAt: now.toISOString(),
  updatedBy: actor.name,
});

/** The part of a plan that saves a text as a file's next version and forgets its oldest one. */
export function savesText(context: Context, file: FileRow, text: Text) {
  const version = file.version + 1;
  const isForgotten = lte(botFileVersions.version, version - VERSIONS_KEPT);
  return {
    set: { size: sizeOf(text.content), updatedBy: context.actor.name },
    also: [
      insertVersion(context, file.id, version, text),
      context.db.delete(botFileVersions).where(and(eq(botFileVersions.fileId, file.id), isForgotten)),
    ],
  };
}

/** The statements that make a file the main one in the place of another. */
const makeMain = (db: Db, botId: number, id: number | SQL): Statement[] => [
  db.run(sql`update ${botFiles} set is_main_file = 0 where bot_id = ${botId} and is_main_file = 1`),
  db.run(sql`update ${botFiles} set is_main_file = 1 where id = ${id}`),
];

/**
 * The guard that a name is free on every disk: no other file of the bot has it in any case, nor lies in a folder
 * of that name, nor is a folder in its path.
 */
export function nameIsFree(botId: number, fileName: string, id = 0): Guard {
  const name = fileName.toLowerCase();
  return guard(
    sql`not exists (select 1 from ${botFiles} where bot_id = ${botId} and id <> ${id} and (lower(file_name) = ${name}
      or substr(lower(file_name), 1, ${name.length + 1}) = ${`${name}/`}
      or substr(${name}, 1, length(file_name) + 1) = lower(file_name) || '/'))`,
    botErrors.bot_file_exists({ fileName }),
  );
}

/** The error for files that are too many or too large together. */
export const overLimits = () =>
  botErrors.bot_files_limit({ files: GATEWAY_LIMITS.files, kilobytes: GATEWAY_LIMITS.filesBytes / 1024 });

/** The guard that a bot's files are within the limits. */
export const withinLimits = (botId: number): Guard =>
  guard(
    sql`(select count(*) <= ${GATEWAY_LIMITS.files} and sum(size) <= ${GATEWAY_LIMITS.filesBytes}
      from ${botFiles} where bot_id = ${botId})`,
    overLimits(),
  );

type OfBot = Pick<FileRow, "botId" | "botName" | "isCrmBot">;

/**
 * Changes files of a bot; where it is the CRM bot the other administrators are told.
 * @param change gets a function that answers what the change requires and writes besides
 */
export async function changing<Answer>(
  context: Context,
  change: (besides: (of: OfBot, file: string) => { require: Guard[]; also: Statement[] }) => Promise<Answer>,
): Promise<Answer> {
  let told = null as { name: string; file: string } | null;
  const answer = await change((of, file) => {
    const bot = { id: of.botId, name: of.botName, isCrmBot: of.isCrmBot };
    told = bot.isCrmBot ? { name: bot.name, file } : null;
    const alerts = told ? alertAdministrators(context, "bots.crm_files_changed", told) : [];
    return { require: [staysMarked(bot)], also: alerts };
  });
  if (told) mailAdministrators(context, "bots.crm_files_changed", told);
  return answer;
}

/** Adds a file to a bot. @throws AppError not_found, crm_bot_protected, bot_file_exists, bot_files_limit */
export async function createFile(context: Context, input: CreateBotFileInput): Promise<BotFile> {
  const { botId, fileName, content, isMainFile } = input;
  const [main] = await readFiles(context, botId);
  requireChangeable(context.actor, main);
  return changing(context, (besides) => {
    const { require, also } = besides(main, fileName);
    return fileRecord.create(context, {
      values: newFile(context, botId, fileName, content),
      name: fileName,
      require: [...require, nameIsFree(botId, fileName)],
      also: (id) => [
        insertVersion(context, id, 1, { content, origin: "created" }),
        ...(isMainFile ? makeMain(context.db, botId, id) : []),
        ...also,
      ],
      ensure: [withinLimits(botId)],
      audit: [fileEntry("bot.file_created", { botId, botName: main.botName, fileName })],
    });
  });
}

/**
 * Saves a file, renames it, makes it the main one, or all of these at once. Only a new text makes a new version:
 * other users' work on the text stays valid when the file is renamed.
 * @throws AppError not_found, crm_bot_protected, stale_version, bot_files_limit, bot_file_exists
 */
export const updateFile = (context: Context, id: number, input: UpdateBotFileInput): Promise<BotFile> =>
  changing(context, (besides) =>
    fileRecord.edit(context, id, input.version, (file) => {
      requireChangeable(context.actor, file);
      const { botId } = file;
      const { content = file.content, fileName = file.fileName } = input;
      const named = { ...file, fileName };
      const isRenamed = fileName !== file.fileName;
      const isMade = input.isMainFile && !file.isMainFile;
      const saved = content === file.content ? null : savesText(context, file, { content, origin: "saved" });
      if (!isRenamed && !isMade && !saved) return null;
      const { require, also } = besides(file, fileName);
      return {
        set: { fileName, ...saved?.set },
        keepsVersion: !saved,
        also: [...(saved?.also ?? []), ...(isMade ? makeMain(context.db, botId, id) : []), ...also],
        require: [...require, nameIsFree(botId, fileName, id)],
        ensure: [withinLimits(botId)],
        audit: [
          ...(isRenamed ? [fileEntry("bot.file_renamed", file, { from: file.fileName, to: fileName })] : []),
          ...(saved ? [fileEntry("bot.file_saved", named)] : []),
          ...(isMade ? [fileEntry("bot.file_main", named)] : []),
        ],
      };
    }),
  );

/** Deletes a file with its history; the main file stays. @throws AppError not_found, crm_bot_protected, main_file_needed */
export function deleteFile(context: Context, id: number): Promise<void> {
  const isSpare = sql`(select is_main_file = 0 from ${botFiles} where id = ${id})`;
  return changing(context, (besides) =>
    fileRecord.remove(context, id, (file) => {
      requireChangeable(context.actor, file);
      const { require, also } = besides(file, file.fileName);
      const spare = guard(isSpare, botErrors.main_file_needed({ fileName: file.fileName }));
      return { require: [...require, spare], also, audit: [fileEntry("bot.file_deleted", file)] };
    }),
  );
}

const { fileId: _fileId, content: _content, ...versionColumns } = getTableColumns(botFileVersions);

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
export async function getVersion(context: Context, id: number, version: number) {
  const [found] = await context.db
    .select({ ...versionColumns, content: botFileVersions.content })
    .from(botFileVersions)
    .where(and(isVersionOf(context, id), eq(botFileVersions.version, version)));
  if (!found) throw errors.not_found();
  return found;
}

/**
 * Saves an earlier version as a file's newest.
 * @throws AppError not_found, crm_bot_protected, stale_version, bot_files_limit
 */
export function revertFile(context: Context, id: number, input: RevertBotFileInput): Promise<BotFile> {
  const { toVersion, version } = input;
  const earlier = sql`from ${botFileVersions} where file_id = ${id} and version = ${toVersion}`;
  return changing(context, (besides) =>
    fileRecord.edit(context, id, version, (file) => {
      requireChangeable(context.actor, file);
      if (toVersion === file.version) return null;
      const { require, also } = besides(file, file.fileName);
      const saved = savesText(context, file, {
        content: sql`(select content ${earlier})`,
        origin: "reverted",
      });
      return {
        set: saved.set,
        also: [...saved.also, ...also],
        require: [...require, guard(sql`exists (select 1 ${earlier})`, errors.not_found())],
        ensure: [withinLimits(file.botId)],
        audit: [fileEntry("bot.file_reverted", file, { version: toVersion })],
      };
    }),
  );
}
