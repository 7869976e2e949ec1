import { sql } from "drizzle-orm";
import { GATEWAY_LIMITS, type LogLine } from "../../../../bot-gateway/protocol.ts";
import type { Context } from "../../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../../lib/db/client.ts";
import { inParts } from "../../../lib/db/parts.ts";
import { errors } from "../../../lib/errors.ts";
import { selectBot } from "../bots.rows.ts";
import type { BotLog } from "../bots.schema.ts";
import { botLogs, bots } from "../bots.table.ts";

/** Lines in one row: even of the longest ones a row stays far below D1's 2 MB. */
const CHUNK_LINES = 100;

export type NewLines = { botId: number; lines: LogLine[] };

/** An instant of the gateway's clock, never later than ours. */
export const notLater = (instant: string, now: Date) =>
  new Date(Math.min(Date.parse(instant), now.getTime())).toISOString();

/** One line of plain text. */
export const plain = (text: string) => text.replace(/\p{Cc}/gu, " ").toWellFormed();

/** Lines by bot, each bot once, as they are kept: plain, at most GATEWAY_LIMITS.logMessage long, not of the future. */
export function gatherLines(all: readonly NewLines[], now: Date): NewLines[] {
  const clean = ({ timestamp, level, message }: LogLine): LogLine => ({
    timestamp: notLater(timestamp, now),
    level,
    message: plain(message.slice(0, GATEWAY_LIMITS.logMessage)),
  });
  return [...Map.groupBy(all, ({ botId }) => botId)]
    .map(([botId, parts]) => ({ botId, lines: parts.flatMap(({ lines }) => lines.map(clean)) }))
    .filter(({ lines }) => lines.length);
}

/**
 * The statements that add lines to bots' logs and forget the oldest: of each bot at least the last
 * GATEWAY_LIMITS.logLines stay. Bots that are gone are passed over. Takes what `gatherLines` answers.
 */
export function insertLines(db: Db, all: readonly NewLines[]): Statement[] {
  if (!all.length) return [];
  const chunks = all.flatMap(({ botId, lines }) =>
    Array.from({ length: Math.ceil(lines.length / CHUNK_LINES) }, (_, at) => ({
      botId,
      lines: lines.slice(at * CHUNK_LINES, (at + 1) * CHUNK_LINES),
    })),
  );
  // Ids go on from the last that was there before the statement.
  const last = sql`coalesce((select max(last_id) from ${botLogs} where bot_id = b.id), 0) + n.upto`;
  return [
    ...inParts(chunks).map((part) =>
      db.run(sql`insert into ${botLogs} (bot_id, first_id, last_id, lines)
        select b.id, ${last} - n.count + 1, ${last}, n.lines from (
          select value ->> 'botId' as bot_id, value -> 'lines' as lines, json_array_length(value, '$.lines') as count,
            sum(json_array_length(value, '$.lines')) over (partition by value ->> 'botId' order by key) as upto
          from json_each(${JSON.stringify(part)})) n
        cross join ${bots} b on b.id = n.bot_id`),
    ),
    db.run(sql`delete from ${botLogs} where rowid in (
      select l.rowid from json_each(${JSON.stringify(all.map(({ botId }) => botId))})
      cross join ${botLogs} l on l.bot_id = value
        and l.last_id <= (select max(last_id) from ${botLogs} where bot_id = value) - ${GATEWAY_LIMITS.logLines})`),
  ];
}

/** The statements that add an error of the server's own to a bot's log. */
export const insertError = (
  { db, now }: Pick<Context, "db" | "now">,
  botId: number,
  message: string,
): Statement[] =>
  insertLines(db, [{ botId, lines: [{ timestamp: now.toISOString(), level: "error", message }] }]);

export type LastId = { botId: number; lastId: number | null };

/** The statement that reads the last id of each bot's log, for `numberLines`. */
export const selectLastIds = (db: Db, all: readonly NewLines[]) =>
  db.all<LastId>(sql`
    select value as botId, (select max(last_id) from ${botLogs} where bot_id = value) as lastId
    from json_each(${JSON.stringify(all.map(({ botId }) => botId))})`);

/** The lines with the ids they got in the same batch. */
export const numberLines = (all: readonly NewLines[], lastIds: readonly LastId[]) =>
  all.flatMap(({ botId, lines }) => {
    const end = lastIds.find((each) => each.botId === botId)?.lastId;
    return end ? [{ botId, lines: withIds(lines, end - lines.length + 1) }] : [];
  });

const withIds = (lines: LogLine[], first: number): BotLog[] =>
  lines.map((line, at) => ({ id: first + at, ...line }));

/**
 * A bot's newest log lines with an id above `after`, oldest first, at most GATEWAY_LIMITS.logLines.
 * @throws AppError not_found
 */
export async function listLogs({ db, actor }: Context, botId: number, after: number): Promise<BotLog[]> {
  const [[bot], chunks] = await readBatch(db, [
    selectBot(db, actor, botId),
    db.all<{ firstId: number; lines: string }>(sql`
      select first_id as firstId, lines from ${botLogs} where bot_id = ${botId}
        and last_id > max(${after}, (select max(last_id) from ${botLogs} where bot_id = ${botId}) - ${GATEWAY_LIMITS.logLines})
      order by last_id`),
  ]);
  if (!bot) throw errors.not_found();
  return chunks
    .flatMap(({ firstId, lines }) => withIds(JSON.parse(lines) as LogLine[], firstId))
    .filter(({ id }) => id > after)
    .slice(-GATEWAY_LIMITS.logLines);
}
