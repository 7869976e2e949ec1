import { and, desc, eq, inArray, ne, not, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../lib/actor.ts";
import { compareNames } from "../../lib/compare-names.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { firstRows, type Page, page } from "../../lib/page.ts";
import { listMembers } from "../members/index.ts";
import { parts } from "./attached.ts";
import {
  isAvailableInIndex,
  isAvailableRow,
  isOfMember,
  isOpen,
  isOpenTo,
  isOwnedBy,
  visibleTo,
} from "./contracts.policy.ts";
import { type ContractRow, OF_DRAFT, selectContracts, toContract } from "./contracts.rows.ts";
import {
  COUNTED,
  type ContractCounts,
  type ContractHistoryEntry,
  type ContractHistoryQuery,
  type ContractListQuery,
  type ContractMembersQuery,
  MONEY_ACTIONS,
} from "./contracts.schema.ts";
import { contractHistory, contracts } from "./contracts.table.ts";

/** Contracts that one answer of a filtered list reads (see `window`), each of them twice. */
export const LOOKED_THROUGH = 750;
/** Most contracts in one answer of a filtered list. */
const FILTERED_LIMIT = 100;

const { position, deadlinePosition, payPosition } = contracts;
const NEWEST = { by: position, direction: "desc", positionOf: (row: ContractRow) => row.position } as const;
const ORDERS = {
  newest: NEWEST,
  deadline: {
    by: deadlinePosition,
    direction: "asc",
    positionOf: (row: ContractRow) => row.deadlinePosition,
  },
  pay: { by: payPosition, direction: "desc", positionOf: (row: ContractRow) => row.payPosition },
} as const;

// Conditions of partial indexes, in the same words and without parameters: otherwise SQLite does not use the index.
const isDraft = sql`${contracts.postedAt} is null`;
const isPosted = sql`${contracts.postedAt} is not null`;

const isOfOrganization = ({ organizationId }: Actor) => eq(contracts.organizationId, organizationId);

/** The conditions of the actor's own drafts, each with an index. */
const ownDraftsOf = ({ memberId }: Actor): [SQL, SQL] => [
  and(eq(contracts.createdBy, memberId ?? -1), isDraft) as SQL,
  and(eq(contracts.postedBy, memberId ?? -1), isDraft, ne(contracts.postedBy, contracts.createdBy)) as SQL,
];

/** One page of contracts that the reader may see. @throws AppError invalid_input for a wrong cursor */
export async function listContracts(context: MemberContext, query: ContractListQuery) {
  const { db, actor, language } = context;
  const filters = filtersOf(context, query);
  const isFiltered = filters.length > 0;
  const limit = isFiltered ? Math.min(query.limit, FILTERED_LIMIT) : query.limit;
  const order = isOfDrafts(query) ? NEWEST : ORDERS[query.sort];
  const paging = page({ ...query, limit }, { ...order, type: "string" }, language);
  const [start, ...others] = startsOf(actor, query, isFiltered);
  const present = (row: ContractRow) => toContract(row, context);
  const isVisible = visibleTo(actor);
  if (!isFiltered) {
    const select = (each: SQL) => selectContracts(db, actor).where(and(each, isVisible, paging.after));
    const [second, ...rest] = others.map(select);
    const statement = second ? unionAll(select(start), second, ...rest) : select(start);
    // An index has each part in this order, so the merge reads only the rows that it returns.
    const inOrder = sql`${sql.identifier(order.by.name)} ${sql.raw(order.direction)}`;
    return paging.toPage(await statement.orderBy(inOrder).limit(paging.limit), present);
  }
  const window = paging.window(db, contracts, and(start, paging.after) as SQL, LOOKED_THROUGH);
  const isOnPage = paging.isOnPage(contracts.id, window.rows, and(isVisible, ...filters));
  const [rows, [end]] = await readBatch(db, [
    selectContracts(db, actor).where(isOnPage).orderBy(paging.order),
    window.end,
  ]);
  return paging.toPage(rows, present, end?.lookedTo);
}

const isOfDrafts = ({ show }: ContractListQuery) => show === "drafts" || show === "all_drafts";

/** Whether the list can start from the index of available contracts, which is ordered by age. */
const startsAvailable = ({ show, sort, open, status, mine }: ContractListQuery) =>
  (show ?? "active") === "active" &&
  sort === "newest" &&
  mine !== "assigned" &&
  (open !== undefined || status === "available");

/** The first conditions of the parts of a list, each with an index in the list's order; one for a filtered list. */
function startsOf(actor: Actor, query: ContractListQuery, isFiltered: boolean): [SQL, ...SQL[]] {
  const { show, sort, mine } = query;
  const ofOrganization = (kind: SQL) => and(isOfOrganization(actor), kind) as SQL;
  if (isOfDrafts(query)) {
    const isOfAll = show === "all_drafts" && actor.permissions.has("contracts.admin");
    return isFiltered || isOfAll ? [ofOrganization(isDraft)] : ownDraftsOf(actor);
  }
  // The plus keeps SQLite from choosing another index.
  if (mine === "assigned")
    return [sql`${contracts.assignedTo} = ${actor.userId ?? -1} and +${contracts.postedAt} is not null`];
  if (startsAvailable(query)) return [ofOrganization(isAvailableInIndex)];
  const posted = ofOrganization(isPosted);
  return isFiltered || show === "active" || sort !== "newest" ? [posted] : [posted, ...ownDraftsOf(actor)];
}

/** The conditions of a query for which there is no index. */
function filtersOf(context: MemberContext, query: ContractListQuery): SQL[] {
  const { actor, now } = context;
  const { q, status, location, open, mine, show } = query;
  const is = (column: { name: string }, value: string | undefined) =>
    value === undefined ? undefined : sql`+${column} = ${value}`;
  const filters = [
    q ? sql`instr(${contracts.searchText}, ${q.toLowerCase()}) > 0` : undefined,
    // The search text has title, place and poster in lower case, in this order.
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
    open ? isOpenTo(context) : status === "available" ? isOpen(now) : undefined,
    mine === "posted" ? isOfMember(actor) : undefined,
    mine === "assigned" ? sql`+${contracts.assignedTo} = ${actor.userId}` : undefined,
  ].filter((each) => each !== undefined);
  // Administrators see all drafts, so their own need a separate condition.
  return filters.length > 0 && show === "drafts" ? [isOfMember(actor), ...filters] : filters;
}

/** The newest available contracts, among which those open to the reader are counted. */
const LOOKED_AT = 2 * (COUNTED + 1);

export async function countContracts(context: MemberContext): Promise<ContractCounts> {
  const { db, actor } = context;
  const drafts = ownDraftsOf(actor).map((each) => sql`select 1 from ${contracts} where ${each}`);
  const isOffered = and(isOfOrganization(actor), isAvailableInIndex) as SQL;
  const offered = firstRows(db, contracts, { where: isOffered, order: desc(position), most: LOOKED_AT });
  const counted: Record<keyof ContractCounts, SQL> = {
    active: sql`select 1 from ${contracts} where ${isOfOrganization(actor)} and ${isPosted}`,
    drafts: sql.join(drafts, sql` union all `),
    open: sql`select 1 from ${offered} where ${isOpenTo(context)}`,
    ...parts().applications.figures(actor),
    ...parts().payouts.figures(actor),
  };
  const figures = Object.entries(counted).map(([name, rows]) => [
    name,
    sql`(select count(*) from (${rows} limit ${COUNTED + 1}))`.as(name),
  ]);
  const [counts] = await db.select(Object.fromEntries(figures)).from(sql`(select 1)`);
  return counts as ContractCounts;
}

/** When the next deadline of an organization's posted contracts passes; null for never. */
export async function nextDeadline(db: Db, organizationId: number, now: Date): Promise<Date | null> {
  const [next] = await db.all<{ deadline: string }>(sql`select deadline from ${contracts}
    where organization_id = ${organizationId} and posted_at is not null
      and deadline_position > ${`${now.toISOString()}!`} and deadline_position < '~'
    order by deadline_position limit 1`);
  return next ? new Date(next.deadline) : null;
}

const MEMBERS = 50;

/** Active members who can be given a contract, ordered by name: those whose names contain `q`, else those seen last. */
export async function listContractMembers(context: MemberContext, query: ContractMembersQuery) {
  const found = await listMembers(context, { ...query, status: "active", sort: "seen", limit: MEMBERS });
  const members = found.items.map((member) => ({ ...member, memberId: member.id }));
  const compare = compareNames(context.language);
  return members.sort((a, b) => compare(a.displayName, b.displayName));
}

/**
 * One page of a contract's history, newest first. Money is for users in the payout, edits of a draft for users who look after
 * the contract.
 * @throws AppError not_found, invalid_input
 */
export async function listContractHistory(
  { db, actor, language }: MemberContext,
  { id, ...query }: ById<ContractHistoryQuery>,
): Promise<Page<ContractHistoryEntry>> {
  const positionOf = (entry: { id: number }) => entry.id;
  const paging = page(query, { by: contractHistory.id, direction: "desc", positionOf }, language);
  const isOf = (condition: SQL) =>
    sql`exists (select 1 from ${contracts} where ${contracts.id} = ${id} and ${condition})`;
  const { contractId, action, newValue } = contractHistory;
  // `is`: most edits have no new value, and a comparison with null is neither true nor false.
  const isOfDraft = and(eq(action, "edited"), sql`${newValue} is ${OF_DRAFT}`) as SQL;
  const isShown = and(
    eq(contractId, id),
    or(not(inArray(action, [...MONEY_ACTIONS])), isOf(parts().payouts.takesPart(actor))),
    or(not(isOfDraft), isOf(isOwnedBy(actor))),
    paging.after,
  );
  const isVisible = and(eq(contracts.id, id), visibleTo(actor));
  const [visible, entries] = await readBatch(db, [
    db.select({ id: contracts.id }).from(contracts).where(isVisible),
    db.select().from(contractHistory).where(isShown).orderBy(paging.order).limit(paging.limit),
  ]);
  if (!visible.length) throw errors.not_found();
  return paging.toPage(entries, (entry) => entry);
}
