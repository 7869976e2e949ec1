import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../lib/actor.ts";
import type { UserContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { encodeCursor, type Page, page } from "../../lib/page.ts";
import { isOpenTo } from "./contracts.policy.ts";
import { type ContractRow, selectContracts, toContract } from "./contracts.rows.ts";
import { AVAILABLE, type Contract, type ContractListQuery } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";

/**
 * Contracts that one answer of a filtered list looks through, in the list's order. An index for each filter would cost
 * a written row with every change, so a list reads on: an answer with few or no contracts still names the next page.
 */
export const LOOKED_THROUGH = 750;
/** Contracts of one answer of a filtered list. */
const FILTERED_LIMIT = 100;

const NEWEST = { by: contracts.position, direction: "desc", of: (row: ContractRow) => row.position } as const;
const ORDERS = {
  newest: NEWEST,
  deadline: {
    by: contracts.deadlinePosition,
    direction: "asc",
    of: (row: ContractRow) => row.deadlinePosition,
  },
  pay: { by: contracts.payPosition, direction: "desc", of: (row: ContractRow) => row.payPosition },
} as const;

// Conditions of partial indexes stand as the indexes have them, without parameters.
const isDraft = sql`${contracts.postedAt} is null`;
const isPosted = sql`${contracts.postedAt} is not null`;
const isAvailable = sql`${contracts.status} in ('posted', 'open', 'active')`;
/** The same for rows that are looked at in any case: D1 counts each look into a list of an `in` as a row read. */
const isAvailableRow = sql`(${sql.join(
  AVAILABLE.map((each) => sql`${contracts.status} = ${each}`),
  sql` or `,
)})`;

/** One page of contracts that the reader may see. @throws AppError invalid_input for a wrong cursor */
export async function listContracts(context: UserContext, query: ContractListQuery): Promise<Page<Contract>> {
  const { db, actor, language } = context;
  const { where, isFiltered } = filtersOf(actor, query);
  const limit = isFiltered ? Math.min(query.limit, FILTERED_LIMIT) : query.limit;
  const order = isOfDrafts(query) ? NEWEST : ORDERS[query.sort];
  const paging = page({ ...query, limit }, { ...order, type: "string" }, language);
  if (!isFiltered) {
    const select = (start: SQL) => selectContracts(db, actor).where(and(start, paging.after));
    const [first, second, ...rest] = startsOf(actor, query);
    const statement =
      first && second ? unionAll(select(first), select(second), ...rest.map(select)) : select(first as SQL);
    // Each part comes in order out of an index of its own: merging them reads only what it gives.
    const inOrder = sql`${sql.identifier(order.by.name)} ${sql.raw(order.direction)}`;
    const rows = await statement.orderBy(inOrder).limit(paging.limit);
    return paging.toPage(rows, (row) => toContract(row, actor));
  }
  const start = and(startOfFiltered(actor, query), paging.after);
  const fitting = sql`(select id from (
      select ${contracts.id} as id, ${order.by} as place, (${where}) as fits from ${contracts}
      where ${start} order by ${paging.order} limit ${LOOKED_THROUGH}
    ) where fits order by place ${sql.raw(order.direction)} limit ${paging.limit})`;
  const [rows, [last]] = await readBatch(db, [
    selectContracts(db, actor).where(sql`${contracts.id} in ${fitting}`).orderBy(paging.order),
    db
      .select({ place: sql<string>`${order.by}`.as("place") })
      .from(contracts)
      .where(start)
      .orderBy(paging.order)
      .limit(1)
      .offset(LOOKED_THROUGH - 1),
  ]);
  const { items, next } = paging.toPage(rows, (row) => toContract(row, actor));
  return { items, next: next ?? (last ? encodeCursor(last.place) : null) };
}

/** Whether a filtered list looks through nothing but what is available, which has an index in this order alone. */
const startsAvailable = ({ show, sort, open, status, mine }: ContractListQuery) =>
  (show ?? "active") === "active" &&
  sort === "newest" &&
  mine !== "assigned" &&
  (open !== undefined || status === "available");

const isOfDrafts = ({ show }: ContractListQuery) => show === "drafts" || show === "all_drafts";

const isOfOrganization = (actor: Actor) => eq(contracts.organizationId, actor.organizationId);

/** The conditions of the parts of an unfiltered list, each of which an index has in order. */
function startsOf(actor: Actor, { show, sort }: ContractListQuery): SQL[] {
  const member = actor.memberId ?? -1;
  const isOwn = [
    and(eq(contracts.createdBy, member), isDraft) as SQL,
    and(eq(contracts.postedBy, member), isDraft, ne(contracts.postedBy, contracts.createdBy)) as SQL,
  ];
  const posted = and(isOfOrganization(actor), isPosted) as SQL;
  if (show === "all_drafts" && actor.permissions.has("contracts.admin"))
    return [and(isOfOrganization(actor), isDraft) as SQL];
  if (show === "drafts" || show === "all_drafts") return isOwn;
  return show === "active" || sort !== "newest" ? [posted] : [posted, ...isOwn];
}

/** The condition of what a filtered list looks through, which an index has in the list's order. */
function startOfFiltered(actor: Actor, query: ContractListQuery): SQL {
  const { mine } = query;
  // A plus keeps SQLite from other indexes.
  if (mine === "assigned" && !isOfDrafts(query))
    return and(eq(contracts.assignedTo, actor.userId ?? -1), sql`+${contracts.postedAt} is not null`) as SQL;
  const kind = isOfDrafts(query) ? isDraft : startsAvailable(query) ? isAvailable : isPosted;
  return and(isOfOrganization(actor), kind) as SQL;
}

/** What a list is narrowed by, besides where it starts. */
function filtersOf(actor: Actor, query: ContractListQuery): { where: SQL; isFiltered: boolean } {
  const { q, status, location, open, mine, show } = query;
  const member = actor.memberId ?? -1;
  const is = (column: { name: string }, value: string | undefined) =>
    value === undefined ? undefined : sql`+${column} = ${value}`;
  const filters = [
    q ? sql`instr(${contracts.searchText}, ${q.toLowerCase()}) > 0` : undefined,
    // The place stands between title and poster, in lower case.
    location
      ? sql`instr(substr(${contracts.searchText}, length(${contracts.title}) + 2,
          length(coalesce(${contracts.location}, ''))), ${location.toLowerCase()}) > 0`
      : undefined,
    status === undefined || status === "available" ? undefined : is(contracts.status, status),
    (open || status === "available") && !startsAvailable(query) ? isAvailableRow : undefined,
    is(contracts.type, query.type),
    is(contracts.serviceType, query.serviceType),
    is(contracts.paymentType, query.paymentType),
    is(contracts.riskLevel, query.risk),
    is(contracts.currency, query.currency),
    open ? isOpenTo(actor) : undefined,
    mine === "posted" ? ofMember(member) : undefined,
    mine === "assigned" ? sql`+${contracts.assignedTo} = ${actor.userId}` : undefined,
  ].filter((each) => each !== undefined);
  const isFiltered = filters.length > 0 || startsAvailable(query);
  const seesAllDrafts = show === "all_drafts" && actor.permissions.has("contracts.admin");
  const isOwn = isOfDrafts(query) && !seesAllDrafts ? ofMember(member) : undefined;
  return { where: and(isOwn, ...filters) ?? sql`1`, isFiltered };
}

const ofMember = (member: number): SQL =>
  sql`(+${contracts.postedBy} = ${member} or +${contracts.createdBy} = ${member})`;
