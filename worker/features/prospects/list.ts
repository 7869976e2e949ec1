import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { UserContext } from "../../lib/context.ts";
import { searchExpression } from "../../lib/db/search.ts";
import { type Page, page } from "../../lib/page.ts";
import { urgentUntil } from "./figures.ts";
import { seesOwnOnly, visibleTo } from "./prospects.policy.ts";
import { type ProspectRow, selectProspects, toProspect } from "./prospects.rows.ts";
import { type Prospect, type ProspectListQuery, type Stage, stageOf } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";

/** Results of a search in one answer. */
const SEARCH_LIMIT = 50;
/** The newest matches of a text that a search looks through for those that its filters leave. */
const SEARCHED = 800;

/** What the position of every prospect without a deadline begins with; it sorts after every deadline. */
const NO_DEADLINE = "~";

/**
 * One page of the prospects that the reader may see, soonest deadline first and those without last. A search
 * (`q`) looks through all stages and answers the SEARCH_LIMIT newest, without further pages.
 * @throws AppError invalid_input for a wrong cursor
 */
export async function listProspects(context: UserContext, query: ProspectListQuery): Promise<Page<Prospect>> {
  const { db, actor, language, now } = context;
  const range = dueRange(query, now);
  const conditions = [visibleTo(actor), ...filters(context, query), range.to];
  if (query.q) {
    const from = range.from === undefined ? undefined : sql`${prospects.position} > ${range.from}`;
    const found = sql`(
      select ${prospects.id} from (
        select rowid as id from prospect_search
        where prospect_search match ${searchExpression(actor.organizationId, query.q)}
        order by rowid desc limit ${SEARCHED}
      ) found cross join ${prospects} on ${prospects.id} = found.id
      where ${and(...conditions, from)} order by found.id desc limit ${SEARCH_LIMIT})`;
    const rows = await selectProspects(db).where(sql`${prospects.id} in ${found}`);
    return { items: rows.sort((a, b) => b.id - a.id).map((row) => toProspect(row, actor)), next: null };
  }
  const order = {
    by: prospects.position,
    type: "string",
    of: (row: ProspectRow) => row.position,
    from: range.from,
  } as const;
  const paging = page(query, order, language);
  const inPage = and(...conditions, paging.after) as SQL;
  const isOfPerson = query.assignedTo !== undefined || seesOwnOnly(actor);
  const select = (...more: SQL[]) => selectProspects(db).where(and(inPage, ...more));
  // One person's prospects are in order within each stage: merging four of these lists reads only what it gives.
  const statement =
    isOfPerson && !query.stage && !query.status
      ? unionAll(
          select(isAt("intro")),
          select(isAt("onboarding")),
          select(isAt("active")),
          select(isAt("inactive")),
        )
      : select();
  const rows = await statement.orderBy(sql`position`).limit(paging.limit);
  return paging.toPage(rows, (row) => toProspect(row, actor));
}

const isAt = (stage: Stage): SQL => eq(prospects.stage, stage);

function filters({ actor }: UserContext, query: ProspectListQuery): (SQL | undefined)[] {
  const { assignedTo, status } = query;
  const stage = query.stage ?? (status && stageOf(status));
  const assignee = assignedTo === "me" ? (actor.memberId ?? -1) : assignedTo;
  return [
    stage && eq(prospects.stage, stage),
    status && eq(prospects.status, status),
    assignee === "none" ? isNull(prospects.assignedTo) : undefined,
    typeof assignee === "number" ? eq(prospects.assignedTo, assignee) : undefined,
    query.urgent && sql`${prospects.deadline} is not null and ${prospects.status} <> 'inactive'`,
  ];
}

/** The positions between which the deadlines asked for lie: after `from`, and what ends them. */
function dueRange(
  { deadline, urgent }: ProspectListQuery,
  now: Date,
): { from: string | undefined; to: SQL | undefined } {
  const at = now.toISOString();
  const before = (position: string) => lt(prospects.position, position);
  const from = deadline === "soon" ? at : deadline === "none" ? NO_DEADLINE : undefined;
  if (deadline === "overdue") return { from, to: before(at) };
  // A position goes on with a space behind the deadline.
  if (urgent || deadline === "soon") return { from, to: before(`${urgentUntil(now)}!`) };
  return { from, to: deadline === "set" ? before(NO_DEADLINE) : undefined };
}
