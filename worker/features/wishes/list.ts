import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { type Page, page } from "../../lib/page.ts";
import { trigramsOf } from "./trigrams.ts";
import { isOpenRow } from "./wishes.policy.ts";
import { detailsRecord, isVoteOf, selectWishes, targetsOf, toWish, type WishRow } from "./wishes.rows.ts";
import * as schema from "./wishes.schema.ts";
import { wishes, wishLinks, wishTrigrams, wishVotes } from "./wishes.table.ts";

/** Wishes that one answer of a filtered list reads. */
const LOOKED_THROUGH = 300;
const FILTERED_LIMIT = 50;

const ORDERS = {
  trend: { by: wishes.trendPosition, type: "string", positionOf: (row: WishRow) => row.trendPosition },
  votes: { by: wishes.votesPosition, type: "string", positionOf: (row: WishRow) => row.votesPosition },
  newest: { by: wishes.id, type: "number", positionOf: (row: WishRow) => row.id },
} as const;

/** One page of wishes that are not merged, the most wanted or the newest first. @throws AppError invalid_input for a wrong cursor */
export async function listWishes(
  context: MemberContext,
  query: schema.WishListQuery,
): Promise<Page<schema.Wish>> {
  const { db, actor, language } = context;
  const { sort, status, category, mine } = query;
  const isFiltered = [status, category, mine].some((each) => each !== undefined);
  const limit = isFiltered ? Math.min(query.limit, FILTERED_LIMIT) : query.limit;
  const paging = page({ ...query, limit }, { ...ORDERS[sort], direction: "desc" }, language);
  const start = and(
    eq(wishes.organizationId, actor.organizationId),
    sql`${wishes.mergedIntoId} is null`,
    paging.after,
  ) as SQL;
  const present = (row: WishRow) => toWish(row, context);
  if (!isFiltered) {
    const rows = await selectWishes(context, start).orderBy(paging.order).limit(paging.limit);
    return paging.toPage(rows, present);
  }
  const window = paging.window(db, wishes, start, LOOKED_THROUGH);
  const isVoted = sql`exists (select 1 from ${wishVotes} where ${isVoteOf(actor.userId, wishes.id)})`;
  const condition = and(
    status && eq(wishes.status, status),
    category && eq(wishes.category, category),
    mine && (mine === "votes" ? isVoted : eq(wishes.submittedBy, actor.userId)),
  );
  const [rows, [end]] = await readBatch(db, [
    selectWishes(context, paging.isOnPage(wishes.id, window.rows, condition)).orderBy(paging.order),
    window.end,
  ]);
  return paging.toPage(rows, present, end?.lookedTo);
}

/** One wish with its comments, merged wishes and links. @throws AppError not_found */
export const getWish = (context: MemberContext, { id }: ById) => detailsRecord.get(context, id);

/** Trigrams of a typed title that are looked up, and the newest wishes with each of them. */
const LOOKED_UP = 30;
const OF_EACH = 50;
/** Least share of the looked-up trigrams in a similar title. */
const LIKENESS = 0.4;

/** Open wishes whose titles have many of the typed trigrams, the most similar first; at most SIMILAR. */
export async function listSimilar(
  context: MemberContext,
  { title }: schema.SimilarQuery,
): Promise<schema.Wish[]> {
  const { actor } = context;
  const trigrams = trigramsOf(title).slice(0, LOOKED_UP);
  const { organizationId, trigram, wishId } = wishTrigrams;
  const having = sql`(select json_group_array(wish_id) from (select ${wishId} from ${wishTrigrams}
    where ${organizationId} = ${actor.organizationId} and ${trigram} = typed.value order by ${wishId} desc limit ${OF_EACH}))`;
  const similar = sql`(select found.value as id, count(*) as likeness
    from json_each(${JSON.stringify(trigrams)}) typed cross join json_each(${having}) found
    group by found.value having count(*) >= ${LIKENESS * trigrams.length}) similar`;
  const rows = await selectWishes(context, and(isOpenRow, sql`${wishes.mergedIntoId} is null`))
    .innerJoin(similar, sql`similar.id = ${wishes.id}`)
    .orderBy(sql`similar.likeness desc`, desc(wishes.id))
    .limit(schema.SIMILAR);
  return rows.map((row) => toWish(row, context));
}

/** The wishes that became an event or a contract that the reader may see; for a merged one, its target. */
export function listSources({ db, actor }: MemberContext, { kind, id }: schema.SourceQuery) {
  const { target, isSeen } = targetsOf(actor, kind);
  return db
    .selectDistinct({ id: wishes.id, title: wishes.title })
    .from(wishLinks)
    .innerJoin(
      wishes,
      sql`${wishes.id} = (select coalesce(merged_into_id, id) from ${wishes} one where one.id = ${wishLinks.wishId})`,
    )
    .where(
      and(
        eq(wishLinks.kind, kind),
        eq(wishLinks.targetId, id),
        sql`exists (select 1 from ${target} where ${target.id} = ${id} and ${isSeen})`,
      ),
    )
    .limit(schema.MOST_LINKS)
    .execute();
}
