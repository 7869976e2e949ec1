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

/** A line as it is kept: one line of plain text of at most GATEWAY_LIMITS.logMessage characters, never of the future. */
function clean({ timestamp, level, message }: LogLine, now: Date): LogLine {
  const at = Math.min(Date.parse(timestamp), now.getTime());
  return {
    timestamp: new Date(at).toISOString(),
    level,
    message: message
      .replace(/\p{Cc}/gu, " ")
      .slice(0, GATEWAY_LIMITS.logMessage)
      .toWellFormed(),
  };
}

/** Lines by bot, each bot once, cleaned. */
export function gatherLines(all: readonly NewLines[], now: Date): NewLines[] {
  const byBot = new Map<number, LogLine[]>();
  for (const { botId, lines } of all) {
    byBot.set(botId, [...(byBot.get(botId) ?? []), ...lines.map((line) => clean(line, now))]);
  }
  return [...byBot].filter(([, lines]) => lines.length).map(([botId, lines]) => ({ botId, lines }));
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
  const last = sql`coalesce((select max(last_id) from ${botLogs} where bot_id = b.id), 0)`;
  return [
    ...inParts(chunks).map((part) => {
      // Ids go on from the last that was there before the statement.
      const used = new Map<number, number>();
      const numbered = part.map(({ botId, lines }) => {
        const from = used.get(botId) ?? 0;
        used.set(botId, from + lines.length);
        return { botId, first: from + 1, last: from + lines.length, lines };
      });
      return db.run(sql`insert into ${botLogs} (bot_id, first_id, last_id, lines)
        select b.id, ${last} + (value ->> 'first'), ${last} + (value ->> 'last'), value -> 'lines'
        from json_each(${JSON.stringify(numbered)}) cross join ${bots} b on b.id = value ->> 'botId'`);
    }),
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

/** The statement that reads the last id of each bot's log, for `numberLines`. */
export const selectLastIds = (db: Db, all: readonly NewLines[]) =>
  db.all<{ botId: number; lastId: number | null }>(sql`
    select value as botId, (select max(last_id) from ${botLogs} where bot_id = value) as lastId
    from json_each(${JSON.stringify(all.map(({ botId }) => botId))})`);

/** The lines with the ids they got in the same batch. */
export function numberLines(
  all: readonly NewLines[],
  lastIds: readonly { botId: number; lastId: number | null }[],
): { botId: number; lines: BotLog[] }[] {
  const last = new Map(lastIds.map(({ botId, lastId }) => [botId, lastId]));
  return all.flatMap(({ botId, lines }) => {
    const end = last.get(botId);
    if (!end) return [];
    return [{ botId, lines: lines.map((line, at) => ({ id: end - lines.length + 1 + at, ...line })) }];
  });
}

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
    .flatMap(({ firstId, lines }) =>
      (JSON.parse(lines) as LogLine[]).map((line, at) => ({ id: firstId + at, ...line })),
    )
    .filter(({ id }) => id > after)
    .slice(-GATEWAY_LIMITS.logLines);
}
