import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { newestMatches } from "../../lib/db/search.ts";
import { errors } from "../../lib/errors.ts";
import { page } from "../../lib/page.ts";
import { mergedInto } from "./corrections/removed.ts";
import {
  isOurs,
  isOwnAdded,
  isOwnAssigned,
  seesOwnOnly,
  visibleById,
  visibleTo,
} from "./prospects.policy.ts";
import { type ProspectRow, selectProspects, toProspect } from "./prospects.rows.ts";
import {
  type HistoryQuery,
  isOpenStage,
  type ProspectListQuery,
  STAGE_NAMES,
  type Stage,
  stageOf,
} from "./prospects.schema.ts";
import { discordActivities, prospectHistory, prospects } from "./prospects.table.ts";
import { isTask, urgentUntil } from "./tasks.ts";

/** Most results of a search in one answer, since SEARCHED matches are read for each. */
const SEARCH_LIMIT = 50;
/** Text matches to which one answer of a search applies its filters; the next page continues after them. */
const SEARCHED = 500;
/** The first character of positions without a deadline; it sorts after every deadline. */
const NO_DEADLINE = "~";

/**
 * One page of the prospects that the reader may see, by deadline, those without one last. A search covers all stages, newest
 * first.
 * @throws AppError invalid_input
 */
export async function listProspects(context: MemberContext, query: ProspectListQuery) {
  const { db, actor, language, now } = context;
  const { from, to } = dueRange(query, now);
  const stages = stagesOf(query);
  const filters = and(filtersOf(context, query), to ? lt(prospects.position, to) : undefined);
  const present = (row: ProspectRow) => toProspect(row, context);
  if (query.q) {
    const limit = Math.min(query.limit, SEARCH_LIMIT);
    const newest = { by: prospects.id, direction: "desc", positionOf: (row: ProspectRow) => row.id } as const;
    const paging = page({ ...query, limit }, newest, language);
    const { organizationId } = actor;
    const before = paging.start as number | undefined;
    const found = newestMatches(prospects, "prospect", organizationId, query.q, SEARCHED, before);
    const isAfter = from ? gt(prospects.position, from) : undefined;
    const isAt = stages && inArray(prospects.stage, [...stages]);
    const condition = and(visibleTo(actor), filters, isAt, isAfter);
    const isOnPage = paging.isOnPage(prospects.id, found.rows, condition, found.newestFirst);
    const [rows, [end]] = await readBatch(db, [
      selectProspects(db).where(isOnPage).orderBy(paging.order),
      db.select({ lookedTo: found.end.as("looked_to") }).from(sql`(select 1)`),
    ]);
    return paging.toPage(rows, present, end?.lookedTo);
  }
  const positionOf = (row: ProspectRow) => row.position;
  const paging = page(query, { by: prospects.position, type: "string", positionOf, from }, language);
  const [first, second, ...rest] = partsOf(actor, query, stages).map((part) =>
    selectProspects(db).where(and(isOurs(actor), part, filters, paging.after)),
  );
  if (!first) return paging.toPage([], present);
  const statement = second ? unionAll(first, second, ...rest) : first;
  const rows = await statement.orderBy(sql`position`).limit(paging.limit);
  return paging.toPage(rows, present);
}

/** Whether a filter asks for tasks. */
const asksForTasks = ({ deadline, urgent }: ProspectListQuery) =>
  urgent !== undefined || (deadline !== undefined && deadline !== "none");

/** The stages that all filters agree on, undefined for every stage. */
function stagesOf(query: ProspectListQuery): readonly Stage[] | undefined {
  const { stage, status } = query;
  const isTasks = asksForTasks(query);
  if (!stage && !status && !isTasks) return undefined;
  return STAGE_NAMES.filter(
    (each) =>
      (!stage || (stage === "open" ? isOpenStage(each) : each === stage)) &&
      (!status || stageOf(status) === each) &&
      (!isTasks || isOpenStage(each)),
  );
}

/**
 * The conditions of the merged lists. An index has the prospects of one assignee, and those of everybody, in order within each
 * stage, so that merging reads only the result.
 */
