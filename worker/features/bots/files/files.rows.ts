import { type SQL, sql } from "drizzle-orm";
import { GATEWAY_LIMITS } from "../../../../bot-gateway/protocol.ts";
import type { Actor } from "../../../lib/context.ts";
import { type Db, guard, type Statement } from "../../../lib/db/client.ts";
import type { BotFile, BotFileVersion, BotFramework } from "../bots.schema.ts";
import { botFiles, botFileVersions, bots } from "../bots.table.ts";
import { MAIN_FILES } from "../templates.ts";

/** Versions that are kept of each file. */
export const VERSIONS_KEPT = 100;

/** Bytes of a text in UTF-8. */
export const sizeOf = (text: string): number => new TextEncoder().encode(text).length;

export type FileRow = Omit<BotFile, "isMainFile" | "can"> & {
  isMainFile: 0 | 1;
  size: number;
  botName: string;
};

/** The statement that reads files with the text of their newest version, by name with the main file first. */
export const selectFiles = (db: Db, actor: Actor, which: SQL) =>
  db.all<FileRow>(sql`select f.id, f.bot_id as botId, f.file_name as fileName, v.content, f.is_main_file as isMainFile,
      f.version, f.size, f.updated_at as updatedAt, f.updated_by as updatedBy, b.name as botName,
      (select max(g.version) from ${botFileVersions} g where g.file_id = f.id and g.stayed_up = 1) as lastGoodVersion
    from ${bots} b cross join ${botFiles} f on f.bot_id = b.id
    cross join ${botFileVersions} v on v.file_id = f.id and v.version = f.version
    where b.organization_id = ${actor.organizationId} and ${which}
    order by f.is_main_file desc, f.file_name limit ${GATEWAY_LIMITS.files}`);

export const filesOf = (botId: number): SQL => sql`b.id = ${botId}`;
/** By way of the bot, so that its index is used. */
export const fileOf = (id: number): SQL =>
  sql`b.id = (select bot_id from ${botFiles} where id = ${id}) and f.id = ${id}`;

/** A file as its readers get it. */
export function toFile({ botName: _botName, size: _size, ...row }: FileRow, actor: Actor): BotFile {
  const mayWrite = actor.permissions.has("bots.write");
  return {
    ...row,
    isMainFile: row.isMainFile === 1,
    can: { update: mayWrite, delete: mayWrite && row.isMainFile === 0 },
  };
}

type NewFile = { botId: number; fileName: string; content: string; isMainFile: boolean };
type Saving = { by: string; at: string; origin: BotFileVersion["origin"] };

/** The statements that add a file with its first version. A bot's first file is its main file. */
export function insertFile(db: Db, file: NewFile, { by, at, origin }: Saving): Statement[] {
  const { botId, fileName, content } = file;
  const size = sizeOf(content);
  const isFirst = sql`not exists (select 1 from ${botFiles} where bot_id = ${botId})`;
  return [
    db.run(sql`insert into ${botFiles} (bot_id, file_name, is_main_file, version, size, updated_at, updated_by)
      select ${botId}, ${fileName}, ${file.isMainFile ? 1 : 0} or ${isFirst}, 1, ${size}, ${at}, ${by}`),
    db.run(sql`insert into ${botFileVersions} (file_id, version, content, size, origin, saved_at, saved_by)
      select id, 1, ${content}, ${size}, ${origin}, ${at}, ${by} from ${botFiles}
      where bot_id = ${botId} and file_name = ${fileName}`),
  ];
}

/** The statements that give a bot its framework's main file. */
export const insertMainFile = (
  db: Db,
  { id, framework }: { id: number; framework: BotFramework },
  by: string,
  at: string,
): Statement[] =>
  insertFile(db, { botId: id, ...MAIN_FILES[framework], isMainFile: true }, { by, at, origin: "created" });

/** The statements that save another version of a file and forget the oldest when there are too many. */
export function saveVersion(
  db: Db,
  { id, version }: Pick<FileRow, "id" | "version">,
  content: string,
  { by, at, origin }: Saving,
): Statement[] {
  const size = sizeOf(content);
  const next = version + 1;
  return [
    db.run(sql`insert into ${botFileVersions} (file_id, version, content, size, origin, saved_at, saved_by)
      values (${id}, ${next}, ${content}, ${size}, ${origin}, ${at}, ${by})`),
    db.run(sql`update ${botFiles} set version = ${next}, size = ${size}, updated_at = ${at}, updated_by = ${by}
      where id = ${id}`),
    db.run(sql`delete from ${botFileVersions} where file_id = ${id} and version <= ${next - VERSIONS_KEPT}`),
  ];
}

/** The statements that make a file the main one in the place of the other. */
export const makeMain = (db: Db, file: { botId: number; fileName: string }): Statement[] => [
  db.run(sql`update ${botFiles} set is_main_file = 0 where bot_id = ${file.botId} and is_main_file = 1`),
  db.run(sql`update ${botFiles} set is_main_file = 1
    where bot_id = ${file.botId} and file_name = ${file.fileName}`),
];

/** The statement that gives a file another name. */
export const setName = (db: Db, id: number, fileName: string): Statement =>
  db.run(sql`update ${botFiles} set file_name = ${fileName} where id = ${id}`);

/** The statement that lets a batch go on only while no other file of the bot stands in the way of a name on a disk. */
export const guardName = (
  db: Db,
  { id, botId }: Pick<FileRow, "id" | "botId">,
  fileName: string,
): Statement => {
  const name = fileName.toLowerCase();
  return guard(
    db,
    sql`not exists (select 1 from ${botFiles} where bot_id = ${botId} and id <> ${id} and (lower(file_name) = ${name}
      or substr(lower(file_name), 1, ${name.length + 1}) = ${`${name}/`}
      or substr(${name}, 1, length(file_name) + 1) = lower(file_name) || '/'))`,
  );
};

/** The statement that lets a batch go on only while a bot's files are within the limits. */
export const guardLimits = (db: Db, botId: number): Statement =>
  guard(
    db,
    sql`(select count(*) <= ${GATEWAY_LIMITS.files} and coalesce(sum(size), 0) <= ${GATEWAY_LIMITS.filesBytes}
      from ${botFiles} where bot_id = ${botId})`,
  );
