import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Context } from "../../context.ts";
import { readBatch } from "../../db/client.ts";
import { AppError } from "../../errors.ts";
import { decodeCursor, encodeCursor, type Page } from "../../paging.ts";
import { avatarUrl } from "../discord/discord.avatar.ts";
import { seesOwnOnly, visibleTo } from "./prospects.policy.ts";
import { selectProspects, selectRolePriorities, toPriorities, toProspect } from "./prospects.rows.ts";
import {
  type DiscordActivity,
  PROSPECT_STATUSES,
  type Prospect,
  type ProspectCounts,
  type ProspectHistoryEntry,
  type ProspectListQuery,
  URGENT_HOURS,
} from "./prospects.schema.ts";
import {
  assigneeTotals,
  discordActivities,
  prospectHistory,
  prospects,
  prospectTotals,
} from "./prospects.table.ts";

/** Results of a search in one answer. */
export const SEARCH_LIMIT = 50;

/** When a deadline counts as urgent, as ISO text. */
export const urgentUntil = (now: Date) => new Date(now.getTime() + URGENT_HOURS * 3_600_000).toISOString();

/**
 * One page of the prospects that the reader may see, soonest deadline first and those without last.
 * A search (`q`) looks through all stages and answers at most SEARCH_LIMIT people, without further pages.
 */
export async function listProspects(context: Context, query: ProspectListQuery): Promise<Page<Prospect>> {
  const { db, actor } = context;
  if (query.q) return searchProspects(context, query, query.q);
  const range = dueRange(context, query);
  if (!range || isContradictory(context, query)) return { items: [], next: null };
  // The index of urgent work is ordered by the deadline itself; there everybody has one.
  const order = usesUrgentIndex(query) ? prospects.deadline : prospects.due;
  const [rows, priorities] = await readBatch(db, [
    selectProspects(db)
      .where(and(visibleTo(actor), ...filters(context, query), ...rangeConditions(order, range, query)))
      .orderBy(asc(order), asc(prospects.id))
      .limit(query.limit + 1),
    selectRolePriorities(db, actor.organizationId),
  ]);
  const ranks = toPriorities(priorities);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => toProspect(row, ranks, actor)),
    next: last && rows.length > query.limit ? encodeCursor([last.deadline ?? "~", last.id]) : null,
  };
}

/**
 * People whose names or Discord id contain a text of three characters or more; fewer than three find names
 * that begin with them, and `@` in front finds usernames that do.
 */
async function searchProspects(
  context: Context,
  query: ProspectListQuery,
  text: string,
): Promise<Page<Prospect>> {
  const { db, actor } = context;
  const wanted = and(visibleTo(actor), ...filters(context, query));
  const column = text.startsWith("@") ? prospects.username : prospects.displayName;
  const start = text.replace(/^@/, "");
  const isPrefix = column === prospects.username || [...text].length < 3;
  const found = isPrefix
    ? selectProspects(db)
        .where(
          and(
            sql`${column} collate nocase >= ${start}`,
            sql`${column} collate nocase < ${`${start}\u{10ffff}`}`,
            wanted,
          ),
        )
        .orderBy(sql`${column} collate nocase`)
    : selectProspects(db)
        .innerJoin(sql`prospect_search`, sql`prospect_search.rowid = ${prospects.id}`)
        .where(and(sql`prospect_search match ${`"${text.replaceAll('"', '""')}"`}`, wanted))
        .orderBy(sql`prospect_search.rowid desc`);
  const [rows, priorities] = await readBatch(db, [
    found.limit(SEARCH_LIMIT),
    selectRolePriorities(db, actor.organizationId),
  ]);
  const ranks = toPriorities(priorities);
  return { items: rows.map((row) => toProspect(row, ranks, actor)), next: null };
}

function filters({ actor }: Context, query: ProspectListQuery): (SQL | undefined)[] {
  const assigned = query.assignedTo;
  const stage = query.stage ?? (query.status && stageOf(query.status));
  return [
    stage && eq(prospects.stage, stage),
    query.status && eq(prospects.status, query.status),
    assigned === "none" ? isNull(prospects.assignedTo) : undefined,
    assigned === "me" ? eq(prospects.assignedTo, actor.memberId ?? -1) : undefined,
    typeof assigned === "number" ? eq(prospects.assignedTo, assigned) : undefined,
    query.urgent && sql`${prospects.status} <> 'inactive'`,
  ];
}

/** One prospect. @throws AppError not_found when there is none that the reader may see */
export async function getProspect({ db, actor }: Context, id: number): Promise<Prospect> {
  const [rows, priorities] = await readBatch(db, [
    selectProspects(db).where(and(eq(prospects.id, id), visibleTo(actor))),
    selectRolePriorities(db, actor.organizationId),
  ]);
  const [row] = rows;
  if (!row) throw new AppError("not_found");
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

/** History entries in one answer. */
const HISTORY_LIMIT = 200;

/** A prospect's history, newest first. @throws AppError not_found */
export async function listHistory({ db, actor }: Context, id: number): Promise<ProspectHistoryEntry[]> {
  const [visible, entries] = await readBatch(db, [
    db
      .select({ id: prospects.id })
      .from(prospects)
      .where(and(eq(prospects.id, id), visibleTo(actor))),
    db
      .select()
      .from(prospectHistory)
      .where(eq(prospectHistory.prospectId, id))
      .orderBy(desc(prospectHistory.id))
      .limit(HISTORY_LIMIT),
  ]);
  if (!visible.length) throw new AppError("not_found");
  return entries.map(toHistoryEntry);
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
    .orderBy(desc(discordActivities.timestamp))
    .limit(ACTIVITY_LIMIT);
  if (!rows.length) throw new AppError("not_found");
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
