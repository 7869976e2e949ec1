import { and, desc, eq, getTableColumns, lte, type SQL, sql } from "drizzle-orm";
import { GATEWAY_LIMITS } from "../../../../bot-gateway/protocol.ts";
import type { ById, Context, MemberContext } from "../../../lib/context.ts";
import type { Db } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { Changed, type Guard, guard, write } from "../../../lib/guard.ts";
import { record } from "../../../lib/record.ts";
import { botErrors } from "../bots.errors.ts";
import { crmBotNotice } from "../bots.notices.ts";
import { assertChangeable, botAbilities, isMarkedAs } from "../bots.policy.ts";
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
import { guardBot } from "../bots.ts";
import { insertMainFile } from "./main-file.ts";

/** Newest versions of a file that are kept. */
export const VERSIONS_KEPT = 100;

const isNewest = and(eq(botFileVersions.fileId, botFiles.id), eq(botFileVersions.version, botFiles.version));

/** The statement that reads files with the text of their newest version, the main file first, then by name. */
export const selectFiles = ({ db, actor }: Context, which: SQL) =>
  db
    .select({
      ...getTableColumns(botFiles),
      content: botFileVersions.content,
      lastGoodVersion: sql<number | null>`(select max(g.version) from ${botFileVersions} g
        where g.file_id = ${botFiles.id} and g.stayed_up = 1)`.as("last_good_version"),
      botName: bots.name,
      isCrmBot: bots.isCrmBot,
    })
    .from(botFiles)
    .innerJoin(bots, eq(bots.id, botFiles.botId))
    .innerJoin(botFileVersions, isNewest)
    .where(and(eq(bots.organizationId, actor.organizationId), which))
    .orderBy(desc(botFiles.isMainFile), botFiles.fileName)
    .limit(GATEWAY_LIMITS.files);

export type FileRow = Awaited<ReturnType<typeof selectFiles>>[number];

export function toFile(row: FileRow, { actor }: Context): BotFile {
  const { update } = botAbilities(actor, row.isCrmBot);
  return { ...row, can: { update, delete: update && !row.isMainFile } };
}

