import { and, asc, eq, gt, gte, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Context } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { minuteOf } from "../../lib/http/revision.ts";
import { decodeCursor, encodeCursor, type Page } from "../../lib/page.ts";
import { dueWords } from "./prospects.due.ts";
import { seesOwnOnly, visibleInOrderTo, visibleTo } from "./prospects.policy.ts";
import { selectProspects, selectRolePriorities, toPriorities, toProspect } from "./prospects.rows.ts";
import { type Prospect, type ProspectListQuery, stageOf } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";
import { urgentUntil } from "./read.ts";

/** Results of a search in one answer. */
export const SEARCH_LIMIT = 50;

/** What `due` holds for somebody without a deadline: it sorts after every deadline. */
const NO_DEADLINE = "~";

/**
 * One page of the prospects that the reader may see, soonest deadline first and those without last.
 * A search (`q`) looks through all stages and answers at most SEARCH_LIMIT people, without further pages.
 * @throws AppError invalid_input for a cursor that is none of ours
 */
export async function listProspects(context: Context, query: ProspectListQuery): Promise<Page<Prospect>> {
  const { db, actor } = context;
  const after = query.cursor
    ? decodeCursor(query.cursor, z.tuple([z.string(), z.number()]), context.language)
    : null;
  if (isContradictory(context, query)) return { items: [], next: null };
  if (query.q) return searchProspects(context, query, query.q);
  // The index of urgent work is ordered by the deadline itself; there everybody has one.
  const isUrgentOnly =
    query.urgent && !query.stage && !query.status && !query.assignedTo && !seesOwnOnly(actor);
  const order = isUrgentOnly ? prospects.deadline : prospects.due;
  const select = (...conditions: (SQL | undefined)[]) =>
    selectProspects(db)
      .where(and(...conditions, ...filters(context, query)))
      .orderBy(asc(order), asc(prospects.id))
      .limit(query.limit + 1);
  const { from, to } = dueRange(context, query, order);
  const isAfter = after !== null && (from === null || after[0] >= from);
  // One lower bound only: given two, the planner leaves the index that has the rows in order. And those due
  // at the same moment as the last one seen are read apart: compared as a pair, all of them are read again.
  const start = isAfter ? gt(order, after[0]) : from === null ? undefined : gte(order, from);
  const [rest, priorities, same] = await readBatch(db, [
    select(visibleInOrderTo(actor), start, to),
    selectRolePriorities(db, actor.organizationId),
    ...(isAfter ? [select(visibleTo(actor), eq(order, after[0]), gt(prospects.id, after[1]), to)] : []),
  ]);
  const rows = [...(same ?? []), ...rest];
  const ranks = toPriorities(priorities);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => toProspect(row, ranks, actor)),
    next: last && rows.length > query.limit ? encodeCursor([last.deadline ?? NO_DEADLINE, last.id]) : null,
  };
}

/**
 * People whose names or Discord id contain a text of three characters or more; fewer than three find names
 * that begin with them, and `@` in front finds usernames that do. The newest come first.
 */
async function searchProspects(
  context: Context,
  query: ProspectListQuery,
  text: string,
): Promise<Page<Prospect>> {
  const { db, actor } = context;
  // The index knows deadlines to the minute; the rest of the first and last one is left to these. The plus
  // keeps the planner from reading everybody who is due instead.
  const due = sql`+${prospects.due}`;
  const { from, to } = dueRange(context, query, due);
  const [rows, priorities] = await readBatch(db, [
    selectProspects(db)
      .innerJoin(sql`prospect_search`, sql`prospect_search.rowid = ${prospects.id}`)
      .where(
        and(
          sql`prospect_search match ${searchExpression(context, query, text)}`,
          visibleTo(actor),
          from === null ? undefined : gte(due, from),
          to,
        ),
      )
      .orderBy(sql`prospect_search.rowid desc`)
      .limit(SEARCH_LIMIT),
    selectRolePriorities(db, actor.organizationId),
  ]);
  const ranks = toPriorities(priorities);
  return { items: rows.map((row) => toProspect(row, ranks, actor)), next: null };
}

const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * The full-text query for a search with its filters, which stand in the index as well (see the table's
 * `facets`), so that nobody is read to be left out. https://www.sqlite.org/fts5.html#full_text_query_syntax
 */
function searchExpression({ actor, now }: Context, query: ProspectListQuery, text: string): string {
  const start = text.replace(/^@/, "").replaceAll("|", " ");
  const begins = text.startsWith("@") ? `@${start}` : [...text].length < 3 ? `^${start}` : null;
  const assigned = seesOwnOnly(actor) ? "me" : query.assignedTo;
  const facets = [
    `o${actor.organizationId}`,
    query.status && `s${query.status}`,
    query.stage && `g${query.stage}`,
    assigned && `a${assigned === "none" ? 0 : assigned === "me" ? (actor.memberId ?? -1) : assigned}`,
    query.deadline === "set" ? "d1" : query.deadline === "none" ? "d0" : undefined,
  ].flatMap((facet) => (facet ? [`facets : ${phrase(`|${facet}|`)}`] : []));
  const minutes = dueMinutes(query, now);
  if (minutes)
    facets.push(
      `due_facets : (${dueWords(...minutes)
        .map(phrase)
        .join(" OR ")})`,
    );
  const found =
    begins === null
      ? `{display_name username discord_id} : ${phrase(text)}`
      : `facets : ${phrase(`|${begins}`)}`;
  const wanted = (begins === "@" ? facets : [found, ...facets]).join(" AND ");
  return query.urgent ? `(${wanted}) NOT facets : ${phrase("|sinactive|")}` : wanted;
}

/** The first and the last minute in which those searched for are due, or null when it does not matter when. */
function dueMinutes({ deadline, urgent }: ProspectListQuery, now: Date): [number, number] | null {
  if (deadline === "overdue") return [0, minuteOf(now)];
  if (!urgent && deadline !== "soon") return null;
  return [deadline === "soon" ? minuteOf(now) : 0, minuteOf(new Date(urgentUntil(now)))];
}

/** Whether no prospect can be what is asked for, so that nothing needs reading to say so. */
function isContradictory({ actor }: Context, query: ProspectListQuery): boolean {
  const stage = query.stage ?? (query.status && stageOf(query.status));
  const isOthers =
    query.assignedTo !== undefined && query.assignedTo !== "me" && query.assignedTo !== actor.memberId;
  return (
    (query.status !== undefined && stageOf(query.status) !== stage) ||
    (query.urgent !== undefined && (query.deadline === "none" || stage === "inactive")) ||
    (seesOwnOnly(actor) && (stage === "intro" || isOthers)) ||
    // Nobody's name holds it, and the full-text index would take it for the end of the query.
    query.q?.includes("\0") === true
  );
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
    // Worded as the partial index of open tasks is.
    query.urgent && sql`${prospects.deadline} is not null and ${prospects.status} <> 'inactive'`,
  ];
}

/** The deadlines asked for: from when, and the condition that ends them. */
function dueRange(
  { now }: Context,
  { deadline, urgent }: ProspectListQuery,
  column: SQLWrapper,
): { from: string | null; to: SQL | undefined } {
  const at = now.toISOString();
  const from = deadline === "soon" ? at : deadline === "none" ? NO_DEADLINE : null;
  if (deadline === "overdue") return { from, to: sql`${column} < ${at}` };
  if (urgent || deadline === "soon") return { from, to: sql`${column} <= ${urgentUntil(now)}` };
  return { from, to: deadline === "set" ? sql`${column} < ${NO_DEADLINE}` : undefined };
}
