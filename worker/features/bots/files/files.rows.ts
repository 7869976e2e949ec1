import { and, desc, eq, getTableColumns, lte, type SQL, sql } from "drizzle-orm";
import { GATEWAY_LIMITS } from "../../../../bot-gateway/protocol.ts";
import javaScript from "../../../../bot-gateway/templates/discord-js/bot.js" with { type: "text" };
import python from "../../../../bot-gateway/templates/discord-py/bot.py" with { type: "text" };
import type { AuditDetails } from "../../../lib/audit.table.ts";
import type { Context } from "../../../lib/context.ts";
import type { Statement } from "../../../lib/db/client.ts";
import { type Guard, guard } from "../../../lib/guard.ts";
import { record } from "../../../lib/record.ts";
import { botErrors } from "../bots.errors.ts";
import type { BotFile, BotFileVersion, BotFramework } from "../bots.schema.ts";
import { botFiles, botFileVersions, bots } from "../bots.table.ts";
import { type BotAction, botAudit } from "../bots.texts.ts";

/** The main file that a new bot begins with. */
export const MAIN_FILES: Record<BotFramework, { fileName: string; content: string }> = {
  "discord.js": { fileName: "bot.js", content: javaScript },
  "discord.py": { fileName: "bot.py", content: python },
};

/** Versions that are kept of each file. */
const VERSIONS_KEPT = 100;

export type FileRow = Omit<BotFile, "can"> & { botName: string };

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
export function toFile({ botName: _botName, ...row }: FileRow, { actor }: Pick<Context, "actor">): BotFile {
  const mayWrite = actor.permissions.has("bots.write");
  return { ...row, can: { update: mayWrite, delete: mayWrite && !row.isMainFile } };
}

export const fileRecord = record({
  table: botFiles,
  select: (context, which) => selectFiles(context, which),
  present: toFile,
  nameOf: ({ fileName }) => fileName,
  audit: botAudit,
});

/** The audit entry of a change of a file: it is about the file's bot. */
export const fileEntry = (
  action: BotAction,
  { botId, botName, fileName }: Pick<FileRow, "botId" | "botName" | "fileName">,
  details: AuditDetails = {},
) => ({ action, entity: { id: botId, name: botName }, details: { file: fileName, ...details } });

/** A text and its bytes of UTF-8; SQL where the database has it already. */
type Text = { content: string | SQL; size: number | SQL };

export const textOf = (content: string) => ({ content, size: new TextEncoder().encode(content).length });

/** The statement that adds a version of a file. */
export const insertVersion = (
  { db, actor, now }: Context,
  fileId: number | SQL,
  version: number,
  text: Text,
  origin: BotFileVersion["origin"],
): Statement =>
  db
    .insert(botFileVersions)
    .values({ fileId, version, ...text, origin, savedAt: now.toISOString(), savedBy: actor.name });

/** The values of a new file, which is not the main one. */
export const newFile = ({ actor, now }: Context, botId: number, fileName: string, size: number) => ({
  botId,
  fileName,
  isMainFile: false,
  size,
  updatedAt: now.toISOString(),
  updatedBy: actor.name,
});

/** The statements that give a bot without files its framework's main file. */
export function insertMainFile(
  { db, actor, now }: Context,
  { id, framework }: { id: number; framework: BotFramework },
): Statement[] {
  const { fileName, ...main } = MAIN_FILES[framework];
  const { content, size } = textOf(main.content);
  const at = now.toISOString();
  return [
    db.run(sql`insert into ${botFiles} (bot_id, file_name, is_main_file, size, updated_at, updated_by)
      select id, ${fileName}, 1, ${size}, ${at}, ${actor.name} from ${bots}
      where id = ${id} and not exists (select 1 from ${botFiles} where bot_id = ${id})`),
    db.run(sql`insert into ${botFileVersions} (file_id, version, content, size, origin, saved_at, saved_by)
      select f.id, 1, ${content}, ${size}, 'created', ${at}, ${actor.name} from ${botFiles} f
      where f.bot_id = ${id} and not exists (select 1 from ${botFileVersions} where file_id = f.id)`),
  ];
}

/** The part of a plan that saves a text as a file's next version and forgets its oldest one. */
export function savesText(
  context: Context,
  { id, version }: Pick<FileRow, "id" | "version">,
  text: Text,
  origin: BotFileVersion["origin"],
) {
  const next = version + 1;
  return {
    set: { size: text.size, updatedBy: context.actor.name },
    also: [
      insertVersion(context, id, next, text, origin),
      context.db
        .delete(botFileVersions)
        .where(and(eq(botFileVersions.fileId, id), lte(botFileVersions.version, next - VERSIONS_KEPT))),
    ],
  };
}

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
    sql`(select count(*) <= ${GATEWAY_LIMITS.files} and coalesce(sum(size), 0) <= ${GATEWAY_LIMITS.filesBytes}
      from ${botFiles} where bot_id = ${botId})`,
    overLimits(),
  );