export const fileRecord = record({
  table: botFiles,
  select: selectFiles,
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

/** A bot's files, the main file first; makes that of a bot that is older than files. @throws AppError not_found */
export async function readFiles(context: MemberContext, botId: number): Promise<[FileRow, ...FileRow[]]> {
  const ofBot = eq(botFiles.botId, botId);
  let files = await fileRecord.find(context, ofBot);
  if (!files.length) {
    const make = [guardBot(context, botId), ...insertMainFile(context, botId)];
    files = (await write(context.db, [...make, selectFiles(context, ofBot)])).at(-1) as FileRow[];
  }
  return files as [FileRow, ...FileRow[]];
}

/** @throws AppError not_found */
export const listFiles = async (context: MemberContext, { id }: ById): Promise<BotFile[]> =>
  (await readFiles(context, id)).map((row) => toFile(row, context));

/** Bytes of a text in UTF-8; SQL for a stored one. */
const sizeOf = (content: string | SQL) =>
  typeof content === "string" ? bytesOf(content) : sql<number>`length(cast(${content} as blob))`;

type Text = { content: string | SQL; origin: BotFileVersion["origin"] };
type Version = Text & { fileId: number | SQL; version: number };

export function insertVersion({ db, actor, now }: Context, version: Version) {
  const saved = { size: sizeOf(version.content), savedAt: now.toISOString(), savedBy: actor.name };
  return db.insert(botFileVersions).values({ ...version, ...saved });
}

export function newFile({ actor, now }: Context, botId: number, fileName: string, content: string) {
  const saved = { size: bytesOf(content), updatedAt: now.toISOString(), updatedBy: actor.name };
  return { botId, fileName, isMainFile: false, ...saved };
}

/** The part of a plan that saves a text as a file's next version and deletes its oldest one. */
export function savesText(context: MemberContext, file: FileRow, text: Text) {
  const version = file.version + 1;
  const isForgotten = lte(botFileVersions.version, version - VERSIONS_KEPT);
  return {
    set: { size: sizeOf(text.content), updatedBy: context.actor.name },
    writeAfter: [
      insertVersion(context, { fileId: file.id, version, ...text }),
      context.db.delete(botFileVersions).where(and(eq(botFileVersions.fileId, file.id), isForgotten)),
    ],
  };
}

const makeMain = (db: Db, botId: number, id: number | SQL) => [
  db.run(sql`update ${botFiles} set is_main_file = 0 where bot_id = ${botId} and is_main_file = 1`),
  db.run(sql`update ${botFiles} set is_main_file = 1 where id = ${id}`),
];

/** The guard that a name is free on every disk, in upper and lower case: as a file, and as a folder of another file. */
export function guardFreeName(botId: number, fileName: string, id = 0): Guard {
  const name = fileName.toLowerCase();
  return guard(
    sql`not exists (select 1 from ${botFiles} where bot_id = ${botId} and id <> ${id} and (lower(file_name) = ${name}
      or substr(lower(file_name), 1, ${name.length + 1}) = ${`${name}/`}
      or substr(${name}, 1, length(file_name) + 1) = lower(file_name) || '/'))`,
    botErrors.bot_file_exists({ fileName }),
  );
}

export const overLimits = () =>
  botErrors.bot_files_limit({ files: GATEWAY_LIMITS.files, kilobytes: GATEWAY_LIMITS.filesBytes / 1024 });

export const guardLimits = (botId: number): Guard =>
  guard(
    sql`(select count(*) <= ${GATEWAY_LIMITS.files} and sum(size) <= ${GATEWAY_LIMITS.filesBytes}
      from ${botFiles} where bot_id = ${botId})`,
    overLimits(),
  );

/** The guard that a file's bot is still, or still is not, the CRM bot as it was read. */
export const guardMark = ({ botId, isCrmBot, fileName: name }: FileRow): Guard =>
  guard(isMarkedAs(botId, isCrmBot), new Changed(errors.stale_version({ name })));

/** The notices of every change of a bot's files. */
export const fileNotices = ({ actor }: MemberContext, { botName: name, isCrmBot }: FileRow, file: string) =>
  isCrmBot ? [crmBotNotice(actor, "bots.crm_files_changed", { name, file })] : [];

/** Adds a file to a bot. @throws AppError not_found, bot_file_exists, bot_files_limit, as `assertChangeable` */
export async function createFile(context: MemberContext, input: CreateBotFileInput): Promise<BotFile> {
  const { botId, fileName, content, isMainFile } = input;
  return fileRecord.create(context, async () => {
    const [main] = await readFiles(context, botId);
    assertChangeable(context, main);
    return {
      values: newFile(context, botId, fileName, content),
      name: fileName,
      checkBefore: [guardMark(main), guardFreeName(botId, fileName)],
      writeAfter: (id) => [
        insertVersion(context, { fileId: id, version: 1, content, origin: "created" }),
        ...(isMainFile ? makeMain(context.db, botId, id) : []),
      ],
      checkAfter: [guardLimits(botId)],
      audit: [fileEntry("bot.file_created", { botId, botName: main.botName, fileName })],
      notices: fileNotices(context, main, fileName),
    };
  });
}

/**
 * Saves a file, renames it, makes it the main one, or all of these at once. Only a changed text makes a new version, so that
 * other users' edits of the text stay valid after a rename.
 * @throws AppError not_found, stale_version, bot_files_limit, bot_file_exists, as `assertChangeable`
 */
export const updateFile = (context: MemberContext, { id, ...input }: ById<UpdateBotFileInput>) =>
  fileRecord.edit(context, id, input.version, (file) => {
    assertChangeable(context, file);
    const { content = file.content, fileName = file.fileName } = input;
    const named = { ...file, fileName };
    const isRenamed = fileName !== file.fileName;
    const isMade = input.isMainFile && !file.isMainFile;
    const saved = content === file.content ? null : savesText(context, file, { content, origin: "saved" });
    if (!isRenamed && !isMade && !saved) return null;
    return {
      set: { fileName, ...saved?.set },
      keepsVersion: !saved,
      writeAfter: [...(saved?.writeAfter ?? []), ...(isMade ? makeMain(context.db, file.botId, id) : [])],
      checkBefore: [guardMark(file), guardFreeName(file.botId, fileName, id)],
      checkAfter: [guardLimits(file.botId)],
      audit: [
        ...(isRenamed ? [fileEntry("bot.file_renamed", file, { from: file.fileName, to: fileName })] : []),
        ...(saved ? [fileEntry("bot.file_saved", named)] : []),
        ...(isMade ? [fileEntry("bot.file_main", named)] : []),
      ],
      notices: fileNotices(context, file, fileName),
    };
  });

/** Deletes a file with its history; the main file stays. @throws AppError not_found, main_file_needed, as `assertChangeable` */
export const deleteFile = (context: MemberContext, { id }: ById) =>
  fileRecord.remove(context, id, (file) => {
    assertChangeable(context, file);
    const isSpare = sql`(select is_main_file = 0 from ${botFiles} where id = ${id})`;
    return {
      checkBefore: [guardMark(file), guard(isSpare, botErrors.main_file_needed({ fileName: file.fileName }))],
      audit: [fileEntry("bot.file_deleted", file)],
      notices: fileNotices(context, file, file.fileName),
    };
  });

const { content: _, ...versionColumns } = getTableColumns(botFileVersions);

const isVersionOf = ({ actor }: MemberContext, id: number) =>
  sql`${botFileVersions.fileId} = (select f.id from ${botFiles} f join ${bots} b on b.id = f.bot_id
    where f.id = ${id} and b.organization_id = ${actor.organizationId})`;

/** The saved versions of a file without their text, newest first. @throws AppError not_found */
export async function listVersions(context: MemberContext, { id }: ById): Promise<BotFileVersion[]> {
  const versions = await context.db
    .select(versionColumns)
    .from(botFileVersions)
    .where(isVersionOf(context, id))
    .orderBy(desc(botFileVersions.version));
  if (!versions.length) throw errors.not_found();
  return versions;
}

/** @throws AppError not_found */
export async function getVersion(context: MemberContext, { id, version }: ById<{ version: number }>) {
  const [found] = await context.db
    .select({ ...versionColumns, content: botFileVersions.content })
    .from(botFileVersions)
    .where(and(isVersionOf(context, id), eq(botFileVersions.version, version)));
  if (!found) throw errors.not_found();
  return found;
}

/** Saves an earlier version as the newest. @throws AppError not_found, stale_version, bot_files_limit, as `assertChangeable` */
export function revertFile(context: MemberContext, { id, toVersion, version }: ById<RevertBotFileInput>) {
  const earlier = sql`from ${botFileVersions} where file_id = ${id} and version = ${toVersion}`;
  return fileRecord.edit(context, id, version, (file) => {
    assertChangeable(context, file);
    if (toVersion === file.version) return null;
    const saved = savesText(context, file, { content: sql`(select content ${earlier})`, origin: "reverted" });
    return {
      ...saved,
      checkBefore: [guardMark(file), guard(sql`exists (select 1 ${earlier})`, errors.not_found())],
      checkAfter: [guardLimits(file.botId)],
      audit: [fileEntry("bot.file_reverted", file, { version: toVersion })],
      notices: fileNotices(context, file, file.fileName),
    };
  });
}
