import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { decodeCursor, encodeCursor, type Page } from "../../lib/page.ts";
import { seesOwnOnly, visibleTo } from "./prospects.policy.ts";
import { selectProspects, selectRolePriorities, toPriorities, toProspect } from "./prospects.rows.ts";
import {
  type DiscordActivity,
  type HistoryQuery,
  PROSPECT_STATUSES,
  type Prospect,
  type ProspectCounts,
  type ProspectHistoryEntry,
  URGENT_HOURS,
} from "./prospects.schema.ts";
import {
  assigneeTotals,
  discordActivities,
  prospectHistory,
  prospects,
  prospectTotals,
} from "./prospects.table.ts";

/** When a deadline counts as urgent, as ISO text. */
export const urgentUntil = (now: Date) => new Date(now.getTime() + URGENT_HOURS * 3_600_000).toISOString();

/** One prospect. @throws AppError not_found when there is none that the reader may see */
export async function getProspect({ db, actor }: Context, id: number): Promise<Prospect> {
  const [rows, priorities] = await readBatch(db, [
    selectProspects(db).where(and(eq(prospects.id, id), visibleTo(actor))),
    selectRolePriorities(db, actor.organizationId),
  ]);
  const [row] = rows;
  if (!row) throw errors.not_found();
  return toProspect(row, toPriorities(priorities), actor);
}

/** Number of prospects in each status: of the organization, or only those assigned to the reader. */
export async function countProspects({ db, actor }: Context, ownOnly: boolean): Promise<ProspectCounts> {
  const restricted = seesOwnOnly(actor);
  const counts = Object.fromEntries(PROSPECT_STATUSES.map((status) => [status, 0])) as ProspectCounts;
  const rows =
    ownOnly || restricted
      ? await db
          .select({ status: assigneeTotals.status, count: assigneeTotals.count })
          .from(assigneeTotals)
          .where(
            and(
              eq(assigneeTotals.organizationId, actor.organizationId),
              eq(assigneeTotals.memberId, actor.memberId ?? -1),
            ),
          )
      : await db
          .select({ status: prospectTotals.status, count: prospectTotals.count })
          .from(prospectTotals)
          .where(eq(prospectTotals.organizationId, actor.organizationId));
  for (const row of rows) {
    const hidden = restricted && (row.status === "intro" || row.status === "intro_completed");
    if (!hidden) counts[row.status] += row.count;
  }
  return counts;
}

/** One page of a prospect's history, newest first. @throws AppError not_found, invalid_input */
export async function listHistory(
  { db, actor, language }: Context,
  id: number,
  { cursor, limit }: HistoryQuery,
): Promise<Page<ProspectHistoryEntry>> {
  const before = cursor ? decodeCursor(cursor, z.tuple([z.number()]), language)[0] : null;
  const [visible, entries] = await readBatch(db, [
    db
      .select({ id: prospects.id })
      .from(prospects)
      .where(and(eq(prospects.id, id), visibleTo(actor))),
    db
      .select()
      .from(prospectHistory)
      .where(
        and(eq(prospectHistory.prospectId, id), before === null ? undefined : lt(prospectHistory.id, before)),
      )
      .orderBy(desc(prospectHistory.id))
      .limit(limit + 1),
  ]);
  if (!visible.length) throw errors.not_found();
  const items = entries.slice(0, limit).map(toHistoryEntry);
  const last = items.at(-1);
  return { items, next: last && entries.length > limit ? encodeCursor([last.id]) : null };
}

/** A history entry as its readers get it. */
export function toHistoryEntry(row: typeof prospectHistory.$inferSelect): ProspectHistoryEntry {
  const { id, action, createdAt, performedBy, previousValue, newValue, notes, changes } = row;
  return { id, action, createdAt, performedBy, previousValue, newValue, notes, changes };
}

/** Newest Discord activities of a prospect; presence is derived from exactly this many. */
const ACTIVITY_LIMIT = 10;

/** What Discord last reported about a prospect, newest first. @throws AppError not_found */
export async function listDiscordActivities({ db, actor }: Context, id: number): Promise<DiscordActivity[]> {
  const rows = await db
    .select({
      prospectId: prospects.id,
      discordId: prospects.discordId,
      avatar: prospects.avatar,
      activity: discordActivities,
    })
    .from(prospects)
    .leftJoin(
      discordActivities,
      and(
        eq(discordActivities.organizationId, prospects.organizationId),
        eq(discordActivities.discordId, prospects.discordId),
      ),
    )
    .where(and(eq(prospects.id, id), visibleTo(actor)))
    .orderBy(desc(discordActivities.timestamp), desc(discordActivities.id))
    .limit(ACTIVITY_LIMIT);
  if (!rows.length) throw errors.not_found();
  return rows.flatMap(({ activity, avatar, discordId }) =>
    activity
      ? [
          {
            id: activity.id,
            username: activity.username,
            avatarUrl: avatarUrl(discordId, avatar),
            activityType: activity.activityType,
            details: activity.details,
            timestamp: activity.timestamp,
          },
        ]
      : [],
  );
}

/** Number of a member's open tasks: assigned, with a deadline, not inactive. */
export async function countTasks({ db, actor, now }: Context) {
  const at = now.toISOString();
  const [row] = await db
    .select({
      assigned: sql<number>`count(*)`,
      overdue: sql<number>`coalesce(sum(${prospects.deadline} < ${at}), 0)`,
      dueSoon: sql<number>`coalesce(sum(${prospects.deadline} between ${at} and ${urgentUntil(now)}), 0)`,
    })
    .from(prospects)
    .where(
      and(
        eq(prospects.organizationId, actor.organizationId),
        eq(prospects.assignedTo, actor.memberId ?? -1),
        inArray(prospects.stage, ["intro", "onboarding"]),
      ),
    );
  return row ?? { assigned: 0, overdue: 0, dueSoon: 0 };
}
