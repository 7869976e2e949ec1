import { inArray, sql } from "drizzle-orm";
import type { GatewayReport } from "../../../../bot-gateway/protocol.ts";
import type { SystemContext } from "../../../lib/context.ts";
import { type Db, jsonList, readBatch } from "../../../lib/db/client.ts";
import { hoursFrom } from "../../../lib/db/columns.ts";
import { write } from "../../../lib/guard.ts";
import { recordActivities, type SeenActivity } from "../../prospects/index.ts";
import { botErrors } from "../bots.errors.ts";
import { bots, gatewayReports } from "../bots.table.ts";
import {
  gatherLines,
  insertLines,
  type LastId,
  notLater,
  numberLines,
  plain,
  selectLastIds,
} from "./logs.ts";
import { type EndedBot, endUnlisted, storeStates } from "./states.ts";

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
  try {
    const results = await write(
      db,
      [
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
        selectLastIds(db, lines),
        ...ends,
      ],
      { gateway_reports: repeated },
    );
    const ended = ends.length ? (results.at(-1) as EndedBot[]) : [];
    const lastIds = results.at(-1 - ends.length) as LastId[];
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
      const said = { username: plain(username).trim(), details: details && plain(details).trim() };
      return [{ ...item, ...said, organizationId, timestamp }];
    });
  });
}

/** The statement that deletes keys older than two days: gateways repeat no report after that. */
export const deleteOldReports = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${gatewayReports} where received_at < ${hoursFrom(now, -48)}`);
