import { eq, getTableColumns, inArray, sql } from "drizzle-orm";
import {
  GATEWAY_LIMITS,
  type GatewayReport,
  type LogLine,
  type ReportedActivity,
} from "../../../../bot-gateway/protocol.ts";
import type { ById, Context, MemberContext, SystemContext } from "../../../lib/context.ts";
import { type Db, jsonList, readBatch, type Statement } from "../../../lib/db/client.ts";
import { hoursFrom } from "../../../lib/db/columns.ts";
import { inParts } from "../../../lib/db/parts.ts";
import { errors } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { cleanName } from "../../../lib/names.schema.ts";
import { isLockedIn, restoringError } from "../../../lib/pause.ts";
import { recordActivities, type SeenActivity } from "../../prospects/index.ts";
import { botErrors } from "../bots.errors.ts";
import type { BotLog, BotLogsQuery } from "../bots.schema.ts";
import { botLogs, bots, botUsage, gatewayReports } from "../bots.table.ts";
import { selectBot } from "../bots.ts";
import type { GatewayContext } from "./gateway-access.ts";
import { type EndedBot, endUnlisted, notLater, storeStates } from "./states.ts";
import { Allowance, guardReckoned, type Reckoned, storeUsage, type Usage } from "./usage.ts";

/** Lines in one row, which stays far below D1's 2 MB. */
const CHUNK_LINES = 100;

type NewLines = { botId: number; lines: LogLine[] };

/** Lines in stored form: plain, at most GATEWAY_LIMITS.logMessage long, not of the future. */
const cleanLines = (lines: readonly LogLine[], now: Date): LogLine[] =>
  lines.map(({ timestamp, level, message }) => ({
    timestamp: notLater(timestamp, now),
    level,
    message: message
      .slice(0, GATEWAY_LIMITS.logMessage)
      .replace(/\p{Cc}/gu, " ")
      .toWellFormed(),
  }));

