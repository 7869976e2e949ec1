import { eq, inArray, sql } from "drizzle-orm";
import {
  GATEWAY_LIMITS,
  type GatewayReport,
  type LogLine,
  type ReportedActivity,
} from "../../../../bot-gateway/protocol.ts";
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
import { botLogs, bots, botUsage, gatewayReports } from "../bots.table.ts";
import { selectBot } from "../bots.ts";
import { type EndedBot, endUnlisted, notLater, storeStates } from "./states.ts";
import { Allowance, isReckonedRight, type Reckoned, storeUsage, type Usage, usageColumns } from "./usage.ts";

/** Lines in one row: even of the longest ones a row stays far below D1's 2 MB. */
const CHUNK_LINES = 100;

type NewLines = { botId: number; lines: LogLine[] };

/** One line of plain text. */
const plain = (text: string) => text.replace(/\p{Cc}/gu, " ").toWellFormed();

/** Lines as they are kept: plain, at most GATEWAY_LIMITS.logMessage long, not of the future. */
function cleanLines(lines: readonly LogLine[], now: Date): LogLine[] {
  const clean = ({ timestamp, level, message }: LogLine): LogLine => ({
    timestamp: notLater(timestamp, now),
    level,
    message: plain(message.slice(0, GATEWAY_LIMITS.logMessage)),
  });
  return lines.map(clean);
}

/**
 * The statements that add lines, of each bot once and as `cleanLines` answers them, to bots' logs and forget the oldest: of each bot at
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
 * two round trips, and of each bot only what its budget allows is stored. Bots that do not exist are passed over, and so
 * is what any but the CRM bot says of people. Answers the organizations and the new log lines of the
 * bots that it is about, or `duplicate` where it was taken before and nothing was written.
 * @param onlyBot the one bot that the gateway may report on; null for any
 * @throws AppError gateway_signature when it reports on another, too_many_reports when it reports too often,
 * gateway_busy when another report of the same bot was taken meanwhile
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
      .select({
        id: bots.id,
        organizationId: bots.organizationId,
        isCrmBot: bots.isCrmBot,
        ...usageColumns,
      })
      .from(bots)
      .leftJoin(botUsage, eq(botUsage.botId, bots.id))
      .where(inArray(bots.id, jsonList([...about.map(({ botId }) => botId), onlyBot ?? 0]))),
  ]);
  const organizationOf = new Map(known.map(({ id, organizationId }) => [id, organizationId]));
  const { reckoned, lines, activities } = withinBudget(context, report, known, onlyBot !== null);
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
    ...(reckoned.length ? [isReckonedRight(reckoned), storeUsage(db, reckoned)] : []),
    ...(isCurrent ? storeStates(db, states, { kind: "report", instance, now }) : []),
    ...insertLines(db, lines),
    ...recordActivities(context, activities),
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

type KnownBot = { id: number; organizationId: number; isCrmBot: boolean } & {
  [Name in keyof Usage]: Usage[Name] | null;
};

/** Items by bot. */
const byBot = <Part extends { botId: number }, Item>(
  parts: readonly Part[],
  itemsOf: (part: Part) => Item[],
) => new Map([...Map.groupBy(parts, ({ botId }) => botId)].map(([id, of]) => [id, of.flatMap(itemsOf)]));

/**
 * Of what a report says of known bots, what is stored: log lines, each bot once, and what the CRM bot saw people do.
 * @param isLimited whether the gateway is a bot's own, which may report so often only
 */
function withinBudget(
  context: SystemContext,
  { logs = [], activities = [] }: GatewayReport,
  known: readonly KnownBot[],
  isLimited: boolean,
) {
  const { now } = context;
  const linesOf = byBot(logs, ({ lines }) => lines);
  const itemsOf = byBot(activities, ({ items }) => items);
  const kept = { reckoned: [] as Reckoned[], lines: [] as NewLines[], activities: [] as SeenActivity[] };
  for (const { id: botId, organizationId, isCrmBot, minute, ...rest } of known) {
    const saysMore = linesOf.has(botId) || itemsOf.has(botId);
    if (!saysMore && !isLimited) continue;
    const before = minute === null ? null : ({ minute, ...rest } as Usage);
    const allowance = new Allowance(before, now);
    allowance.countReport(isLimited, now);
    const lines = cleanLines(allowance.takeLines(linesOf.get(botId) ?? []), now);
    const { notice: message } = allowance;
    if (message) lines.unshift({ timestamp: now.toISOString(), level: "warn", message });
    if (lines.length) kept.lines.push({ botId, lines });
    const seen = isCrmBot ? seenActivities(context, itemsOf.get(botId) ?? [], organizationId) : [];
    kept.activities.push(...allowance.takeActivities(seen));
    kept.reckoned.push({ botId, isCrmBot, before, after: allowance.usage });
  }
  return kept;
}

/** What a bot of an organization saw in our server in the last day. */
const seenActivities = (
  { env, now }: SystemContext,
  items: readonly ReportedActivity[],
  organizationId: number,
): SeenActivity[] =>
  items.flatMap(({ guildId, username, details, ...item }) => {
    const timestamp = notLater(item.timestamp, now);
    if (guildId !== env.DISCORD_GUILD_ID || timestamp < hoursFrom(now, -24)) return [];
    const said = { username: cleanName(username), details: details && cleanName(details) };
    return [{ ...item, ...said, organizationId, timestamp }];
  });

/** The statement that deletes keys older than two days: gateways repeat no report after that. */
export const deleteOldReports = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${gatewayReports} where received_at < ${hoursFrom(now, -48)}`);
