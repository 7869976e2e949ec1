import { inArray, type SQL, sql } from "drizzle-orm";
import type { GatewayReport } from "../../../../bot-gateway/protocol.ts";
import type { SystemContext } from "../../../lib/context.ts";
import { type Db, jsonList, readBatch, type Statement } from "../../../lib/db/client.ts";
import { write } from "../../../lib/guard.ts";
import { recordActivities, type SeenActivity } from "../../prospects/index.ts";
import { botErrors } from "../bots.errors.ts";
import type { BotLog } from "../bots.schema.ts";
import { bots, gatewayReports } from "../bots.table.ts";
import { gatherLines, insertLines, notLater, numberLines, plain, selectLastIds } from "./logs.ts";
import { type EndedBot, endUnlisted, storeStates } from "./states.ts";

/** Age from which activities are not recorded. */
const OLDEST_ACTIVITY_MS = 24 * 3_600_000;

/** What a report changed, for open pages. */
export type ReportOutcome = {
  /** It was taken before, and nothing was written. */
  duplicate: boolean;
  /** Organizations of the bots that it is about. */
  organizations: number[];
  logs: { organizationId: number; botId: number; lines: BotLog[] }[];
};

/**
 * Takes what a gateway reports: states, log lines and what bots saw, each once. However large it is, it costs
 * two round trips. Bots that do not exist are passed over.
 * @param onlyBot the one bot that the gateway may report on; null for any
 * @throws AppError gateway_signature when it reports on another
 */
export async function takeReport(
  context: SystemContext,
  report: GatewayReport,
  onlyBot: number | null,
): Promise<ReportOutcome> {
  const { db, env, now } = context;
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
  const lines = gatherLines(
    (report.logs ?? []).filter(({ botId }) => organizationOf.has(botId)),
    now,
  );
  // A late report of an earlier gateway says how bots were then, not how they are.
  const isCurrent = !order?.isOutdated;
  const [endRuns, endBots] = snapshot && isCurrent ? endUnlisted(db, snapshot, now) : [];
  const statements: Statement[] = [
    db.insert(gatewayReports).values({
      key: report.key,
      instance,
      startedAt: snapshot ? new Date(snapshot.startedAt).toISOString() : null,
      botId: snapshot?.botId ?? null,
      receivedAt: now.toISOString(),
    }),
    ...(isCurrent ? storeStates(db, states, { kind: "report", instance, now }) : []),
    ...(endRuns ? [endRuns] : []),
    ...insertLines(db, lines),
    ...recordActivities(context, seenActivities(report, organizationOf, env.DISCORD_GUILD_ID, now)),
    selectLastIds(db, lines),
    ...(endBots ? [endBots] : []),
  ];
  const repeated = botErrors.gateway_busy();
  try {
    const results = await write(db, statements, { gateway_reports: repeated });
    const ended = endBots ? (results.pop() as EndedBot[]) : [];
    const lastIds = results.pop() as Parameters<typeof numberLines>[1];
    return {
      duplicate: false,
      organizations: [...new Set([...known, ...ended].map(({ organizationId }) => organizationId))],
      logs: numberLines(lines, lastIds).map((each) => ({
        organizationId: organizationOf.get(each.botId) ?? 0,
        ...each,
      })),
    };
  } catch (error) {
    if (error !== repeated) throw error;
    return { duplicate: true, organizations: [], logs: [] };
  }
}

/** The statement that says whether another gateway for the same bots came up after the one that reports. */
function selectIsOutdated(db: Db, { instance, snapshot }: GatewayReport) {
  const mine: SQL = snapshot
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
  report: GatewayReport,
  organizationOf: ReadonlyMap<number, number>,
  guildId: string,
  now: Date,
): SeenActivity[] {
  return (report.activities ?? []).flatMap(({ botId, items }) => {
    const organizationId = organizationOf.get(botId);
    if (organizationId === undefined) return [];
    return items
      .map(({ timestamp, ...item }) => ({ ...item, timestamp: notLater(timestamp, now) }))
      .filter(
        (item) =>
          item.guildId === guildId && now.getTime() - Date.parse(item.timestamp) <= OLDEST_ACTIVITY_MS,
      )
      .map(({ guildId: _guildId, username, details, ...item }) => ({
        organizationId,
        ...item,
        username: plain(username).trim(),
        details: details === null ? null : plain(details).trim(),
      }));
  });
}

/** The statement that deletes keys older than two days: gateways repeat no report after that. */
export const deleteOldReports = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${gatewayReports}
    where received_at < ${new Date(now.getTime() - 2 * 24 * 3_600_000).toISOString()}`);