/** The statements that add lines to logs, each bot named once, and delete all but about the last GATEWAY_LIMITS.logLines. */
function insertLines(db: Db, all: readonly NewLines[]): Statement[] {
  if (!all.length) return [];
  const chunks = all.flatMap(({ botId, lines }) =>
    Array.from({ length: Math.ceil(lines.length / CHUNK_LINES) }, (_, at) => ({
      botId,
      lines: lines.slice(at * CHUNK_LINES, (at + 1) * CHUNK_LINES),
    })),
  );
  // Ids continue from the last stored one.
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

export const insertError = ({ db, now }: Pick<Context, "db" | "now">, botId: number, message: string) =>
  insertLines(db, [{ botId, lines: [{ timestamp: now.toISOString(), level: "error", message }] }]);

const withIds = (lines: LogLine[], first: number): BotLog[] =>
  lines.map((line, at) => ({ id: first + at, ...line }));

/** A bot's newest log lines with an id above `after`, at most 1,000, oldest first. @throws AppError not_found */
export async function listLogs(
  { db, actor }: MemberContext,
  { id: botId, after }: ById<BotLogsQuery>,
): Promise<BotLog[]> {
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
 * Stores a gateway's report once, in two round trips: states, log lines and activities, of each bot within its budget. Skips
 * unknown bots, and activities from any bot but the CRM bot. Returns the organizations of the bots and their new log lines, or
 * `duplicate`.
 * @throws AppError gateway_signature for a report on a bot that is not the gateway's, too_many_reports, restoring, gateway_busy
 * when another report of the same bot was stored meanwhile
 */
export async function takeReport(context: GatewayContext, report: GatewayReport) {
  const { db, now, onlyBot } = context;
  const { snapshot, instance } = report;
  const states = [...(snapshot?.bots ?? []), ...(report.states ?? [])];
  const about = [...states, ...(report.logs ?? []), ...(report.activities ?? [])];
  const named = snapshot ? [...about, snapshot] : about;
  if (onlyBot !== null && named.some(({ botId }) => botId !== onlyBot)) throw botErrors.gateway_signature();
  const { id, organizationId, isCrmBot } = bots;
  const { botId: _, ...usage } = getTableColumns(botUsage);
  const [[order], known] = await readBatch(db, [
    selectIsOutdated(db, report),
    db
      .select({ id, organizationId, isCrmBot, isLocked: isLockedIn(organizationId), ...usage })
      .from(bots)
      .leftJoin(botUsage, eq(botUsage.botId, bots.id))
      .where(inArray(bots.id, jsonList([...about.map(({ botId }) => botId), onlyBot ?? 0]))),
  ]);
  // The gateway sends it again.
  if (known.some(({ isLocked }) => isLocked)) throw restoringError();
  const { reckoned, lines, activities } = withinBudget(context, report, known, onlyBot !== null);
  // A late report of an earlier gateway has outdated states.
  const isCurrent = !order?.isOutdated;
  const ends = snapshot && isCurrent ? endUnlisted(db, snapshot, now) : [];
  const steps = [
    db.insert(gatewayReports).values({
      key: report.key,
      instance,
      startedAt: snapshot ? new Date(snapshot.startedAt).toISOString() : null,
      botId: snapshot?.botId ?? null,
      receivedAt: now.toISOString(),
    }),
    ...(reckoned.length ? [guardReckoned(reckoned), storeUsage(db, reckoned)] : []),
    ...(isCurrent ? storeStates(db, states, { kind: "report", instance, now }) : []),
    ...insertLines(db, lines),
    ...recordActivities(context, activities),
    db.all(sql`select (select max(last_id) from ${botLogs} where bot_id = value) as lastId
      from json_each(${JSON.stringify(lines.map(({ botId }) => botId))}) order by key`),
    ...ends,
  ];
  const repeated = botErrors.gateway_busy();
  const results = await write(db, steps, { gateway_reports: repeated }).catch((error) => {
    if (error !== repeated) throw error;
  });
  if (!results) return { duplicate: true, organizations: [], logs: [] };
  const ended = ends.length ? (results.at(-1) as EndedBot[]) : [];
  // Null for a bot that was deleted meanwhile.
  const lastIds = results.at(-1 - ends.length) as { lastId: number | null }[];
  return {
    organizations: [...new Set([...known, ...ended].map(({ organizationId }) => organizationId))],
    logs: lines.flatMap(({ lines, ...batch }, at) => {
      const last = lastIds[at]?.lastId;
      return last ? [{ ...batch, lines: withIds(lines, last - lines.length + 1) }] : [];
    }),
  };
}

/** The statement that reads whether another gateway of the same bots started after the reporting one. */
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

/** The parts of a report that budgets allow. @param isLimited whether the number of the gateway's reports is limited */
function withinBudget(
  context: SystemContext,
  { logs = [], activities = [] }: GatewayReport,
  known: readonly KnownBot[],
  isLimited: boolean,
) {
  const { now } = context;
  const logsOf = Map.groupBy(logs, ({ botId }) => botId);
  const activitiesOf = Map.groupBy(activities, ({ botId }) => botId);
  const reckoned: Reckoned[] = [];
  const newLines: (NewLines & { organizationId: number })[] = [];
  const seen: SeenActivity[] = [];
  for (const { id: botId, organizationId, isCrmBot, minute, ...rest } of known) {
    if (!logsOf.has(botId) && !activitiesOf.has(botId) && !isLimited) continue;
    const before = minute === null ? null : ({ minute, ...rest } as Usage);
    const allowance = new Allowance(before, now);
    allowance.countReport(isLimited, now);
    const reported = (logsOf.get(botId) ?? []).flatMap(({ lines }) => lines);
    const lines = cleanLines(allowance.takeLines(reported), now);
    const { notice: message } = allowance;
    if (message) lines.unshift({ timestamp: now.toISOString(), level: "warn", message });
    if (lines.length) newLines.push({ organizationId, botId, lines });
    const items = (activitiesOf.get(botId) ?? []).flatMap(({ items }) => items);
    if (isCrmBot) seen.push(...allowance.takeActivities(seenActivities(context, items, organizationId)));
    reckoned.push({ botId, isCrmBot, before, after: allowance.usage });
  }
  return { reckoned, lines: newLines, activities: seen };
}

const seenActivities = (
  { env, now }: SystemContext,
  items: readonly ReportedActivity[],
  organizationId: number,
): SeenActivity[] =>
  items.flatMap(({ guildId, username, details, ...item }) => {
    const timestamp = notLater(item.timestamp, now);
    if (guildId !== env.DISCORD_GUILD_ID || timestamp < hoursFrom(now, -24)) return [];
    const names = { username: cleanName(username), details: details && cleanName(details) };
    return [{ ...item, ...names, organizationId, timestamp }];
  });

/** The statement that deletes keys older than two days: gateways repeat no report after that. */
export const deleteOldReports = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${gatewayReports} where received_at < ${hoursFrom(now, -48)}`);
