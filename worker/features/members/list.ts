import { and, eq, type SQL, sql } from "drizzle-orm";
import type { UserContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { searchExpression } from "../../lib/db/search.ts";
import { type Page, page } from "../../lib/page.ts";
import { type MemberRow, ofOrganization, selectMembers, toMember } from "./members.rows.ts";
import { MEMBER_STATUSES, type Member, type MemberCounts, type MemberListQuery } from "./members.schema.ts";
import { memberDays, members, memberTotals } from "./members.table.ts";

/** The newest matches of a text that a search looks through for those that its filters leave. */
const SEARCHED = 400;

const ORDERS = {
  seen: {
    by: members.seenPosition,
    type: "string",
    direction: "desc",
    of: (row: MemberRow) => row.seenPosition,
  },
  joined: {
    by: members.joinedPosition,
    type: "string",
    direction: "desc",
    of: (row: MemberRow) => row.joinedPosition,
  },
} as const;

/**
 * One page of the organization's members, last seen or last joined first. E-mail only for admin.users.
 * @throws AppError invalid_input for a wrong cursor
 */
export async function listMembers(context: UserContext, query: MemberListQuery): Promise<Page<Member>> {
  const { db, actor, language } = context;
  const order = ORDERS[query.sort];
  const paging = page<MemberRow>(query, order, language);
  const parts = matching(context, query).map(
    (source) => sql`select members.* from ${source}
    ${paging.after ? sql`and ${paging.after}` : sql``}`,
  );
  const source = sql`select * from (${sql.join(parts, sql` union all `)})
    order by ${sql.identifier(order.by.name)} desc limit ${paging.limit}`;
  const rows = await selectMembers(db, source).orderBy(paging.order);
  return paging.toPage(rows, (row) => toMember(row, actor));
}

/**
 * What follows `from` for the members that match: lists without a member in common, each in the order of an
 * index, so that merging them reads hardly more than it gives. A plus keeps SQLite from another index.
 */
function matching({ actor }: UserContext, { q, role, status, inDiscord, sort }: MemberListQuery): SQL[] {
  const organization = eq(members.organizationId, actor.organizationId);
  const ofStatus = status && sql`+members.status = ${status}`;
  const ofRole = role === undefined ? undefined : sql`+members.role_id = ${role}`;
  const ofPresence = inDiscord === undefined ? undefined : sql`+members.in_discord = ${Number(inDiscord)}`;
  const list = (...conditions: (SQL | undefined)[]) => sql`${members} where ${and(...conditions)}`;
  if (q) {
    const found = sql`(select rowid as id from member_search
      where member_search match ${searchExpression(actor.organizationId, q)} order by rowid desc limit ${SEARCHED})`;
    const isWanted = and(ofOrganization(actor), ofStatus, ofRole, ofPresence);
    return [sql`${found} found cross join ${members} on members.id = found.id where ${isWanted}`];
  }
  if (sort === "joined") return [list(organization, ofStatus, ofRole, ofPresence)];
  if (role !== undefined)
    return [list(eq(members.roleId, role), ofOrganization(actor), ofStatus, ofPresence)];
  if (inDiscord !== undefined) return [list(organization, eq(members.inDiscord, inDiscord), ofStatus)];
  return (status ? [status] : MEMBER_STATUSES).map((each) => list(organization, eq(members.status, each)));
}

/** The organization's members in numbers. */
export async function countMembers({ db, actor }: UserContext): Promise<MemberCounts> {
  const totals = await db
    .select()
    .from(memberTotals)
    .where(eq(memberTotals.organizationId, actor.organizationId));
  const sum = (isCounted: (total: (typeof totals)[number]) => boolean) =>
    totals.filter(isCounted).reduce((all, { count }) => all + count, 0);
  return {
    all: sum(() => true),
    active: sum(({ status }) => status === "active"),
    inactive: sum(({ status }) => status === "inactive"),
    inDiscord: sum(({ inDiscord }) => inDiscord),
    notInDiscord: sum(({ inDiscord }) => !inDiscord),
    roles: [...new Set(totals.map(({ roleId }) => roleId))]
      .map((roleId) => ({ roleId, count: sum((total) => total.roleId === roleId) }))
      .filter(({ count }) => count > 0),
  };
}

/** The statement that counts an organization's active members. */
export const selectActiveTotal = (db: Db, organizationId: number) =>
  db
    .select({ active: sql<number>`coalesce(sum(${memberTotals.count}), 0)` })
    .from(memberTotals)
    .where(and(eq(memberTotals.organizationId, organizationId), eq(memberTotals.status, "active")));

/** The statement that notes today's number of active members, once a day. */
export const rememberMemberTotals = (db: Db, now: Date) =>
  db.run(sql`insert into ${memberDays} (organization_id, day, active)
    select organization_id, ${now.toISOString().slice(0, 10)}, sum(count) from ${memberTotals}
    where status = 'active' group by organization_id on conflict do nothing`);
