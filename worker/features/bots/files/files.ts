import { sql } from "drizzle-orm";
import { GATEWAY_LIMITS } from "../../../../bot-gateway/protocol.ts";
import type { Context } from "../../../lib/context.ts";
import {
  guard,
  isRefused,
  isUniqueViolation,
  readBatch,
  runBatch,
  type Statement,
} from "../../../lib/db/client.ts";
import { type AppError, errors } from "../../../lib/errors.ts";
import type { AuditAction } from "../../activity/list.ts";
import { botErrors } from "../bots.errors.ts";
import { type BotRow, selectBot } from "../bots.rows.ts";
import type { BotFile, BotFileVersion } from "../bots.schema.ts";
import { botFiles, botFileVersions } from "../bots.table.ts";
import { auditBot } from "../edit.ts";
import {
  type FileRow,
  fileOf,
  filesOf,
  guardLimits,
  guardName,
  insertFile,
  insertMainFile,
  makeMain,
  saveVersion,
  selectFiles,
  setName,
  sizeOf,
  toFile,
} from "./files.rows.ts";
import type { CreateBotFileInput, RevertBotFileInput, UpdateBotFileInput } from "./files.schema.ts";

/** The error for files that are too many or too large together. */
export const overLimits = () =>
  botErrors.bot_files_limit({
    files: GATEWAY_LIMITS.files,
    kilobytes: GATEWAY_LIMITS.filesBytes / 1024,
  });

/**
 * A bot and its files, the main file first. One that has none, because it is older than files are, gets its
 * framework's main file.
 * @throws AppError not_found
 */
export async function readBotFiles(
  context: Context,
  botId: number,
): Promise<{ bot: BotRow; files: FileRow[] }> {
  const { db, actor, now } = context;
  const [[bot], files] = await readBatch(db, [
    selectBot(db, actor, botId),
    selectFiles(db, actor, filesOf(botId)),
  ]);
  if (!bot) throw errors.not_found();
  if (files.length) return { bot, files };
  const results = await runBatch(db, [
    ...insertMainFile(db, bot, actor.name, now.toISOString()),
    selectFiles(db, actor, filesOf(botId)),
  ]).catch((error) => {
    // Somebody else's request gave it to the bot at the same moment.
    if (isUniqueViolation(error, "bot_files")) return [null];
    throw error;
  });
  const made = results.at(-1) as FileRow[] | null;
  return made ? { bot, files: made } : readBotFiles(context, botId);
}

/** A bot's files with their text, the main file first. @throws AppError not_found */
export async function listFiles(context: Context, botId: number): Promise<BotFile[]> {
  const { files } = await readBotFiles(context, botId);
  return files.map((row) => toFile(row, context.actor));
}

async function findFile({ db, actor }: Context, id: number): Promise<FileRow> {
  const [row] = await selectFiles(db, actor, fileOf(id));
  if (!row) throw errors.not_found();
  return row;
}

/** Whether a name is taken on a disk by another: the same but for case, or a folder in the other's way. */
export function isInTheWay(name: string, other: string): boolean {
  const [one, two] = [name.toLowerCase(), other.toLowerCase()];
  return one === two || one.startsWith(`${two}/`) || two.startsWith(`${one}/`);
}

