import { inArray, sql } from "drizzle-orm";
import { GATEWAY_LIMITS, type GatewayReport, type LogLine } from "../../../../bot-gateway/protocol.ts";
import type { Context, SystemContext } from "../../../lib/context.ts";
import { type Db, jsonList, readBatch, type Statement } from "../../../lib/db/client.ts";
import { hoursFrom } from "../../../lib/db/columns.ts";
import { inParts } from "../../../lib/db/parts.ts";
import { errors } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { cleanName } from "../../../lib/names.schema.ts";
import { recordActivities, type SeenActivity } from "../../prospects/index.ts";
import { botErrors } from "../bots.errors.ts";
import type { BotLog } from "../bots.schema.ts";
import { botLogs, bots, gatewayReports } from "../bots.table.ts";
import { selectBot } from "../bots.ts";
import { type EndedBot, endUnlisted, notLater, storeStates } from "./states.ts";

/** Lines in one row: even of the longest ones a row stays far below D1's 2 MB. */
const CHUNK_LINES = 100;

type NewLines = { botId: number; lines: LogLine[] };

/** One line of plain text. */
const plain = (text: string) => text.replace(/\p{Cc}/gu, " ").toWellFormed();

/** Lines by bot, each bot once, as they are kept: plain, at most GATEWAY_LIMITS.logMessage long, not of the future. */
function gatherLines(all: readonly NewLines[], now: Date): NewLines[] {
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
 * The statements that add lines, as `gatherLines` answers them, to bots' logs and forget the oldest: of each bot at
 * least the last GATEWAY_LIMITS.logLines stay. Bots that are gone are passed over.
 */
function insertLines(db: Db, all: readonly NewLines[]): Statement[] {
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
export const insertError = ({ db, now }: Pick<Context, "db" | "now">, botId: number, message: string) =>
  insertLines(db, [{ botId, lines: [{ timestamp: now.toISOString(), level: "error", message }] }]);

/** Lines with their ids, which rise by one. */
const withIds = (lines: LogLine[], first: number): BotLog[] =>
  lines.map((line, at) => ({ id: first + at, ...line }));

/** A bot's newest log lines with an id above `after`, at most 1,000, oldest first. @throws AppError not_found */
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

/**
 * Takes what a gateway reports: states, log lines and what bots saw, each once. However large it is, it costs
 * two round trips. Bots that do not exist are passed over. Answers the organizations and the new log lines of the
 * bots that it is about, or `duplicate` where it was taken before and nothing was written.
 * @param onlyBot the one bot that the gateway may report on; null for any
 * @throws AppError gateway_signature when it reports on another
 */
export async function takeReport(context: SystemContext, report: GatewayReport, onlyBot: number | null) {
  const { db, now } = context;
  const { snapshot, instance } = report;
  const states = [...(snapshot?.bots ?? []), ...(report.states ?? [])];
  const about = [...states, ...(report.logs ?? []), ...(report.activities ?? [])];
  const named = snapshot ? [...about, snapshot] : about;
  if (onlyBot !== null && named.some(({ botId }) => botId !== onlyBot)) throw botErrors.gateway_signature();
  const [[order], known] = await readBatch(db, [
    selectIsOutdated(db, report),
    db
      .select({ id: bots.id, organizationId: bots.organizationId })
      .from(bots)
      .where(inArray(bots.id, jsonList(about.map(({ botId }) => botId)))),
  ]);
  const organizationOf = new Map(known.map(({ id, organizationId }) => [id, organizationId]));
  const logs = report.logs?.filter(({ botId }) => organizationOf.has(botId)) ?? [];
  const lines = gatherLines(logs, now);
  // A late report of an earlier gateway says how bots were then, not how they are.
  const isCurrent = !order?.isOutdated;
  const ends = snapshot && isCurrent ? endUnlisted(db, snapshot, now) : [];
  const repeated = botErrors.gateway_busy();
  const steps = [
    db.insert(gatewayReports).values({
      key: report.key,
      instance,
      startedAt: snapshot ? new Date(snapshot.startedAt).toISOString() : null,
      botId: snapshot?.botId ?? null,
      receivedAt: now.toISOString(),
    }),
    ...(isCurrent ? storeStates(db, states, { kind: "report", instance, now }) : []),
    ...insertLines(db, lines),
    ...recordActivities(context, seenActivities(context, report, organizationOf)),
    db.all(sql`select (select max(last_id) from ${botLogs} where bot_id = value) as lastId
      from json_each(${JSON.stringify(lines.map(({ botId }) => botId))}) order by key`),
    ...ends,
  ];
  const results = await write(db, steps, { gateway_reports: repeated }).catch((error) => {
    if (error !== repeated) throw error;
    return null;
  });
  if (!results) return { duplicate: true, organizations: [], logs: [] };
  const ended = ends.length ? (results.at(-1) as EndedBot[]) : [];
  // Null for a bot that has gone meanwhile.
  const lastIds = results.at(-1 - ends.length) as { lastId: number | null }[];
  return {
    organizations: [...new Set([...known, ...ended].map(({ organizationId }) => organizationId))],
    logs: lines.flatMap(({ botId, lines }, at) => {
      const organizationId = organizationOf.get(botId);
      const last = lastIds[at]?.lastId;
      return organizationId && last
        ? [{ organizationId, botId, lines: withIds(lines, last - lines.length + 1) }]
        : [];
    }),
  };
}

/** The statement that says whether another gateway for the same bots came up after the one that reports. */
function selectIsOutdated(db: Db, { instance, snapshot }: GatewayReport) {
  const mine = snapshot
    ? sql`select ${snapshot.botId} as bot_id, ${new Date(snapshot.startedAt).toISOString()} as started_at`
    : sql`select bot_id, started_at from ${gatewayReports}
        where instance = ${instance} and started_at is not null limit 1`;
  return db.all<{ isOutdated: 0 | 1 }>(sql`select exists (
      select 1 from (${mine}) mine cross join ${gatewayReports} other indexed by gateway_reports_newest
        on other.bot_id is mine.bot_id and other.started_at is not null and other.started_at > mine.started_at
      where other.instance <> ${instance}) as isOutdated`);
}

/** What bots saw in our server in the last day, with the organization of each bot. */
function seenActivities(
  { env, now }: SystemContext,
  { activities = [] }: GatewayReport,
  organizationOf: ReadonlyMap<number, number>,
): SeenActivity[] {
  return activities.flatMap(({ botId, items }) => {
    const organizationId = organizationOf.get(botId);
    if (organizationId === undefined) return [];
    return items.flatMap(({ guildId, username, details, ...item }) => {
      const timestamp = notLater(item.timestamp, now);
      if (guildId !== env.DISCORD_GUILD_ID || timestamp < hoursFrom(now, -24)) return [];
      const said = { username: cleanName(username), details: details && cleanName(details) };
      return [{ ...item, ...said, organizationId, timestamp }];
    });
  });
}

/** The statement that deletes keys older than two days: gateways repeat no report after that. */
export const deleteOldReports = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${gatewayReports} where received_at < ${hoursFrom(now, -48)}`);
