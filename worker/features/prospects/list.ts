import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { avatarUrl } from "../../lib/avatar.ts";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { searchExpression } from "../../lib/db/search.ts";
import { errors } from "../../lib/errors.ts";
import { type Page, page } from "../../lib/page.ts";
import { urgentUntil } from "./figures.ts";
import { seesOwnOnly, visibleById, visibleTo } from "./prospects.policy.ts";
import { type ProspectRow, selectProspects, toProspect } from "./prospects.rows.ts";
import {
  type DiscordActivity,
  type HistoryQuery,
  type Prospect,
  type ProspectHistoryEntry,
  type ProspectListQuery,
  type Stage,
  stageOf,
} from "./prospects.schema.ts";
import { discordActivities, prospectHistory, prospects } from "./prospects.table.ts";

/** Results of a search in one answer. */
const SEARCH_LIMIT = 50;
/** The newest matches of a text that a search looks through for those that its filters leave. */
const SEARCHED = 800;
/** What the position of every prospect without a deadline begins with; it sorts after every deadline. */
const NO_DEADLINE = "~";

/**
 * One page of the prospects that the reader may see, soonest deadline first and those without last. A search looks
 * through all stages and answers the SEARCH_LIMIT newest, without further pages. @throws AppError invalid_input
 */
export async function listProspects(context: UserContext, query: ProspectListQuery): Promise<Page<Prospect>> {
  const { db, actor, language, now } = context;
  const { from, to } = dueRange(query, now);
  const conditions = [
    visibleTo(actor),
    ...filters(context, query),
    to ? lt(prospects.position, to) : undefined,
  ];
  if (query.q) {
    const isMatch = and(...conditions, from ? gt(prospects.position, from) : undefined);
    const found = sql`(
      select ${prospects.id} from (
        select rowid as id from prospect_search
        where prospect_search match ${searchExpression(actor.organizationId, query.q)}
        order by rowid desc limit ${SEARCHED}
      ) found cross join ${prospects} on ${prospects.id} = found.id
      where ${isMatch} order by found.id desc limit ${SEARCH_LIMIT})`;
    const rows = await selectProspects(db)
      .where(sql`${prospects.id} in ${found}`)
      .orderBy(desc(prospects.id));
    return { items: rows.map((row) => toProspect(row, actor)), next: null };
  }
  const of = (row: ProspectRow) => row.position;
  const paging = page(query, { by: prospects.position, type: "string", of, from }, language);
  const select = (stage?: Stage) =>
    selectProspects(db).where(and(...conditions, stage && eq(prospects.stage, stage), paging.after));
  // One person's prospects are in order within each stage: merging four of these lists reads only what it gives.
  const isOfPerson = query.assignedTo !== undefined || seesOwnOnly(actor);
  const statement =
    isOfPerson && !query.stage && !query.status
      ? unionAll(select("intro"), select("onboarding"), select("active"), select("inactive"))
      : select();
  const rows = await statement.orderBy(sql`position`).limit(paging.limit);
  return paging.toPage(rows, (row) => toProspect(row, actor));
}

function filters({ actor }: UserContext, query: ProspectListQuery): (SQL | undefined)[] {
  const { assignedTo, status, stage = status && stageOf(status), urgent } = query;
  const assignee = assignedTo === "me" ? (actor.memberId ?? -1) : assignedTo;
  return [
    stage && eq(prospects.stage, stage),
    status && eq(prospects.status, status),
    assignee === "none" ? isNull(prospects.assignedTo) : undefined,
    typeof assignee === "number" ? eq(prospects.assignedTo, assignee) : undefined,
    urgent && and(isNotNull(prospects.deadline), ne(prospects.status, "inactive")),
  ];
}

/** The positions between which the deadlines asked for lie, neither included. */
function dueRange({ deadline, urgent }: ProspectListQuery, now: Date): { from?: string; to?: string } {
  const at = now.toISOString();
  // A position goes on with a space behind the deadline.
  const soon = `${urgentUntil(now)}!`;
  if (deadline === "overdue") return { to: at };
  if (deadline === "soon") return { from: at, to: soon };
  const from = deadline === "none" ? { from: NO_DEADLINE } : {};
  if (urgent) return { ...from, to: soon };
  return deadline === "set" ? { to: NO_DEADLINE } : from;
}

const {
  prospectId: _prospect,
  performedById: _user,
  minutes: _,
  ...shown
} = getTableColumns(prospectHistory);

/** A history entry as its readers get it. */
export const HISTORY_COLUMNS = shown;

/** One page of a prospect's history, newest first. @throws AppError not_found, invalid_input */
export async function listHistory(
  { db, actor, language }: UserContext,
  id: number,
  query: HistoryQuery,
): Promise<Page<ProspectHistoryEntry>> {
  const of = (entry: { id: number }) => entry.id;
  const paging = page(query, { by: prospectHistory.id, direction: "desc", of }, language);
  const [visible, entries] = await readBatch(db, [
    db
      .select({ id: prospects.id })
      .from(prospects)
      .where(and(eq(prospects.id, id), visibleById(actor))),
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

/** Newest Discord activities of a prospect; presence is derived from exactly this many. */
const ACTIVITY_LIMIT = 10;

/** What Discord last reported about a prospect, newest first. @throws AppError not_found */
export async function listDiscordActivities(
  { db, actor }: UserContext,
  id: number,
): Promise<DiscordActivity[]> {
  const { organizationId, discordId, ...shownOfActivity } = getTableColumns(discordActivities);
  const rows = await db
    .select({ discordId: prospects.discordId, avatar: prospects.avatar, activity: shownOfActivity })
    .from(prospects)
    .leftJoin(
      discordActivities,
      and(eq(organizationId, prospects.organizationId), eq(discordId, prospects.discordId)),
    )
    .where(and(eq(prospects.id, id), visibleById(actor)))
    .orderBy(desc(discordActivities.timestamp), desc(discordActivities.id))
    .limit(ACTIVITY_LIMIT);
  if (!rows.length) throw errors.not_found();
  return rows.flatMap(({ activity, avatar, ...row }) =>
    activity ? [{ ...activity, avatarUrl: avatarUrl(row.discordId, avatar) }] : [],
  );
}
