import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { type Page, page } from "../../lib/page.ts";
import { seesOwnOnly, visibleById } from "./prospects.policy.ts";
import {
  type DiscordActivity,
  type HistoryQuery,
  PROSPECT_STATUSES,
  type ProspectCounts,
  type ProspectHistoryEntry,
  URGENT_HOURS,
  type UserStats,
} from "./prospects.schema.ts";
import {
  assigneeTotals,
  discordActivities,
  prospectHistory,
  prospects,
  prospectTotals,
} from "./prospects.table.ts";

/** The latest deadline that counts as urgent, as ISO text. */
export const urgentUntil = (now: Date): string =>
  new Date(now.getTime() + URGENT_HOURS * 3_600_000).toISOString();

/** Number of prospects in each status: of the organization, or only those assigned to the reader. */
export async function countProspects({ db, actor }: UserContext, ownOnly: boolean): Promise<ProspectCounts> {
  const isRestricted = seesOwnOnly(actor);
  const counts = Object.fromEntries(PROSPECT_STATUSES.map((status) => [status, 0])) as ProspectCounts;
  const table = ownOnly || isRestricted ? assigneeTotals : prospectTotals;
  const rows = await db
    .select({ status: table.status, count: table.count })
    .from(table)
    .where(
      and(
        eq(table.organizationId, actor.organizationId),
        table === assigneeTotals ? eq(assigneeTotals.memberId, actor.memberId ?? -1) : undefined,
      ),
    );
  for (const { status, count } of rows) {
    const isHidden = isRestricted && (status === "intro" || status === "intro_completed");
    if (!isHidden) counts[status] += count;
  }
  return counts;
}

/** The statement that says whether the reader may see a prospect. */
const selectVisible = ({ db, actor }: UserContext, id: number) =>
  db
    .select({ id: prospects.id })
    .from(prospects)
    .where(and(eq(prospects.id, id), visibleById(actor)));

/** One page of a prospect's history, newest first. @throws AppError not_found, invalid_input */
export async function listHistory(
  context: UserContext,
  id: number,
  query: HistoryQuery,
): Promise<Page<ProspectHistoryEntry>> {
  const { db, language } = context;
  const order = { by: prospectHistory.id, direction: "desc", of: ({ id }: { id: number }) => id } as const;
  const paging = page(query, order, language);
  const [visible, entries] = await readBatch(db, [
    selectVisible(context, id),
    db
      .select(HISTORY_COLUMNS)
      .from(prospectHistory)
      .where(and(eq(prospectHistory.prospectId, id), paging.after))
      .orderBy(paging.order)
      .limit(paging.limit),
  ]);
  if (!visible.length) throw errors.not_found();
  return paging.toPage(entries, (entry) => entry);
}

/** A history entry as its readers get it. */
export const HISTORY_COLUMNS = {
  id: prospectHistory.id,
  action: prospectHistory.action,
  createdAt: prospectHistory.createdAt,
  performedBy: prospectHistory.performedBy,
  previousValue: prospectHistory.previousValue,
  newValue: prospectHistory.newValue,
  notes: prospectHistory.notes,
  changes: prospectHistory.changes,
};

/** Newest Discord activities of a prospect; presence is derived from exactly this many. */
const ACTIVITY_LIMIT = 10;

/** What Discord last reported about a prospect, newest first. @throws AppError not_found */
export async function listDiscordActivities(
  { db, actor }: UserContext,
  id: number,
): Promise<DiscordActivity[]> {
  const rows = await db
    .select({ discordId: prospects.discordId, avatar: prospects.avatar, activity: discordActivities })
    .from(prospects)
    .leftJoin(
      discordActivities,
      and(
        eq(discordActivities.organizationId, prospects.organizationId),
        eq(discordActivities.discordId, prospects.discordId),
      ),
    )
    .where(and(eq(prospects.id, id), visibleById(actor)))
    .orderBy(desc(discordActivities.timestamp), desc(discordActivities.id))
    .limit(ACTIVITY_LIMIT);
  if (!rows.length) throw errors.not_found();
  return rows.flatMap(({ activity, avatar, discordId }) => {
    if (!activity) return [];
    const { id, username, activityType, details, timestamp } = activity;
    return [{ id, username, avatarUrl: avatarUrl(discordId, avatar), activityType, details, timestamp }];
  });
}

/** SQL: how many of some rows are overdue, and how many are due within the urgent hours. */
export function dueCounts(now: Date): { overdue: SQL<number>; dueSoon: SQL<number> } {
  const at = now.toISOString();
  return {
    overdue: sql<number>`coalesce(sum(${prospects.deadline} < ${at}), 0)`,
    dueSoon: sql<number>`coalesce(sum(${prospects.deadline} between ${at} and ${urgentUntil(now)}), 0)`,
  };
}

/** The reader's own open prospects at a glance. */
export async function countTasks({ db, actor, now }: UserContext): Promise<UserStats> {
  const [row] = await db
    .select({ assigned: sql<number>`count(*)`, ...dueCounts(now) })
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