function partsOf(
  actor: Actor,
  { assignedTo }: ProspectListQuery,
  stages: readonly Stage[] | undefined,
): (SQL | undefined)[] {
  const isOwn = seesOwnOnly(actor);
  if (!isOwn && !stages && assignedTo === undefined) return [undefined];
  const byStage = (stages ?? STAGE_NAMES).map((stage) =>
    and(eq(prospects.stage, stage), isOwn ? isOwnAssigned(actor) : undefined),
  );
  if (!isOwn) return byStage;
  const added = and(isOwnAdded(actor), stages && inArray(sql`+${prospects.stage}`, [...stages]));
  if (assignedTo === "none") return [added];
  return assignedTo === undefined ? [...byStage, added] : byStage;
}

function filtersOf({ actor }: MemberContext, query: ProspectListQuery): SQL | undefined {
  const { assignedTo, status, inDiscord } = query;
  const assignee = assignedTo === "me" ? (actor.memberId ?? -1) : assignedTo;
  const isOfAssignee = typeof assignee === "number" ? eq(prospects.assignedTo, assignee) : undefined;
  return and(
    status && eq(prospects.status, status),
    assignee === "none" ? isNull(prospects.assignedTo) : isOfAssignee,
    inDiscord && eq(prospects.discordStatus, "active"),
    asksForTasks(query) && assignee !== "none" ? isTask : undefined,
  );
}

/** The positions, both excluded, between which the requested deadlines are. */
function dueRange({ deadline, urgent }: ProspectListQuery, now: Date): { from?: string; to?: string } {
  const at = now.toISOString();
  // In a position a space follows the deadline, and sorts before the exclamation mark.
  const soon = `${urgentUntil(now)}!`;
  if (deadline === "overdue") return { to: at };
  if (deadline === "soon") return { from: at, to: soon };
  const from = deadline === "none" ? { from: NO_DEADLINE } : {};
  if (urgent) return { ...from, to: soon };
  return deadline === "set" ? { to: NO_DEADLINE } : from;
}

/** One page of the history of a prospect and of those merged into it, newest first. @throws AppError not_found, invalid_input */
export async function listHistory(
  { db, actor, language }: MemberContext,
  { id, ...query }: ById<HistoryQuery>,
) {
  const positionOf = (entry: { id: number }) => entry.id;
  const paging = page(query, { by: prospectHistory.id, direction: "desc", positionOf }, language);
  const isShown = and(eq(prospects.id, id), visibleById(actor));
  const entriesOf = (which: SQL) => db.select().from(prospectHistory).where(and(which, paging.after));
  const ofMerged = sql`${prospectHistory.prospectId} in ${mergedInto(id)}`;
  const [visible, entries] = await readBatch(db, [
    db.select({ id: prospects.id }).from(prospects).where(isShown),
    // Two lists, so that the index has a long history in its order.
    unionAll(entriesOf(eq(prospectHistory.prospectId, id)), entriesOf(ofMerged))
      .orderBy(sql`id desc`)
      .limit(paging.limit),
  ]);
  if (!visible.length) throw errors.not_found();
  return paging.toPage(entries, (entry) => entry);
}

/** Newest Discord activities of a prospect; presence is derived from exactly this many. */
const ACTIVITY_LIMIT = 10;

/** Discord's last reports about a prospect, newest first. @throws AppError not_found */
export async function listDiscordActivities({ db, actor }: MemberContext, { id }: ById) {
  const { organizationId, discordId } = discordActivities;
  const isTheirs = and(eq(organizationId, prospects.organizationId), eq(discordId, prospects.discordId));
  const rows = await db
    .select({ discordId: prospects.discordId, avatar: prospects.avatar, activity: discordActivities })
    .from(prospects)
    .leftJoin(discordActivities, isTheirs)
    .where(and(eq(prospects.id, id), visibleById(actor)))
    .orderBy(desc(discordActivities.timestamp), desc(discordActivities.id))
    .limit(ACTIVITY_LIMIT);
  if (!rows.length) throw errors.not_found();
  return rows.flatMap((row) =>
    row.activity ? [{ ...row.activity, avatarUrl: avatarUrl(row.discordId, row.avatar) }] : [],
  );
}