/** Adds a file to a bot. @throws AppError not_found, bot_file_exists, bot_files_limit */
export async function createFile(context: Context, input: CreateBotFileInput): Promise<BotFile> {
  const { db, actor, now } = context;
  const { botId, fileName, content } = input;
  const { bot, files } = await readBotFiles(context, botId);
  if (files.some((each) => isInTheWay(fileName, each.fileName))) {
    throw botErrors.bot_file_exists({ fileName });
  }
  const used = files.reduce((sum, { size }) => sum + size, sizeOf(content));
  if (files.length >= GATEWAY_LIMITS.files || used > GATEWAY_LIMITS.filesBytes) throw overLimits();
  const saving = { by: actor.name, at: now.toISOString(), origin: "created" as const };
  try {
    const results = await runBatch(db, [
      ...insertFile(db, { botId, fileName, content, isMainFile: false }, saving),
      ...(input.isMainFile ? makeMain(db, { botId, fileName }) : []),
      guardLimits(db, botId),
      auditBot(context, "bot.file_created", bot, { file: fileName }),
      selectFiles(db, actor, sql`${filesOf(botId)} and f.file_name = ${fileName}`),
    ]);
    const [made] = results.at(-1) as FileRow[];
    return toFile(made as FileRow, actor);
  } catch (error) {
    if (isUniqueViolation(error, "bot_files")) throw botErrors.bot_file_exists({ fileName });
    if (isRefused(error)) throw overLimits();
    throw error;
  }
}

type Edit = {
  action: AuditAction;
  statements: Statement[];
  details?: Record<string, string | number | null>;
  /** What it means when a statement refuses a file that is as it was read; the limits unless told. */
  refusal?: AppError;
};

/**
 * Reads a file, and the text of one version of it where that is wanted, and runs an edit of it.
 * @throws AppError not_found, stale_version, bot_files_limit
 */
async function editFile(
  context: Context,
  id: number,
  version: number | undefined,
  edit: (file: FileRow, wanted: string | undefined) => Edit | null,
  wantedVersion = 0,
): Promise<BotFile> {
  const { db, actor } = context;
  const [[file], [wanted]] = await readBatch(db, [
    selectFiles(db, actor, fileOf(id)),
    db.all<{ content: string }>(
      sql`select content from ${botFileVersions} where file_id = ${id} and version = ${wantedVersion}`,
    ),
  ]);
  if (!file) throw errors.not_found();
  if (version !== undefined && version !== file.version) {
    throw errors.stale_version({ name: file.fileName }, { current: toFile(file, actor) });
  }
  const made = edit(file, wanted?.content);
  if (!made) return toFile(file, actor);
  try {
    const results = await runBatch(db, [
      guard(db, sql`exists (select 1 from ${botFiles} where id = ${id} and version = ${file.version})`),
      ...made.statements,
      auditBot(
        context,
        made.action,
        { id: file.botId, name: file.botName },
        { file: file.fileName, ...made.details },
      ),
      selectFiles(db, actor, fileOf(id)),
    ]);
    const [changed] = results.at(-1) as FileRow[];
    return toFile(changed as FileRow, actor);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const now = await findFile(context, id);
    // It is as it was read, so it was a statement of the edit that refused.
    if (now.version === file.version) throw made.refusal ?? overLimits();
    return editFile(context, id, version, edit, wantedVersion);
  }
}

/**
 * Saves a file, gives it another name, makes it the main one, or all of these.
 * @throws AppError not_found, stale_version, bot_files_limit, bot_file_exists
 */
export async function updateFile(context: Context, id: number, input: UpdateBotFileInput): Promise<BotFile> {
  const { fileName, ...rest } = input;
  const isMore = rest.content !== undefined || rest.isMainFile !== undefined;
  const renamed = fileName === undefined ? null : await renameFile(context, id, fileName, input.version);
  return renamed && !isMore ? renamed : saveFile(context, id, rest);
}

/** The name counts as no new version: what it holds stays, and so does everybody's work on it. */
function renameFile(
  context: Context,
  id: number,
  fileName: string,
  version: number | undefined,
): Promise<BotFile> {
  const { db } = context;
  return editFile(context, id, version, (file) =>
    fileName === file.fileName
      ? null
      : {
          action: "bot.file_renamed",
          statements: [guardName(db, file, fileName), setName(db, id, fileName)],
          details: { to: fileName },
          refusal: botErrors.bot_file_exists({ fileName }),
        },
  );
}

