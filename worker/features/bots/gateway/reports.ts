import { type SQL, sql } from "drizzle-orm";
import type { GatewayReport } from "../../../../bot-gateway/protocol.ts";
import type { SystemContext } from "../../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../../lib/db/client.ts";
import { write } from "../../../lib/guard.ts";
import { recordActivities, type SeenActivity } from "../../prospects/index.ts";
import { botErrors } from "../bots.errors.ts";
import type { BotLog } from "../bots.schema.ts";
import { bots, gatewayReports } from "../bots.table.ts";
import { gatherLines, insertLines, numberLines, selectLastIds } from "./logs.ts";
import { type EndedBot, endUnlisted, storeStates } from "./states.ts";

/** Activities older than this say nothing that anybody still asks for. */
const OLDEST_ACTIVITY_MS = 24 * 3_600_000;

/** What a report changed, for those who look on. */
export type ReportOutcome = {
  /** It was taken before, and nothing was written. */
  duplicate: boolean;
  /** Organizations of the bots it speaks of. */
  organizations: number[];
  logs: { organizationId: number; botId: number; lines: BotLog[] }[];
};

/**
 * Takes what a gateway reports: states, log lines and what bots saw, each once. However large it is, it costs
 * two round trips. Bots that do not exist are passed over.
 * @param onlyBot the one bot that the gateway may speak for; null for any
 * @throws AppError gateway_signature when it speaks for another
 */
export async function takeReport(
  context: SystemContext,
  report: GatewayReport,
  onlyBot: number | null,
): Promise<ReportOutcome> {
  const { db, env, now } = context;
  const { snapshot, instance } = report;
  const at = now.toISOString();
  const states = [...(snapshot?.bots ?? []), ...(report.states ?? [])];
  const named = new Set([
    ...states.map(({ botId }) => botId),
    ...(report.logs ?? []).map(({ botId }) => botId),
    ...(report.activities ?? []).map(({ botId }) => botId),
  ]);
  const speaksForOthers = [...named].some((botId) => botId !== onlyBot) || snapshot?.botId === null;
  if (onlyBot !== null && (speaksForOthers || (snapshot && snapshot.botId !== onlyBot))) {
    throw botErrors.gateway_signature();
  }
  const [[taken], [order], known] = await readBatch(db, [
    db.all<{ key: string }>(sql`select key from ${gatewayReports} where key = ${report.key}`),
    selectIsOutdated(db, report),
    db.all<{ id: number; organizationId: number }>(sql`select b.id, b.organization_id as organizationId
      from json_each(${JSON.stringify([...named])}) cross join ${bots} b on b.id = value`),
  ]);
  const nothing = { duplicate: true, organizations: [], logs: [] };
  if (taken) return nothing;
  const organizationOf = new Map(known.map(({ id, organizationId }) => [id, organizationId]));
  const lines = gatherLines(
    (report.logs ?? []).filter(({ botId }) => organizationOf.has(botId)),
    now,
  );
  const activities = seenActivities(report, organizationOf, env.DISCORD_GUILD_ID, now);
  // What an earlier gateway says late was true once.
  const isCurrent = !order?.isOutdated;
  const [endRuns, endBots] = snapshot && isCurrent ? endUnlisted(db, snapshot, now) : [];
  const statements: Statement[] = [
    db.insert(gatewayReports).values({
      key: report.key,
      instance,
      startedAt: snapshot ? new Date(snapshot.startedAt).toISOString() : null,
      botId: snapshot?.botId ?? null,
      receivedAt: at,
    }),
    ...(isCurrent ? storeStates(db, states, { kind: "report", instance, now }) : []),
    ...(endRuns ? [endRuns] : []),
    ...insertLines(db, lines),
<<<<<<< HEAD
    ...recordActivities(context, activities),
=======
    ...recordActivities({ db, now }, activities),
>>>>>>> h7
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
      organizations: [
        ...new Set([...organizationOf.values(), ...ended.map(({ organizationId }) => organizationId)]),
      ],
      logs: numberLines(lines, lastIds).map((each) => ({
        organizationId: organizationOf.get(each.botId) ?? 0,
        ...each,
      })),
    };
  } catch (error) {
    if (error === repeated) return nothing;
    throw error;
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

/** What bots saw in our server of late, with the organization they saw it for. */
function seenActivities(
  report: GatewayReport,
  organizationOf: ReadonlyMap<number, number>,
  guildId: string,
  now: Date,
): SeenActivity[] {
  return (report.activities ?? []).flatMap(({ botId, items }) => {
    const organizationId = organizationOf.get(botId);
    if (organizationId === undefined) return [];
    return items.flatMap(({ guildId: where, timestamp, username, ...item }) => {
      const moment = Math.min(Date.parse(timestamp), now.getTime());
      if (where !== guildId || now.getTime() - moment > OLDEST_ACTIVITY_MS) return [];
      return [
        { organizationId, ...item, username: clean(username), timestamp: new Date(moment).toISOString() },
      ].map((each) => ({ ...each, details: each.details === null ? null : clean(each.details) }));
    });
  });
}

const clean = (text: string) =>
  text
    .replace(/\p{Cc}/gu, " ")
    .toWellFormed()
    .trim();

/** The statement that forgets keys older than two days: nobody sends anything again after that. */
export const deleteOldReports = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${gatewayReports}
    where received_at < ${new Date(now.getTime() - 2 * 24 * 3_600_000).toISOString()}`);