function saveFile(context: Context, id: number, input: UpdateBotFileInput): Promise<BotFile> {
  const { db, actor, now } = context;
  return editFile(context, id, input.version, (file) => {
    const { content } = input;
    const isSaved = content !== undefined && content !== file.content;
    const isMade = input.isMainFile === true && file.isMainFile === 0;
    if (!isSaved && !isMade) return null;
    const saving = { by: actor.name, at: now.toISOString(), origin: "saved" as const };
    return {
      action: isSaved ? "bot.file_saved" : "bot.file_main",
      statements: [
        ...(isSaved ? [...saveVersion(db, file, content, saving), guardLimits(db, file.botId)] : []),
        ...(isMade ? makeMain(db, file) : []),
      ],
      details: isMade ? { main: 1 } : {},
    };
  });
}

/** Deletes a file with its history; the main file stays. @throws AppError not_found, main_file_needed */
export async function deleteFile(context: Context, id: number): Promise<void> {
  const { db } = context;
  const { fileName, botId, botName, isMainFile } = await findFile(context, id);
  if (isMainFile) throw botErrors.main_file_needed({ fileName });
  try {
    await runBatch(db, [
      guard(db, sql`exists (select 1 from ${botFiles} where id = ${id} and is_main_file = 0)`),
      db.run(sql`delete from ${botFiles} where id = ${id}`),
      auditBot(context, "bot.file_deleted", { id: botId, name: botName }, { file: fileName }),
    ]);
  } catch (error) {
    // Gone, or the main file since it was read: reading again says which.
    if (isRefused(error)) return deleteFile(context, id);
    throw error;
  }
}

type VersionRow = Omit<BotFileVersion, "stayedUp"> & { stayedUp: 0 | 1; content: string };

const toVersion = ({ stayedUp, ...row }: VersionRow) => ({ ...row, stayedUp: stayedUp === 1 });

/** The saved versions of a file without their text, newest first. @throws AppError not_found */
export async function listVersions(context: Context, id: number): Promise<BotFileVersion[]> {
  const { db } = context;
  const [[file], versions] = await readBatch(db, [
    selectFiles(db, context.actor, fileOf(id)),
    db.all<VersionRow>(sql`select version, saved_at as savedAt, saved_by as savedBy, origin, size, stayed_up as stayedUp
      from ${botFileVersions} where file_id = ${id} order by version desc`),
  ]);
  if (!file) throw errors.not_found();
  return versions.map(toVersion);
}

/** One saved version of a file with its text. @throws AppError not_found */
export async function getVersion(
  context: Context,
  id: number,
  version: number,
): Promise<BotFileVersion & { content: string }> {
  const { db } = context;
  const [[file], [found]] = await readBatch(db, [
    selectFiles(db, context.actor, fileOf(id)),
    db.all<VersionRow>(sql`select version, saved_at as savedAt, saved_by as savedBy, origin, size, content,
        stayed_up as stayedUp
      from ${botFileVersions} where file_id = ${id} and version = ${version}`),
  ]);
  if (!file || !found) throw errors.not_found();
  return toVersion(found) as BotFileVersion & { content: string };
}

/**
 * Saves an earlier version of a file as its newest, so that nothing of its history is lost.
 * @throws AppError not_found, stale_version, bot_files_limit
 */
export function revertFile(context: Context, id: number, input: RevertBotFileInput): Promise<BotFile> {
  const { db, actor, now } = context;
  const saving = { by: actor.name, at: now.toISOString(), origin: "reverted" as const };
  const revert = (file: FileRow, content: string | undefined): Edit | null => {
    if (content === undefined) throw errors.not_found();
    if (input.toVersion === file.version) return null;
    return {
      action: "bot.file_reverted",
      statements: [...saveVersion(db, file, content, saving), guardLimits(db, file.botId)],
      details: { version: input.toVersion },
    };
  };
  return editFile(context, id, input.version, revert, input.toVersion);
}
